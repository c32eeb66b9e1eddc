#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_teach.sh PAGE.md...: what the pages for teachers say can be done, can be done. Their ```console blocks
# are run and compared; goals of make, exercises, cards and links that they name must be there; tables of
# wrong answers must name the mutants that there are; slides, cards and grades are made once.
#
# Run in the repository root, after make has built what is run. Exits 1, with a line for each thing amiss.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
complain() {
    echo "$*" >&2
    failed=1
}

mk/check_lessons.sh "$@" || failed=1
teach/answers.py --check "$@" || failed=1

# ---- Names ---------------------------------------------------------------------------------------

goals_of() {
    grep -o '\(^ *\|[`$] *\)make [A-Za-z0-9=_ -]*' "$1" | sed 's/.*make //' | tr ' ' '\n' |
        grep -v '=' | grep '^[a-z0-9]' | sort -u
}
exercises_of() {
    grep -o '\(EX=\|`\)"\?[0-9][0-9]_[a-z0-9_]*' "$1" | grep -o '[0-9][0-9]_.*' | sort -u
}
cards_of() {
    grep -o 'Card `[a-z0-9_]*' "$1" | sed 's/.*`//'
}
links_of() {
    grep -o '](\([^)]*\))' "$1" | sed 's/^](//; s/)$//; s/#.*//' | grep -v ':' | sort -u
}
blocks_of() { # by their anchors
    grep -o '](blocks.md#[^)]*)' "$1" | sed 's/.*#//; s/)//'
}

# Goals that do something: a name that is only phony has neither commands nor anything to be made first.
MAKEFLAGS='' make -pnRrq GPU=emu help 2>/dev/null | awk -F: '
    /^[a-z0-9_-]+:/ { goal = $1; if ($2 ~ /[^ ]/) print goal }
    /^#  recipe to execute/ && goal { print goal }
    /^$/ { goal = "" }' | sort -u >"$work/goals"
emu/tests/tools/gallery.py list >"$work/mistakes"
sed -n 's/^## //p' teach/blocks.md | tr 'A-Z ' 'a-z-' | tr -d ',:' >"$work/blocks"
for page in "$@"; do
    for goal in $(goals_of "$page"); do
        grep -qx -- "$goal" "$work/goals" || complain "$page: make has no goal $goal"
    done
    for id in $(exercises_of "$page"); do
        ls "${id%%_*}"_*/exercises/"${id#*_}".c* >/dev/null 2>&1 || [ -d "$id" ] ||
            complain "$page: there is no exercise $id"
    done
    for card in $(cards_of "$page"); do
        grep -qx -- "$card" "$work/mistakes" || complain "$page: the gallery has no $card"
    done
    for link in $(links_of "$page"); do
        [ -e "$(dirname "$page")/$link" ] || complain "$page: the link $link leads nowhere"
    done
    for block in $(blocks_of "$page"); do
        grep -qx -- "$block" "$work/blocks" || complain "$page: teach/blocks.md has no heading $block"
    done
done

# ---- What is made --------------------------------------------------------------------------------

slides=$(teach/slides.py 04_shared/README.md | grep -c '^# ')
[ "$slides" -ge 8 ] || complain "teach/slides.py: only $slides slides of 04_shared"
for lesson in [0-9][0-9]_*/README.md; do
    empty=$(teach/slides.py "$lesson" | awk '
        function next_slide() { if (title != "" && !words) print title; words = 0 }
        /^# / { next_slide(); title = $0; notes = 0; next }
        /^::: notes/ { notes = 1 }
        !notes && NF { words++ }
        END { next_slide() }')
    [ -z "$empty" ] || complain "teach/slides.py $lesson: empty slides: $empty"
done
if command -v pandoc >/dev/null && command -v weasyprint >/dev/null; then
    MAKEFLAGS='' make -s slides CHAPTER=04_shared || complain "make slides: failed"
fi

teach/cards.py "$work" race >"$work/said" || complain "teach/cards.py: failed"
grep -q 'race in shared memory' "$work/cards.html" || complain "teach/cards.py: no verdict on the back"
if teach/cards.py "$work" nonsense 2>/dev/null; then
    complain "teach/cards.py: takes a word that no card has"
fi

cat >"$work/grades.json" <<'END'
{"exercises": [{"id": "02_guard", "title": "t", "state": "passed", "text": ""},
               {"id": "04_pad", "title": "t", "state": "failed", "text": "why"}]}
END
[ "$(teach/grades.py autolab <"$work/grades.json" | tail -n 1)" = '{"scores": {"02_guard": 1, "04_pad": 0}}' ] ||
    complain "teach/grades.py autolab: other scores"
teach/grades.py gradescope 02 <"$work/grades.json" >"$work/said" || true
grep -q '"score": 1,' "$work/said" || complain "teach/grades.py gradescope: another score"
if echo '{' | teach/grades.py csv 2>/dev/null; then
    complain "teach/grades.py: takes a file that is not JSON"
fi

goals_of_recipe() { # "make -C course GPU=emu learn-build"; not the name of the package
    grep -o 'make [-A-Za-z0-9=/_ ]*' "$1" | sed 's/-C [^ ]*//' | tr ' ' '\n' | grep '^[a-z]' |
        grep -xv -e make -e gcc -e g -e binutils
}
for script in teach/grade.sh teach/gradescope/setup.sh teach/gradescope/run_autograder; do
    sh -n "$script" || complain "$script: no shell script"
done
python3 -m json.tool .devcontainer/devcontainer.json >/dev/null || complain "devcontainer.json: no JSON"
for file in teach/Containerfile teach/gradescope/setup.sh teach/autolab/Makefile teach/github/classroom.yml; do
    for goal in $(goals_of_recipe "$file"); do
        grep -qx -- "$goal" "$work/goals" || complain "$file: make has no goal $goal"
    done
done
exit $failed
