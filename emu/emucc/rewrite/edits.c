// SPDX-License-Identifier: MIT
//
// edits.c: the edits of the tokens. They are recorded while walking over the tokens and written at
// the end. Each edit has its own writer, so this file does not depend on the constructs of CUDA.
#include "rewriter.h"

struct edit *add_edit(struct rewriter *rewriter, edit_writer *write, size_t begin, size_t end)
{
    if (rewriter->edit_count == rewriter->edit_capacity) {
        rewriter->edit_capacity = rewriter->edit_capacity * 2 + 64;
        rewriter->edits = grow(rewriter->edits, rewriter->edit_capacity, sizeof *rewriter->edits);
    }
    struct edit *edit = &rewriter->edits[rewriter->edit_count++];
    *edit = (struct edit){.write = write, .end = end};
    rewriter->source.tokens[begin].edit = (uint32_t)rewriter->edit_count;
    return edit;
}

void replace_tokens(struct rewriter *rewriter, size_t begin, size_t end, const char *text)
{
    add_edit(rewriter, NULL, begin, end)->text = format_string("%s", text);
}

const struct edit *edit_at(const struct rewriter *rewriter, size_t i)
{
    uint32_t number = rewriter->source.tokens[i].edit;
    return number ? &rewriter->edits[number - 1] : NULL;
}

size_t emit_simple(struct rewriter *rewriter, size_t i)
{
    const struct edit *edit = edit_at(rewriter, i);
    if (!edit || edit->write) {
        emit_token(&rewriter->emitter, i);
        return i + 1;
    }
    if (edit->text[0] != '\0') {
        emit_line_of(&rewriter->emitter, i);
        emit_text(&rewriter->emitter, " ");
        emit_text(&rewriter->emitter, edit->text);
    }
    return edit->end;
}

void emit_range(struct rewriter *rewriter, size_t begin, size_t end)
{
    for (size_t i = begin; i < end;) {
        const struct edit *edit = edit_at(rewriter, i);
        if (edit && edit->write) {
            edit->write(rewriter, i, edit);
            i = edit->end;
        } else {
            i = emit_simple(rewriter, i);
        }
    }
}

// ---- The file of a token ------------------------------------------------------------------------

bool is_our_place(const struct rewriter *rewriter, uint32_t place)
{
    return rewriter->source.places[place].is_ours;
}

bool is_user_code(const struct rewriter *rewriter, size_t i)
{
    uint32_t place = rewriter->source.tokens[i].place;
    return !rewriter->source.places[place].system && !is_our_place(rewriter, place);
}
