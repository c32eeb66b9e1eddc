// SPDX-License-Identifier: MIT
//
// sarif.c: diagnoses as a SARIF 2.1.0 file (OASIS), which code scanning reads. The whole file is
// written anew for each diagnosis, so that it is complete however the program ends.
#include "printed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *results; // the objects of the array, separated by commas
static size_t size;

// EMU_SARIF=FILE, or a folder "FOLDER/" for several programs. Returns NULL if it is not set.
static const char *path_of_file(void)
{
    static char path[4200];
    const char *value = environment_value("EMU_SARIF");
    if (!value || !*value)
        return NULL;
    if (value[strlen(value) - 1] == '/')
        snprintf(path, sizeof path, "%s%s.%d.sarif", value, program_invocation_short_name,
                 (int)getpid());
    else
        snprintf(path, sizeof path, "%s", value);
    return path;
}

static void write_rules(FILE *out)
{
    for (int i = 0; i < KINDS; i++) {
        char text[TEXT];
        size_t used = add(text, 0, "%s\n        {", i > 0 ? "," : "");
        used = add_first_member(text, used, "id", kind_facts[i].word);
        used = add(text, used, ", \"shortDescription\": {");
        used = add_first_member(text, used, "text", kind_facts[i].title);
        add(text, used, "}}");
        fputs(text, out);
    }
}

static void write_file(const char *path)
{
    FILE *out = fopen(path, "we");
    if (!out) {
        fprintf(stderr, "emu: EMU_SARIF=%s: %s\n", path, strerror(errno));
        return;
    }
    fputs("{\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n"
          "  \"version\": \"2.1.0\",\n"
          "  \"runs\": [{\n"
          "    \"tool\": {\"driver\": {\"name\": \"emu\", \"rules\": [",
          out);
    write_rules(out);
    fprintf(out, "]}},\n    \"results\": [%s]\n  }]\n}\n", results ? results : "");
    fclose(out);
}

void sarif_begin(void)
{
    const char *path = path_of_file();
    if (path)
        write_file(path);
}

static size_t add_location(char *text, size_t used, const struct place *place, const char *message)
{
    used = add(text, used, "{\"physicalLocation\": {\"artifactLocation\": {");
    char uri[400];
    snprintf(uri, sizeof uri, "%s%s", place->file[0] == '/' ? "file://" : "", place->file);
    used = add_first_member(text, used, "uri", uri);
    used = add(text, used, "}, \"region\": {\"startLine\": %d}}", place->line);
    if (message) {
        used = add(text, used, ", \"message\": {");
        used = add_first_member(text, used, "text", message);
        used = add(text, used, "}");
    }
    return add(text, used, "}");
}

static size_t add_related(char *text, size_t used, const struct printed *p,
                          const struct place *place)
{
    const struct place caller = place_of(place->caller ? place->caller : "");
    const struct other_access *second = p->d->other;
    const struct place other = place_of(second ? p->other_line : "");
    if (caller.line == 0 && other.line == 0)
        return used;
    used = add(text, used, ", \"relatedLocations\": [");
    if (caller.line > 0)
        used = add_location(text, used, &caller, "called here");
    if (second && other.line > 0) {
        used = add(text, used, "%s", caller.line > 0 ? ", " : "");
        used = add_location(text, used, &other, second->what);
    }
    return add(text, used, "]");
}

void sarif_add(const struct printed *p)
{
    const char *path = path_of_file();
    char text[TEXT], message[2048];
    if (!path)
        return;
    const struct place place = place_of(p->line ? p->line : "");
    snprintf(message, sizeof message, "%s%s%s%s%s", p->message, p->d->address ? ": " : "",
             p->d->address ? p->d->address : "", cure_of(p->d) ? ". Cure: " : "",
             cure_of(p->d) ? cure_of(p->d) : "");
    size_t used = add(text, 0, "%s\n      {", size ? "," : "");
    used = add_first_member(text, used, "ruleId", kind_facts[p->d->kind].word);
    used = add_member(text, used, "level", p->is_note ? "note" : "error");
    used = add(text, used, ", \"message\": {");
    used = add_first_member(text, used, "text", message);
    used = add(text, used, "}");
    if (place.line > 0) {
        used = add(text, used, ", \"locations\": [");
        used = add_location(text, used, &place, NULL);
        used = add(text, used, "]");
        used = add_related(text, used, p, &place);
    }
    used = add(text, used, "}");
    char *longer = realloc(results, size + used + 1);
    if (!longer)
        return;
    results = longer;
    memcpy(results + size, text, used + 1);
    size += used;
    write_file(path);
}
