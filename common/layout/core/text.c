// SPDX-License-Identifier: MIT
//
// text.c: tuples and layouts as text.
#include "text.h"

#include "build.h"

static bool blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static bool digit(char c) { return c >= '0' && c <= '9'; }

void trim(const char **text, const char **end)
{
    while (*text < *end && blank(**text))
        ++*text;
    while (*text < *end && blank((*end)[-1]))
        --*end;
}

// Reads digits; false: there are none, or the number is too large.
static bool digits(int64_t *out, const char **text, const char *end)
{
    bool minus = *text < end && **text == '-';
    const char *p = *text + minus;
    int64_t value = 0;
    if (p == end || !digit(*p))
        return false;
    for (; p < end && digit(*p); p++) {
        int next = minus ? -(*p - '0') : *p - '0';
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, next, &value))
            return false;
    }
    *text = p;
    *out = value;
    return true;
}

bool read_integer(int64_t *out, const char *text, const char *end)
{
    trim(&text, &end);
    if (end - text > 1 && *text == '_')
        text++;
    return digits(out, &text, end) && text == end;
}

int64_t skip_pointer(const char **text, const char *end)
{
    static const char *const spaces[] = {"smem_ptr[", "gmem_ptr[", "rmem_ptr[", "ptr["};
    int64_t bits = 0;
    const char *at = *text;
    while (at < end && blank(*at))
        at++;
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
        const size_t length = strlen(spaces[i]);
        const char *p = at + length;
        if ((size_t)(end - at) <= length || memcmp(at, spaces[i], length) != 0)
            continue;
        if (!digits(&bits, &p, end) || end - p < 4 || memcmp(p, "b](", 3) != 0)
            return 0;
        const char *close = memchr(p, ')', (size_t)(end - p));
        if (close == NULL || bits <= 0)
            return 0;
        *text = close + 1;
        return bits;
    }
    return 0;
}

// A piece of wrong input for a message: not more than a line can hold.
static int shown(const char *text, const char *end)
{
    return end - text > 40 ? 40 : (int)(end - text);
}

// The modes of 1@0@1 in one number: a 1, then six bits for each, the outermost lowest.
static bool read_modes(uint32_t *mark, const char **text, const char *end, struct failure *why)
{
    uint32_t code = 1;
    for (int n = 0; *text < end && **text == '@'; n++) {
        int64_t mode;
        ++*text;
        if (n == LAYOUT_MODES)
            return fail(why, "a basis stride names at most %d modes", LAYOUT_MODES);
        if (!digits(&mode, text, end) || mode < 0 || mode >= LAYOUT_LEAVES)
            return fail(why, "after @ a mode is needed, 0 to %d", LAYOUT_LEAVES - 1);
        code = code << MODE_BITS | (uint32_t)mode;
    }
    *mark = code;
    return true;
}

static bool read_leaf(struct builder *b, const char **text, const char *end, struct failure *why)
{
    int64_t value;
    uint32_t mark = MARK_INTEGER;
    const char *p = *text;
    if (p < end && *p == '_' && (p + 1 == end || (p[1] != '-' && !digit(p[1])))) {
        build_marked_leaf(b, 0, MARK_UNDERSCORE);
        *text = p + 1;
    } else {
        p += p < end && *p == '_'; // CuTe prints a compile-time 4 as _4
        if (!digits(&value, &p, end)) {
            bool number = *text < end && (digit(**text) || **text == '-' || **text == '_');
            return fail(why,
                        number ? "'%.*s' is not an integer of 64 bits"
                               : "expected an integer, '_' or '(' at '%.*s'",
                        shown(*text, end), *text);
        }
        if (p < end && *p == '@' && !read_modes(&mark, &p, end, why))
            return false;
        build_marked_leaf(b, value, mark);
        *text = p;
    }
    if (b->full)
        return fail(why, "more than %d leaves", LAYOUT_LEAVES);
    return true;
}

