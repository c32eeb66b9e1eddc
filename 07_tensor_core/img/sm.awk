# SPDX-License-Identifier: MIT
#
# sm.awk: the SM of three architectures: its parts, and the cores of each. A box of a core is as large
# as the multiply-adds it does in a cycle: f32 on CUDA cores, f16 with sums in f32 on tensor cores.
# Numbers: NVIDIA's white papers on Pascal (GP100), Turing and Hopper.
#     awk -f mk/svg.awk -f 07_tensor_core/img/sm.awk > sm.svg

# A part of an SM: `cores` CUDA cores in rows of 8, then `tensors` tensor cores, each of `rate` by
# `rate` multiply-adds a cycle in squares of one CUDA core's side.
function part(x, y, w, h, cores, tensors, rows, cols, registers,    i, left, top)
{
    box(x, y, w, h, "#f6f8fa", "#888")
    text(x + w / 2, y + 15, "middle", "", "scheduler")
    for (i = 0; i < cores; i++)
        box(x + 8 + i % 8 * U, y + 24 + int(i / 8) * U, U, U, "#9ec5e8", "#fff")
    top = y + 24 + int(cores / 8) * U + 8
    for (i = 0; i < tensors; i++) {
        left = x + 8 + i * (cols * U + 6)
        box(left, top, cols * U, rows * U, "#f4b183", "#b8621b")
    }
    text(x + w / 2, y + h - 7, "middle", "", registers)
}

function sm(x, name, count, per_row, cores, tensors, rows, cols, registers, shared, rate, w, h,    i, across)
{
    across = per_row * (w + GAP) - GAP
    text(x, 22, "start", " font-weight=\"bold\"", name)
    for (i = 0; i < count; i++)
        part(x + i % per_row * (w + GAP), TOP + int(i / per_row) * (h + GAP), w, h, cores, tensors, rows, cols, registers)
    i = TOP + int((count + per_row - 1) / per_row) * (h + GAP)
    box(x, i, across, 26, "#dbe9d2", "#888")
    text(x + across / 2, i + 17, "middle", "", shared)
    text(x, i + 44, "start", "", rate)
}

BEGIN {
    U = 5; TOP = 32; GAP = 6
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 940 420\" font-family=\"sans-serif\" font-size=\"12\">\n"
    printf "<title>The SM of Pascal, Turing and Hopper</title>\n"
    printf "<rect width=\"940\" height=\"420\" fill=\"#fff\"/>\n"
    sm(14, "Pascal (GP100), 2016", 2, 2, 32, 0, 0, 0, "128 KB of registers", "shared memory 64 KB, L1 24 KB", \
       "64 f32 in a cycle, 128 as half2", 124, 160)
    sm(290, "Turing, 2018", 4, 2, 16, 2, 8, 8, "64 KB of registers", "shared memory and L1 96 KB", \
       "64 f32, 512 on tensor cores: 8 times", 124, 160)
    sm(566, "Hopper (H100, H200), 2022", 4, 2, 32, 1, 16, 32, "64 KB of registers", "shared memory and L1 256 KB", \
       "128 f32, 2048 on tensor cores: 16 times", 176, 160)
    # What the boxes mean.
    box(14, 300, U, U, "#9ec5e8", "#fff")
    text(38, 306, "start", "", "CUDA core: 1 multiply-add in a cycle")
    box(14, 316, U * 3, U * 3, "#f4b183", "#b8621b")
    text(38, 328, "start", "", "tensor core, drawn as large as")
    text(38, 344, "start", "", "what it does in a cycle: 64 CUDA")
    text(38, 360, "start", "", "cores' work (Turing), 512 (Hopper)")
    print "</svg>"
}
