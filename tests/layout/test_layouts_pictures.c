// SPDX-License-Identifier: MIT
//
// test_layouts_pictures.c: whether the pictures of the program of chapter 06 can be drawn.
#include <stdio.h>
#include <string.h>

#include "../../emu/tests/support/json.h"
#include "layouts_program.h"

TestSuite(layouts_pictures, .fini = scratch_remove);

static const struct call drawn[] = {
    {{"show", "((2,4),(3,5)):((3,6),(1,24))"}},
    {{"show", "(4,(2,3),2,2):(1,(4,8),24,48)"}},
    {{"show", "Sw<3,2,3> o 0 o (8,32):(32,1)", "--color", "bank"}},
    {{"show", "7:1", "--color", "none"}},
    {{"composition", "(6,2):(8,2)", "(4,3):(3,1)"}},
    {{"composition", "(8,8):(8,1)", "<4,2>"}},
    {{"complement", "(2,2):(1,6)", "24"}},
    {{"zipped_divide", "(8,12):(12,1)", "<4,6>"}},
    {{"raked_product", "(2,5):(5,1)", "(3,4):(1,3)"}},
    {{"left_inverse", "(4,8):(1,5)"}},
    {{"local_partition", "(8,12):(12,1)", "(4,2):(1,4)", "5"}},
    {{"tiled_copy", "SM75_U32x4_LDSM_N", "--type", "f16", "--values", "(1,8)"}},
    {{"tv", "SM80_16x8x16_F16F16F16F16_TN"}},
    {{"tv", "SM70_8x8x4_F32F16F16F32_NT", "--color", "value"}},
    {{"tv", "SM75_U16x8_LDSM_T", "--type", "f16", "--color", "index"}},
    {{"tv", "((2,4),(2,2)):((8,1),(4,16))", "--tensor", "(4,8):(8,1)", "--color", "bank"}},
    {{"tiled_mma", "SM80_16x8x16_F16F16F16F16_TN", "--threads", "(2,2,1)", "--operand", "B"}},
    {{"banks", "(8,64):(64,1)", "--type", "f16", "--access", "16", "--swizzle", "3,3,3"}},
    {{"tile", "--color", "thread"}},
};
enum { DRAWN = sizeof drawn / sizeof *drawn };

static char *draw(int i, const char *format)
{
    struct call call = drawn[i];
    int count = 0;
    while (call.argument[count])
        count++;
    call.argument[count++] = "--format";
    call.argument[count] = format;
    return prints(&call);
}

static bool have(const char *program)
{
    char command[200];
    snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", program);
    return system(command) == 0;
}

Test(layouts_pictures, json_is_json)
{
    for (int i = 0; i < DRAWN; i++) {
        char *out = draw(i, "json");
        cr_assert(count_lines(out) == 1 && is_json_object(out), "%s %s: %.200s",
                  drawn[i].argument[0], drawn[i].argument[1], out);
        free(out);
    }
}

// Every tag that is opened is closed; and a renderer draws it, if there is one.
Test(layouts_pictures, svg_renders)
{
    const bool renders = have("rsvg-convert");
    for (int i = 0; i < DRAWN; i++) {
        char *out = draw(i, "svg"), command[600];
        int open = 0;
        for (const char *c = out; *c; c++) {
            if (*c == '<')
                open += c[1] == '/' ? -1 : 1;
            if (*c == '/' && c[1] == '>')
                open--;
        }
        cr_assert(open == 0, "%s %s: %d tags stay open", drawn[i].argument[0], drawn[i].argument[1],
                  open);
        write_bytes(scratch_path("picture.svg"), out, strlen(out));
        snprintf(command, sizeof command, "rsvg-convert '%s' > '%s'", scratch_path("picture.svg"),
                 scratch_path("picture.png"));
        cr_assert(!renders || system(command) == 0, "%s %s", drawn[i].argument[0],
                  drawn[i].argument[1]);
        free(out);
    }
    if (!renders)
        cr_skip_test("no rsvg-convert: SVG was looked at, but not rendered");
}

Test(layouts_pictures, latex_compiles)
{
    char command[800];
    if (!have("pdflatex") || system("kpsewhich standalone.cls tikz.sty >/dev/null 2>&1") != 0)
        cr_skip_test("no pdflatex with standalone and TikZ: LaTeX is not compiled");
    for (int i = 0; i < DRAWN; i++) {
        // A document takes half a second: every third, and no large one.
        char *out = draw(i, "latex");
        if (i % 3 == 1 && strlen(out) < 100000) {
            write_bytes(scratch_path("picture.tex"), out, strlen(out));
            snprintf(command, sizeof command,
                     "cd \"$(dirname '%s')\" && pdflatex -interaction=nonstopmode -halt-on-error "
                     "picture.tex >/dev/null && test -s picture.pdf && rm picture.*",
                     scratch_path("picture.tex"));
            cr_assert(system(command) == 0, "%s %s:\n%.600s", drawn[i].argument[0],
                      drawn[i].argument[1], out);
        }
        free(out);
    }
}
