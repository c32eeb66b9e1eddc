# SPDX-License-Identifier: MIT
#
# versions.awk: an exercise as a learner gets it, its solution, or one of its usual wrong answers (learn/README.md
# has the format).
#     awk -v want=stub -f versions.awk EXERCISE.cu
#     awk -v want=solution -v mutant=NAME -f versions.awk EXERCISE.mutants EXERCISE.cu
FILENAME ~ /\.mutants$/ {
    if (/^\/\/@mutant /) wanted = $2 == mutant
    if (!wanted) next
    if (/\/\/@[0-9]/) number = substr($1, 4)
    else if (/\/\/@end/) number = 0
    else if (number) instead[number] = instead[number] $0 "\n"
    next
}
/\/\/@stub/ { region++; version = "stub" }
/\/\/@solution/ { version = "solution" }
/\/\/@end/ { printf "%s", instead[region]; version = "" }
/\/\/@/ { next }
!version || (version == want && !(region in instead))
