# SPDX-License-Identifier: MIT
#
# sizes.awk: of a step's .cu what a prediction needs: its constants, and the table of its tile sizes, as C.
#     awk -v header=05_outer_product/outer.h -f sizes.awk 05_outer_product/6_warp_tile.cu
BEGIN { printf "#include \"%s\"\n", header }
/^enum \{/ { print; inside = !/;/ ; next }
/^const struct tiles / { inside = 1 }
inside { print; inside = !/;$/ }
