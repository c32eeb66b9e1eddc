#!/bin/sh
# SPDX-License-Identifier: MIT
#
# help.sh [--check] CHAPTER...: lists the goals of the Makefile, from the "## " comments after them in mk/*.mk:
# first the goals that a learner needs, then all other goals in groups. "##@ Group" in a file names the group
# the goals below it belong. --check names the goals in .PHONY that have no description.
set -eu

first='deps build run 02 learn check hint solution test doctor'
groups='Set up|Build and run|Learn|Read|Teach|Measure|Compare the emulated GPU with a real one|Work on the code'

if [ "${1:-}" = --check ]; then
    # Goals with a $ in their name are made from a list, which is documented as a whole.
    awk '
        /^\.PHONY:/ { for (i = 2; i <= NF; i++) if ($i !~ /[$()]/) phony[$i] = FILENAME }
        /^#?[A-Za-z0-9_-]+:.*## / { goal = $0; sub(/^#/, "", goal); sub(/:.*/, "", goal); described[goal] = 1 }
        /^##@ / { if (index("|" groups "|", "|" substr($0, 5) "|") == 0) { print FILENAME ": no such group: " substr($0, 5); bad = 1 } }
        END {
            for (goal in phony)
                if (!(goal in described) && goal != "the-rest") {
                    print phony[goal] ": make " goal " has no description (## ...)"
                    bad = 1
                }
            exit bad
        }' groups="$groups" mk/*.mk >&2
    exit
fi

# Descriptions wrap at the width of the terminal: 80 columns elsewhere.
columns=80
if [ -t 1 ]; then
    size=$(stty size 2>/dev/null </dev/tty) && columns=${size#* }
fi
[ "$columns" -ge 50 ] 2>/dev/null || columns=80

bold='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
    bold=$(printf '\033[1m') plain=$(printf '\033[0m')
fi

echo "Matrix multiplication in CUDA, from three loops to the speed of cuBLAS."
echo
echo "${bold}make GOAL...${plain}"
awk -v columns="$columns" -v bold="$bold" -v plain="$plain" -v first="$first" -v groups="$groups" '
    FNR == 1 { group = "" }
    /^##@ / { group = substr($0, 5); next }
    /^#?[A-Za-z0-9_-]+:.*## / {
        goal = $0; sub(/^#/, "", goal); sub(/:.*/, "", goal)
        text = $0; sub(/.*## /, "", text)
        if (goal in description)
            next
        description[goal] = text
        of[group] = of[group] " " goal
    }
    function show(goal, line, count, words, w) {
        line = sprintf("  %-21s", goal)
        count = split(description[goal], words, " ")
        for (w = 1; w <= count; w++) {
            if (w > 1 && length(line) + 1 + length(words[w]) > columns) {
                print line
                line = sprintf("%23s", "")
            }
            line = line " " words[w]
        }
        print line
        shown[goal] = 1
    }
    END {
        printf "\n%sFirst steps%s\n", bold, plain
        n = split(first, goals, " ")
        for (i = 1; i <= n; i++)
            show(goals[i])
        m = split(groups, name, "|")
        for (g = 1; g <= m; g++) {
            n = split(of[name[g]], goals, " ")
            head = 0
            for (i = 1; i <= n; i++)
                if (!(goals[i] in shown)) {
                    if (!head++)
                        printf "\n%s%s%s\n", bold, name[g], plain
                    show(goals[i])
                }
        }
    }' mk/*.mk

cat <<EOF

${bold}Settings${plain}
  GPU=auto     cuda, emu (the emulated GPU), or auto: CUDA if a tiny kernel ran
  ARCH=90      compute capability to compile for (default: this GPU's, else 90)
  ARGS="..."   flags of a chapter's program: make 02 ARGS="--size 512"
  STEP=05/6    the step, for diff and sass
  EX=04_pad    the exercise, for check, hint and solution
  RESULTS=f    the file that bench writes; plots and tables read it
  ONLY="..."   the test programs to run: make test ONLY="npy options"
  V=1          show whole command lines

${bold}Chapters${plain}
EOF
for chapter in "$@"; do
    printf '  %-12s %s\n' "make ${chapter%%_*}" "$chapter"
done
