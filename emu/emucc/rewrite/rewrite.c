// SPDX-License-Identifier: MIT
#include "rewriter.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/message.h"

enum { MAX_COMPLAINTS = 20 }; // per file

// ---- Recognition --------------------------------------------------------------------------------

static bool starts_launch(const struct source *source, size_t i)
{
    return is(source, i, "<") && is(source, i + 1, "<") && is(source, i + 2, "<") &&
           (i == 0 || (!is(source, i - 1, "<") && keyword_at(source, i - 1) != KEY_OPERATOR));
}

// A function that is not a kernel may have a kernel's name, for example the function that launches
// the kernel.
static void see_function(struct rewriter *rewriter, size_t head)
{
    const struct source *source = &rewriter->source;
    struct declaration declaration = read_declaration(source, head);
    struct declarator declarator = read_declarator(source, declaration.declarators);
    if (declarator.parameters != NOWHERE && declarator.name != NOWHERE &&
        !has(&declaration, KEY_GLOBAL))
        kernels_add_function(&rewriter->kernels, declarator.name);
}

static void see_token(struct rewriter *rewriter, size_t i)
{
    const struct source *source = &rewriter->source;
    const struct scope scope = *scope_now(&rewriter->scopes);
    if (source->tokens[i].kind == TOKEN_OTHER) {
        bool opens_body = scope_step(&rewriter->scopes, source, i);
        bool ends_declaration = is(source, i, ";") && scope.parentheses == 0;
        if ((opens_body || ends_declaration) && scope.kind == SCOPE_NAMESPACE &&
            is_user_code(rewriter, i))
            see_function(rewriter, scope.head);
        if ((opens_body || ends_declaration) && scope.kind != SCOPE_CODE)
            see_declared_function(rewriter, scope.head, i);
        if (opens_body) {
            rewriter->body = i;
            see_function_body(rewriter, scope.head, i);
            if (scope.kind == SCOPE_NAMESPACE)
                see_header_function(rewriter, scope.head, i);
        } else if (starts_launch(source, i)) {
            see_launch(rewriter, i);
        } else {
            see_sum(rewriter, i);
        }
        return;
    }
    switch (keyword_at(source, i)) {
    case KEY_SHARED: see_shared(rewriter, i); break;
    case KEY_GLOBAL:
    case KEY_DEVICE:
    case KEY_HOST:
    case KEY_CONSTANT:
    case KEY_MANAGED:
    case KEY_GRID_CONSTANT:
    case KEY_BOUNDS:
    case KEY_NOINLINE:
    case KEY_FORCEINLINE:
    case KEY_ALIGN: see_specifier(rewriter, i); break;
    case KEY_STATIC: see_static(rewriter, i); break;
    case KEY_ASM: see_asm(rewriter, i); break;
    case KEY_CONDITION: see_loop(rewriter, i); break;
    case KEY_STATEMENT: see_exception(rewriter, i); break;
    case KEY_NONE:
        if (source->tokens[i].kind == TOKEN_NAME) {
            see_exception(rewriter, i);
            see_declared_variable(rewriter, i);
            see_folded(rewriter, i);
            see_name(rewriter, i);
            see_launch_call(rewriter, i);
            see_call(rewriter, i);
            see_kernel_cast(rewriter, i);
        }
        break;
    default: break;
    }
}

static void write_file(const char *path, const struct text *text)
{
    FILE *stream = fopen(path, "wb");
    if (!stream)
        fail("%s: %s", path, strerror(errno));
    size_t written = fwrite(text->data, 1, text->size, stream);
    if (fclose(stream) != 0 || written != text->size)
        fail("%s: cannot be written: %s", path, strerror(errno));
}

// A kernel that a module exports by name must be registered with its type (emu_register,
// cuda_runtime_cxx.h).
static void emit_kernels(struct rewriter *rewriter)
{
    struct text text = {0};
    text_add(&text, "\nextern \"C\" { extern const char emu_module; const char emu_module = 0; }");
    for (size_t i = 0; i < rewriter->kernels.count; i++) {
        const struct kernel *kernel = &rewriter->kernels.items[i];
        if (!kernel->is_template && !kernel->is_overloaded && !kernel->in_namespace)
            text_add_format(
                &text,
                "\n__attribute__((used)) static void *const emu_kernel_%zu = emu_register() "
                "%% %.*s;",
                i, (int)kernel->name->length, kernel->name->text);
    }
    emit_text(&rewriter->emitter, text.data);
    text_free(&text);
}

static void release(struct rewriter *rewriter)
{
    for (size_t i = 0; i < rewriter->edit_count; i++)
        free(rewriter->edits[i].text);
    free(rewriter->edits);
    free(rewriter->shared);
    kernels_free(&rewriter->kernels);
    list_free(&rewriter->externals);
    free(rewriter->header_functions);
    scopes_free(&rewriter->scopes);
    text_free(&rewriter->emitter.out);
    source_free(&rewriter->source);
}

bool rewrite_file(const char *from, const char *to, const struct rewrite_options *options)
{
    struct rewriter rewriter = {.options = options};
    int before = complaints();
    source_read(&rewriter.source, from, options->our_headers);
    scopes_init(&rewriter.scopes);
    for (size_t i = 0; options->spaces && i < rewriter.source.place_count; i++)
        if (!rewriter.source.places[i].system && !rewriter.source.places[i].is_ours)
            space_add_file(options->spaces, rewriter.source.places[i].name);
    rewriter.emitter = (struct emitter){.source = &rewriter.source, .line = 1};
    see_headers(&rewriter);
    bool well = complaints() == before;
    for (size_t i = 0; well && i < rewriter.source.token_count; i++)
        if (complaints() - before < MAX_COMPLAINTS)
            see_token(&rewriter, i);
    well = complaints() == before;
    if (well) {
        if (!options->keeps_unused)
            leave_out_unused(&rewriter);
        emit_range(&rewriter, 0, rewriter.source.token_count);
        emit_token(&rewriter.emitter, rewriter.source.token_count);
        if (options->is_module)
            emit_kernels(&rewriter);
        emit_text(&rewriter.emitter, "\n");
        write_file(to, &rewriter.emitter.out);
    }
    release(&rewriter);
    return well;
}
