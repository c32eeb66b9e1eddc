# SPDX-License-Identifier: MIT
#
# sizes.awk: of a step's .cu and what it includes, in their order, what a prediction needs: its constants, the layouts
# of its tiles, and the table of its sizes, as C++ without kernels. And where sums of partitions are stored (10).
#     awk -v header=05_outer_product/outer.h -f sizes.awk 05_outer_product/6_warp_tile.cu
# bits: what a step of 07/7_types defines before it includes the layouts.
BEGIN { printf "#include \"%s\"\n#include \"common/device/index.h\"\n#define __half unsigned short\n#define __half2 unsigned\n", header; if (bits) print "#define BITS " bits }
/^enum \{/ { print; inside = !/;/ ; next }
/^LAYOUT_INLINE struct tile_layout/ { inside = 1; until = "}$" }
/^struct partial_sums partial_sums\(/ { inside = 1; until = "^}" }
/^const struct [a-z_]* .*[sS]izes\)? = \{|^const struct tiles / { inside = 1; until = ";$" }
/^typedef .*word/ || /^#define (STEP|SHARED_TILES|TYPE|(TC|NAME)_[A-Z]*\(.*)( |$)/ && !/\\$/ { print }
/^#(if|elif|endif).* BITS/ { print; next }
/^#if.* SHARED_TILES/ && inside { print; next }
/^#endif/ && inside { print; next }
inside { print; inside = $0 !~ (until ? until : ";") }
!inside { until = "" }
