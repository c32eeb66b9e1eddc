# SPDX-License-Identifier: MIT
#
# sizes.awk: of a step's .cu and what it includes, in their order, what a prediction needs: its constants, the layouts
# of its tiles, and the table of its sizes, as C++ without kernels. And where sums of partitions are stored (10).
#     awk -v header=05_outer_product/outer.h -f sizes.awk 05_outer_product/6_warp_tile.cu
BEGIN { printf "#include \"%s\"\n#include \"common/device/index.h\"\n#define __half unsigned short\n#define __half2 unsigned\n", header }
/^enum \{/ { print; inside = !/;/ ; next }
/^LAYOUT_INLINE struct tile_layout/ { inside = 1; until = "}$" }
/^struct partial_sums partial_sums\(/ { inside = 1; until = "^}" }
/^const struct [a-z_]* .*[sS]izes\)? = \{|^const struct tiles / { inside = 1; until = ";$" }
/^typedef .*_word/ || /^#define (STEP|SHARED_TILES|TYPE|(TC|NAME)_[A-Z]*\(.*|NAME\(.*)( |$)/ && !/\\$/ { print }
/^#if.* SHARED_TILES/ && inside { print; next }
/^#endif/ && inside { print; next }
inside { print; inside = $0 !~ (until ? until : ";") }
!inside { until = "" }
