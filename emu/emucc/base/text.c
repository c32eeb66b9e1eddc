// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // reallocarray
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

void *grow(void *memory, size_t count, size_t size)
{
    void *grown = reallocarray(memory, count, size);
    if (!grown)
        fail("out of memory");
    return grown;
}

void text_add_bytes(struct text *text, const char *bytes, size_t size)
{
    if (size >= text->capacity - text->size) {
        text->capacity = (text->size + size + 1) * 2;
        text->data = grow(text->data, text->capacity, 1);
    }
    if (size)
        memcpy(text->data + text->size, bytes, size);
    text->size += size;
    text->data[text->size] = '\0';
}

void text_add(struct text *text, const char *string)
{
    text_add_bytes(text, string, strlen(string));
}

static char *format_list(const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *string = grow(NULL, (size_t)size + 1, 1);
    vsnprintf(string, (size_t)size + 1, format, arguments);
    return string;
}

void text_add_format(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *string = format_list(format, arguments);
    va_end(arguments);
    text_add(text, string);
    free(string);
}

void text_free(struct text *text)
{
    free(text->data);
    *text = (struct text){0};
}

static void list_take(struct list *list, char *string)
{
    if (list->count + 1 >= list->capacity) {
        list->capacity = list->capacity * 2 + 16;
        list->items = grow(list->items, list->capacity, sizeof *list->items);
    }
    list->items[list->count++] = string;
    list->items[list->count] = NULL;
}

void list_add(struct list *list, const char *string)
{
    list_take(list, format_string("%s", string));
}

void list_add_format(struct list *list, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    list_take(list, format_list(format, arguments));
    va_end(arguments);
}

void list_add_all(struct list *list, const struct list *more)
{
    for (size_t i = 0; i < more->count; i++)
        list_add(list, more->items[i]);
}

void list_free(struct list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->items[i]);
    free(list->items);
    *list = (struct list){0};
}

char *format_string(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *string = format_list(format, arguments);
    va_end(arguments);
    return string;
}
