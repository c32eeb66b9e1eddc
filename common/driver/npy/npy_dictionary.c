// SPDX-License-Identifier: MIT
//
// The dictionary at the head of an .npy file: a Python literal, of which three keys can occur.
#include <limits.h>
#include <string.h>

#include "npy.h"

struct cursor {
    const char *at, *end;
};

static void skip_space(struct cursor *c)
{
    while (c->at < c->end && strchr(" \t\r\n", *c->at) && *c->at != '\0')
        c->at++;
}

// Takes the character if it comes next.
static bool take(struct cursor *c, char wanted)
{
    skip_space(c);
    if (c->at == c->end || *c->at != wanted)
        return false;
    c->at++;
    return true;
}

static bool take_word(struct cursor *c, const char *word)
{
    const size_t length = strlen(word);
    skip_space(c);
    if ((size_t)(c->end - c->at) < length || memcmp(c->at, word, length) != 0)
        return false;
    c->at += length;
    return true;
}

// 'text' or "text", without escapes: no known key or type needs one.
static bool take_string(struct cursor *c, char *text, size_t text_size)
{
    skip_space(c);
    if (c->at == c->end || (*c->at != '\'' && *c->at != '"'))
        return false;
    const char *begin = c->at + 1;
    const char *close = memchr(begin, *c->at, (size_t)(c->end - begin));
    if (!close || (size_t)(close - begin) >= text_size)
        return false;
    memcpy(text, begin, (size_t)(close - begin));
    text[close - begin] = '\0';
    c->at = close + 1;
    return true;
}

// A number of rows or columns; Python 2 wrote an L after it. Stops counting beyond INT_MAX.
static bool take_size(struct cursor *c, long long *size)
{
    skip_space(c);
    const char *begin = c->at;
    *size = 0;
    for (; c->at < c->end && *c->at >= '0' && *c->at <= '9'; c->at++)
        if (*size <= INT_MAX)
            *size = 10 * *size + (*c->at - '0');
    if (c->at == begin)
        return false;
    take(c, 'L');
    return true;
}

// A descr string is byte order, kind, size in bytes: '<f4'.
static bool parse_type(const char *descr, struct npy_header *header, struct failure *why)
{
    static const struct {
        const char *descr;
        enum dtype type;
    } known[] = {{"f2", DTYPE_F16},
                 {"f4", DTYPE_F32},
                 {"f8", DTYPE_F64},
                 {"i1", DTYPE_I8},
                 {"i4", DTYPE_I32}};
    const bool little_host = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
    const char order = descr[0];

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!order || strcmp(descr + 1, known[i].descr) != 0 || !strchr("<>=|", order))
            continue;
        const bool one_byte = dtype_size(known[i].type) == 1;
        if (order == '|' && !one_byte)
            continue; // "no byte order" fits single bytes only
        header->type = known[i].type;
        header->swapped = !one_byte && order == (little_host ? '>' : '<');
        return true;
    }
    return fail(why, "elements of type '%s'; known are f2, f4, f8, i1 and i4", descr);
}

static bool parse_shape(struct cursor *c, struct npy_header *header, struct failure *why)
{
    long long sizes[2] = {0, 0};
    int count = 0;
    if (!take(c, '('))
        return fail(why, "damaged header: 'shape' is not a tuple");
    while (!take(c, ')')) {
        long long size;
        if (!take_size(c, &size))
            return fail(why, "damaged header: 'shape' holds something that is not a size");
        if (count < 2)
            sizes[count] = size;
        count++;
        if (take(c, ','))
            continue;
        if (!take(c, ')'))
            return fail(why, "damaged header: 'shape' does not end");
        break;
    }
    if (count != 2)
        return fail(why, "has %d dimension%s; a matrix has 2", count, count == 1 ? "" : "s");
    if (sizes[0] > INT_MAX || sizes[1] > INT_MAX)
        return fail(why, "more than %d %s", INT_MAX, sizes[0] > INT_MAX ? "rows" : "columns");
    header->rows = (int)sizes[0];
    header->cols = (int)sizes[1];
    return true;
}

enum { SEEN_DESCR = 1, SEEN_ORDER = 2, SEEN_SHAPE = 4, SEEN_ALL = 7 };

// One key and its value. `seen` gathers the keys, so that none is missing and none comes twice.
static bool parse_entry(struct cursor *c, struct npy_header *header, int *seen, struct failure *why)
{
    char key[32], descr[32];
    if (!take_string(c, key, sizeof key) || !take(c, ':'))
        return fail(why, "damaged header: a key is missing");

    int which;
    if (strcmp(key, "descr") == 0) {
        which = SEEN_DESCR;
        if (take(c, '['))
            return fail(why, "records with named fields; a matrix has plain numbers");
        if (!take_string(c, descr, sizeof descr))
            return fail(why, "damaged header: 'descr' names no type");
        if (!parse_type(descr, header, why))
            return false;
    } else if (strcmp(key, "fortran_order") == 0) {
        which = SEEN_ORDER;
        header->fortran_order = take_word(c, "True");
        if (!header->fortran_order && !take_word(c, "False"))
            return fail(why, "damaged header: 'fortran_order' is neither True nor False");
    } else if (strcmp(key, "shape") == 0) {
        which = SEEN_SHAPE;
        if (!parse_shape(c, header, why))
            return false;
    } else {
        return fail(why, "damaged header: unknown key '%s'", key);
    }
    if (*seen & which)
        return fail(why, "damaged header: '%s' appears twice", key);
    *seen |= which;
    return true;
}

bool npy_parse_dictionary(const char *text, size_t length, struct npy_header *header,
                          struct failure *why)
{
    struct cursor c = {text, text + length};
    int seen = 0;
    if (!take(&c, '{'))
        return fail(why, "damaged header: it does not begin with {");
    while (!take(&c, '}')) {
        if (!parse_entry(&c, header, &seen, why))
            return false;
        if (take(&c, ','))
            continue;
        if (!take(&c, '}'))
            return fail(why, "damaged header: it does not end with }");
        break;
    }
    skip_space(&c);
    if (c.at != c.end)
        return fail(why, "damaged header: text after }");
    if (seen != SEEN_ALL)
        return fail(why, "damaged header: '%s' is missing",
                    !(seen & SEEN_DESCR)   ? "descr"
                    : !(seen & SEEN_ORDER) ? "fortran_order"
                                           : "shape");
    return true;
}