bool int_tuple_parse_range(struct int_tuple *out, const char *text, const char *end,
                           struct failure *why)
{
    struct builder b = build(out);
    int depth = 0;
    trim(&text, &end);
    if (end - text == 2 && text[0] == '(' && text[1] == ')')
        return true; // the empty tuple
    for (bool more = true; more;) {
        for (; text < end && (*text == '(' || blank(*text)); text++) {
            if (*text == '(' && ++depth > LAYOUT_DEPTH)
                return fail(why, "more than %d levels of parentheses", LAYOUT_DEPTH);
            b.pending += *text == '(';
        }
        if (!read_leaf(&b, &text, end, why))
            return false;
        for (; text < end && (*text == ')' || blank(*text)); text++)
            if (*text == ')') {
                if (--depth < 0)
                    return fail(why, "a ')' without its '('");
                build_close(&b);
            }
        more = text < end && *text == ',' && depth > 0;
        text += more;
    }
    if (text != end)
        return fail(why, "unexpected '%.*s'", shown(text, end), text);
    if (depth != 0)
        return fail(why, "a '(' without its ')'");
    return true;
}

bool int_tuple_parse(struct int_tuple *out, const char *text, struct failure *why)
{
    return int_tuple_parse_range(out, text, text + strlen(text), why);
}

// ---- Printing -----------------------------------------------------------------------------------

struct printer {
    char *out;
    size_t size, length;
};

static void put(struct printer *p, char c)
{
    if (p->length + 1 < p->size)
        p->out[p->length] = c;
    p->length++;
}

static void put_integer(struct printer *p, int64_t value)
{
    char text[24];
    int n = 0;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        text[n++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0)
        put(p, '-');
    while (n > 0)
        put(p, text[--n]);
}

static void put_modes(struct printer *p, uint32_t mark)
{
    if (mark <= 1)
        return;
    put_modes(p, mark >> MODE_BITS);
    put(p, '@');
    put_integer(p, (int64_t)(mark & MODE_MASK));
}

static void put_tuple(struct printer *p, const struct int_tuple *t)
{
    if (t->count == 0) {
        put(p, '(');
        put(p, ')');
    }
    for (int i = 0; i < t->count; i++) {
        if (i > 0)
            put(p, ',');
        for (int n = 0; n < t->open[i]; n++)
            put(p, '(');
        uint32_t mark = int_tuple_mark(t, i);
        if (mark == MARK_UNDERSCORE) {
            put(p, '_');
        } else {
            put_integer(p, t->value[i]);
            put_modes(p, mark);
        }
        for (int n = 0; n < t->close[i]; n++)
            put(p, ')');
    }
}

static size_t finish(struct printer *p)
{
    if (p->size > 0)
        p->out[p->length < p->size ? p->length : p->size - 1] = '\0';
    return p->length;
}

size_t int_tuple_print(const struct int_tuple *t, char *out, size_t size)
{
    struct printer p = {out, size, 0};
    put_tuple(&p, t);
    return finish(&p);
}

size_t layout_print(const struct layout *l, char *out, size_t size)
{
    struct printer p = {out, size, 0};
    put_tuple(&p, &l->shape);
    put(&p, ':');
    put_tuple(&p, &l->stride);
    return finish(&p);
}

// ---- Layouts ------------------------------------------------------------------------------------

// Skips the "ptr[32b](0x7f00) o" and the last ':' of a tensor that CuTe prints.
static void skip_tensor(const char **text, const char **end)
{
    const char *at = *text;
    if (skip_pointer(&at, *end) == 0)
        return;
    while (at < *end && blank(*at))
        at++;
    if (at == *end || *at != 'o')
        return;
    *text = at + 1;
    trim(text, end);
    if (*text < *end && (*end)[-1] == ':')
        --*end;
}

bool layout_parse_range(struct layout *out, const char *text, const char *end, struct failure *why)
{
    skip_tensor(&text, &end);
    const char *colon = memchr(text, ':', (size_t)(end - text));
    if (colon == NULL)
        return fail(why, "a layout is written shape:stride; there is no ':' in '%.*s'",
                    shown(text, end), text);
    return int_tuple_parse_range(&out->shape, text, colon, why) &&
           int_tuple_parse_range(&out->stride, colon + 1, end, why) && layout_check(out, why);
}

bool layout_parse(struct layout *out, const char *text, struct failure *why)
{
    return layout_parse_range(out, text, text + strlen(text), why);
}
