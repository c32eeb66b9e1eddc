// SPDX-License-Identifier: MIT
//
// command.h: what the commands of this chapter share: words and flags on the command line, formats
// and colours, and how they end.
#ifndef LAYOUTS_COMMAND_H
#define LAYOUTS_COMMAND_H

#include "../../common/layout/draw/figure.h"
#include "../../common/driver/request/options.h"

// One command of the program: argv[0] is its name. Returns the exit status: 0, or 2 with one line
// on stderr.
typedef int command_fn(int argc, char **argv);
command_fn show_command, tv_command, banks_command, tile_command, eval_command, atoms_command,
    literal_command, tour_command, tiled_command, tiled_copy_command, operation_command;

// "06_layouts: reason" on stderr; returns 2.
int refuse(const struct failure *why);

// The words of the command line without the flags, in order.
enum { MAX_WORDS = 16 };
struct words {
    const char *word[MAX_WORDS];
    int count;
};

// A command's help text, and how many words it takes.
struct usage {
    const char *call; // "show LAYOUT"
    const char *what;
    int min_words, max_words;
};

// Splits argv[1..] into words and flags; flags may be anywhere. Only a
// negative number may begin with a dash and be a word. The last option is OPTION_HELP. False: the
// command ends here with *status, because it has printed its help or refused its arguments.
bool command_begin(struct words *words, const struct usage *usage, const struct option *options,
                   int count, int argc, char **argv, int *status);

// ---- Flags that several commands have ------------------------------------------------------------

extern const char *const format_names[]; // in the order of enum picture_format
extern const char *const colour_names[]; // in the order of enum colour

// Element types by name; their widths in bits.
extern const char *const type_names[];
int type_bits(int type);
enum { TYPE_F32 = 0 };

// A flag whose value the command itself reads: a layout, a swizzle, an operand's letter.
#define OPTION_WORD(name, value_name, text, variable) \
    { \
        .flag = (name), .argument = (value_name), .help = (text), .kind = OPTION_TEXT, \
        .value = (variable) \
    }
#define OPTION_NUMBER(name, value_name, text, variable, least, most) \
    { \
        .flag = (name), .argument = (value_name), .help = (text), .kind = OPTION_INT, \
        .value = (variable), .min = (least), .max = (most) \
    }
#define OPTION_THREAD(variable, text) OPTION_NUMBER("--thread", "T", text, variable, 0, 1 << 20)
#define OPTION_YES(name, text, variable) \
    { \
        .flag = (name), .help = (text), .kind = OPTION_SWITCH, .value = (variable) \
    }
#define OPTION_FORMAT(variable) \
    { \
        .flag = "--format", .argument = "F", .help = "text (the default), svg, latex or json", \
        .kind = OPTION_CHOICE, .value = (variable), .choices = format_names \
    }
#define OPTION_COLOUR(variable, text) \
    { \
        .flag = "--color", .argument = "C", .help = (text), .kind = OPTION_CHOICE, \
        .value = (variable), .choices = colour_names \
    }
#define OPTION_TYPE(variable) \
    { \
        .flag = "--type", .argument = "T", \
        .help = "type of the elements: f32 (the default), f16, ...", .kind = OPTION_CHOICE, \
        .value = (variable), .choices = type_names \
    }
#define OPTION_HELP(variable) OPTION_YES("--help", "this text", variable)

#endif
