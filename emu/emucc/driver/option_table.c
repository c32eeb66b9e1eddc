// SPDX-License-Identifier: MIT
#include "option_table.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

// Long names have one dash here; nvcc accepts one or two.
static const struct option table[] = {
    // The result to produce.
    {"-o", SHAPE_GLUED, OPTION_OUTPUT, NULL},
    {"-output-file", SHAPE_VALUE, OPTION_OUTPUT, NULL},
    {"-odir -output-directory", SHAPE_VALUE, OPTION_OUTPUT_FOLDER, NULL},
    {"-c -compile", SHAPE_FLAG, OPTION_COMPILE, NULL},
    {"-dc -device-c", SHAPE_FLAG, OPTION_COMPILE_SEPARATELY, NULL},
    {"-S", SHAPE_FLAG, OPTION_ASSEMBLY, NULL},
    {"-E -preprocess", SHAPE_FLAG, OPTION_PREPROCESS, NULL},
    {"-dw -device-w", SHAPE_FLAG, OPTION_COMPILE_SEPARATELY, NULL},
    {"-lib", SHAPE_FLAG, OPTION_ARCHIVE, NULL},
    {"-dlink -device-link", SHAPE_FLAG, OPTION_DEVICE_LINK, NULL},
    {"-link", SHAPE_FLAG, OPTION_IGNORE, NULL},
    {"-run", SHAPE_FLAG, OPTION_RUN, NULL},
    {"-run-args", SHAPE_VALUE, OPTION_RUN_ARGUMENTS, NULL},
    {"-ptx -optix-ir", SHAPE_FLAG, OPTION_REFUSE, NULL},
    {"-cubin -fatbin", SHAPE_FLAG, OPTION_MODULE, NULL},
    {"-shared", SHAPE_FLAG, OPTION_LINKER, "-shared"},
    {"-help -h", SHAPE_FLAG, OPTION_HELP, NULL},
    {"-version -V", SHAPE_FLAG, OPTION_VERSION, NULL},
    {"-v -verbose", SHAPE_FLAG, OPTION_VERBOSE, NULL},
    {"-dryrun -###", SHAPE_FLAG, OPTION_DRY_RUN, NULL},
    {"-keep -save-temps", SHAPE_FLAG, OPTION_KEEP, NULL},
    {"-prepare", SHAPE_FLAG, OPTION_PREPARE, NULL},
    {"-keep-dir", SHAPE_VALUE, OPTION_KEEP_FOLDER, NULL},
    {"-time", SHAPE_VALUE, OPTION_TIME, NULL},
    {"-options-file -optf", SHAPE_VALUE, OPTION_FILE, NULL},

    // Dependencies for make.
    {"-M -generate-dependencies", SHAPE_FLAG, OPTION_LIST_DEPENDENCIES, "-M"},
    {"-MM -generate-nonsystem-dependencies", SHAPE_FLAG, OPTION_LIST_DEPENDENCIES, "-MM"},
    {"-MD -generate-dependencies-with-compile", SHAPE_FLAG, OPTION_WRITE_DEPENDENCIES, "-MD"},
    {"-MMD -generate-nonsystem-dependencies-with-compile", SHAPE_FLAG, OPTION_WRITE_DEPENDENCIES,
     "-MMD"},
    {"-MF -dependency-output", SHAPE_GLUED, OPTION_DEPENDENCY_FILE, "-MF"},
    {"-MT -dependency-target-name", SHAPE_GLUED, OPTION_DEPENDENCY_TARGET, "-MT"},
    {"-MQ", SHAPE_GLUED, OPTION_DEPENDENCY_TARGET, "-MQ"},
    {"-MP -generate-dependency-targets", SHAPE_FLAG, OPTION_DEPENDENCY_PHONY, "-MP"},

    // The language.
    {"-x", SHAPE_GLUED, OPTION_LANGUAGE, NULL},
    {"-std", SHAPE_VALUE, OPTION_STANDARD, NULL},
    {"-O", SHAPE_TAIL, OPTION_OPTIMIZE, NULL},
    {"-optimize", SHAPE_VALUE, OPTION_OPTIMIZE, NULL},
    {"-g -debug", SHAPE_TAIL, OPTION_DEBUG, NULL},
    {"-fmad", SHAPE_VALUE, OPTION_CONTRACT, NULL},
    {"-rdc -relocatable-device-code", SHAPE_VALUE, OPTION_SEPARATE, NULL},
    {"-D", SHAPE_GLUED, OPTION_PREPROCESSOR, "-D"},
    {"-U", SHAPE_GLUED, OPTION_PREPROCESSOR, "-U"},
    {"-I", SHAPE_GLUED, OPTION_PREPROCESSOR, "-I"},
    {"-define-macro", SHAPE_VALUE, OPTION_PREPROCESSOR, "-D"},
    {"-undefine-macro", SHAPE_VALUE, OPTION_PREPROCESSOR, "-U"},
    {"-include-path", SHAPE_VALUE, OPTION_PREPROCESSOR, "-I"},
    {"-isystem", SHAPE_GLUED, OPTION_PREPROCESSOR_PAIR, "-isystem"},
    {"-system-include", SHAPE_VALUE, OPTION_PREPROCESSOR_PAIR, "-isystem"},
    {"-isystem=", SHAPE_GLUED, OPTION_PREPROCESSOR_PAIR, "-isystem"},
    {"-iquote", SHAPE_GLUED, OPTION_PREPROCESSOR_PAIR, "-iquote"},
    {"-idirafter", SHAPE_GLUED, OPTION_PREPROCESSOR_PAIR, "-idirafter"},
    {"-imacros", SHAPE_GLUED, OPTION_PREPROCESSOR_PAIR, "-imacros"},
    {"-include", SHAPE_GLUED, OPTION_PREPROCESSOR_PAIR, "-include"},
    {"-pre-include", SHAPE_VALUE, OPTION_PREPROCESSOR_PAIR, "-include"},
    {"-Xpreprocessor", SHAPE_VALUE, OPTION_PREPROCESSOR_PAIR, "-Xpreprocessor"},

    // The host compiler and the linker.
    {"-ccbin -compiler-bindir", SHAPE_VALUE, OPTION_HOST_COMPILER, NULL},
    {"-Xcompiler -compiler-options", SHAPE_VALUE, OPTION_HOST_LIST, NULL},
    {"-Xlinker -linker-options", SHAPE_VALUE, OPTION_LINKER_LIST, NULL},
    {"-Werror", SHAPE_VALUE, OPTION_WARNING, NULL},
    {"-diag-suppress -Xcudafe", SHAPE_VALUE, OPTION_SUPPRESS, NULL},
    {"-disable-warnings", SHAPE_FLAG, OPTION_HOST, "-w"},
    {"-param", SHAPE_VALUE, OPTION_HOST_PAIR, "--param"},
    {"-Xassembler", SHAPE_VALUE, OPTION_HOST_PAIR, "-Xassembler"},
    {"-L", SHAPE_GLUED, OPTION_LINKER, "-L"},
    {"-library-path", SHAPE_VALUE, OPTION_LINKER, "-L"},
    {"-l", SHAPE_GLUED, OPTION_LIBRARY, "-l"},
    {"-library", SHAPE_VALUE, OPTION_LIBRARY, "-l"},
    {"-Wl,", SHAPE_TAIL, OPTION_LINKER, "-Wl,"},
    {"-T", SHAPE_GLUED, OPTION_LINKER_PAIR, "-T"},
    {"-u", SHAPE_GLUED, OPTION_LINKER_PAIR, "-u"},
    {"-z", SHAPE_GLUED, OPTION_LINKER_PAIR, "-z"},

    {"-arch -gpu-architecture -gencode -generate-code", SHAPE_VALUE, OPTION_ARCHITECTURE, NULL},

    {"-expt-relaxed-constexpr", SHAPE_FLAG, OPTION_RELAXED_CONSTEXPR, NULL},

    {"-default-stream", SHAPE_VALUE, OPTION_DEFAULT_STREAM, NULL},

    // Options for NVIDIA's compiler, assembler and linker.
    {"-code -gpu-code -maxrregcount -ftz -prec-div "
     "-prec-sqrt -Xptxas -ptxas-options -Xnvlink -nvlink-options -cudart -cudadevrt "
     "-diag-warn -diag-error -t -threads -split-compile "
     "-split-compile-extended -Xfatbin -fatbin-options -Xarchive -archive-options -target-dir "
     "-machine -entries -jump-table-density -host-linker-script -compress-mode -drive-prefix "
     "-dependency-drive-prefix -fdevice-time-trace",
     SHAPE_VALUE, OPTION_IGNORE, NULL},
    {"-G -device-debug -lineinfo -generate-line-info -use_fast_math "
     "-expt-extended-lambda -extended-lambda -restrict -src-in-ptx -source-in-ptx -res-usage "
     "-resource-usage -dlto -dlink-time-opt -extra-device-vectorization "
     "-allow-unsupported-compiler -forward-unknown-to-host-compiler -forward-unknown-opts "
     "-Wno-deprecated-gpu-targets -brief-diagnostics -no-compress -noeh -nodlink -minimal "
     "-extensible-whole-program -ewp -lto -gen-opt-lto -astoolspatch "
     "-static-global-template-stub -relocatable-ptx -Wext-lambda-captures-this "
     "-Wdefault-stream-launch -Wmissing-launch-bounds "
     "-display-error-number -no-display-error-number",
     SHAPE_FLAG, OPTION_IGNORE, NULL},
};

static bool fits(enum option_shape shape, const char *rest)
{
    return *rest == '\0' || shape == SHAPE_GLUED || shape == SHAPE_TAIL ||
           (shape == SHAPE_VALUE && *rest == '=');
}

// The longest matching name wins: -gencode is not -g.
const struct option *find_option(const char *argument, const char **value)
{
    const struct option *best = NULL;
    size_t best_length = 0;
    *value = NULL;
    if (strncmp(argument, "--", 2) == 0 && argument[2] != '\0')
        argument++;
    for (const struct option *option = table; option < table + sizeof table / sizeof *table;
         option++)
        for (const char *name = option->names, *end; *name != '\0'; name = end + (*end == ' ')) {
            end = name + strcspn(name, " ");
            size_t length = (size_t)(end - name);
            if (length <= best_length || strncmp(argument, name, length) != 0 ||
                !fits(option->shape, argument + length))
                continue;
            best = option;
            best_length = length;
            *value = argument + length;
        }
    if (best && **value == '\0')
        *value = NULL;
    else if (best && best->shape == SHAPE_VALUE)
        (*value)++;
    return best;
}
