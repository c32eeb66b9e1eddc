# SPDX-License-Identifier: MIT
"""levels.py: the levels of a GEMM, from the grid to a lane's sums: 08/1_hierarchy, its block 0 as it was recorded."""
from frames import KINDS, ground_text, plain, rect

M, N, K = 512, 512, 64  # as mk/moving.mk runs it
A_BYTES, C_BYTES = 2, 4
X, Y, WIDTH, HEIGHT, GAP = 300, 120, 480, 330, 8
FRAME = 'fill="none" stroke="#7a94b8"'


class Box:
    """Rows and columns of a matrix that something touches: all within these bounds are meant, none was left out."""

    def __init__(self, places):
        rows, cols = [r for r, _ in places], [c for _, c in places]
        self.row, self.col, self.rows, self.cols = min(rows), min(cols), max(rows) - min(rows) + 1, max(cols) - min(cols) + 1
        assert len(set(places)) == self.rows * self.cols, "a tile has holes"


def places(event, columns, size):
    """The elements of a matrix that a request touches; each lane's elements are side by side."""
    each = event["bytes"] // size
    return [(offset // size // columns, offset // size % columns + i) for offset in event["offsets"] if offset is not None for i in range(each)]


class Recorded:
    """What block 0 did, by warp; its tiles follow from the addresses."""

    def __init__(self, launches):
        launch = next(each for each in launches if each["grid"][0] > 2)
        events, self.blocks = launch["events"], launch["grid"][0]
        stores = [e for e in events if e["kind"] == "store" and e["memory"] == "global"]
        loads = [e for e in events if e["kind"] == "load" and e["memory"] == "global"]
        lines = sorted({int(e["at"].rsplit(":", 1)[1]) for e in loads})  # A is loaded in the line before B
        assert len(lines) == 2
        self.c = Box([p for e in stores for p in places(e, N, C_BYTES)])
        self.k_tiles, turn = [], {}
        for e in events:
            if e["kind"] == "load" and e["memory"] == "global":
                of_a = e["at"].endswith(f":{lines[0]}")
                k_tile = turn.get(e["warp"], 0) // 2
                if k_tile == len(self.k_tiles):
                    self.k_tiles.append(([], []))
                self.k_tiles[k_tile][not of_a].extend(places(e, K if of_a else N, A_BYTES))
            turn[e["warp"]] = turn.get(e["warp"], 0) + (e["kind"] == "barrier")
        self.k_tiles = [(Box(a), Box(b)) for a, b in self.k_tiles]
        by_warp = {}
        for e in stores:
            by_warp.setdefault(e["warp"], []).append(e)
        self.warps = [Box([p for e in by_warp[w] for p in places(e, N, C_BYTES)]) for w in sorted(by_warp)]
        first = by_warp[0]
        self.instructions = [Box(places(one, N, C_BYTES) + places(two, N, C_BYTES)) for one, two in zip(first[::2], first[1::2])]
        self.lanes = [[(offset // C_BYTES // N, offset // C_BYTES % N) for e in first[:2] for offset in [e["offsets"][lane]]] for lane in range(32)]
        mma = [e for e in events if e["kind"] == "mma"]
        self.mma, self.ldmatrix = len(mma), sum(e["kind"] == "ldmatrix" for e in events)
        self.sectors, self.stored = sum(e["sectors"] for e in loads), sum(e["sectors"] for e in stores)
        # Instructions and fragments of one warp between two barriers are those of a k-tile's slices.
        self.slices = self.mma // len(self.warps) // len(self.k_tiles) // len(self.instructions)


class Plan:
    """C with A at its left and B above it, as large as fits."""

    def __init__(self, m, n, k):
        self.m, self.n, self.k = m, n, k
        self.scale = min((WIDTH - GAP) / (k + n), (HEIGHT - GAP) / (k + m))
        self.cx, self.cy = X + k * self.scale + GAP, Y + k * self.scale + GAP

    def part(self, x, y, row, col, rows, cols, inset=0):
        s = self.scale
        return rect(round(x + col * s + inset, 1), round(y + row * s + inset, 1), round(cols * s - 2 * inset, 1), round(rows * s - 2 * inset, 1))

    def c(self, row, col, rows, cols, inset=0.5):
        return self.part(self.cx, self.cy, row, col, rows, cols, inset)

    def a(self, row, col, rows, cols, inset=0.5):
        return self.part(X, self.cy, row, col, rows, cols, inset)

    def b(self, row, col, rows, cols, inset=0.5):
        return self.part(self.cx, Y, row, col, rows, cols, inset)

    def ground(self, tile_m, tile_n, tile_k):
        """The three matrices, and the lines between their tiles."""
        out = plain(self.a(0, 0, self.m, self.k, 0) + self.b(0, 0, self.k, self.n, 0) + self.c(0, 0, self.m, self.n, 0), "#eef1f5")
        tiles = "".join(self.c(row, col, tile_m, tile_n, 0) for row in range(0, self.m, tile_m) for col in range(0, self.n, tile_n))
        tiles += "".join(self.a(row, col, tile_m, tile_k, 0) for row in range(0, self.m, tile_m) for col in range(0, self.k, tile_k))
        tiles += "".join(self.b(row, col, tile_k, tile_n, 0) for row in range(0, self.k, tile_k) for col in range(0, self.n, tile_n))
        names = ground_text(X, self.cy - 6, "A") + ground_text(self.cx - 16, Y + 12, "B")
        return out + f'<path d="{tiles}" {FRAME}/>' + names + ground_text(self.cx, self.cy + self.m * self.scale + 15, "C")


def crumbs(now, shapes, of_parent):
    """All levels at the left, this one in bold; below them the one before it, and which part of that is drawn large."""
    out = ""
    for i, (name, (m, n, k)) in enumerate(shapes):
        bold = ' style="font-weight:bold"' if i == now else ""
        reads = m * n * k / (m * k + k * n)
        out += ground_text(20, 132 + 21 * i, name, bold) + ground_text(110, 132 + 21 * i, f"({m},{n},{k})", bold)
        out += ground_text(210, 132 + 21 * i, f"{reads:.3g}" if 0 < i < len(shapes) - 1 else "", bold)
    out += ground_text(20, 132 + 21 * len(shapes) + 3, "at the right: multiply-adds for each element read", ' class="small"')
    if not now:
        return out
    (m, n, _), (row, col, rows, cols) = shapes[now - 1][1], of_parent
    s, x, y = min(150 / n, 120 / m), 20, 300
    out += plain(rect(x, y, n * s, m * s), "#eef1f5", ' stroke="#7a94b8"') + plain(rect(x + col * s, y + row * s, cols * s, rows * s), KINDS["warm"])
    right = x + (col + cols) * s
    out += f'<path d="M{right:g} {y + row * s:g}L{X - 8} {y - 25}M{right:g} {y + (row + rows) * s:g}L{X - 8} {Y + HEIGHT}" {FRAME} stroke-dasharray="3 3"/>'
    return out


def grid_level(r, plan):
    c, (a, b) = r.c, r.k_tiles[0]
    everything = "".join(plan.c(row, col, c.rows, c.cols) for row in range(0, M, c.rows) for col in range(0, N, c.cols))
    text = f"of all blocks: {r.blocks * r.mma:,} mma, {r.blocks * r.sectors:,} sectors loaded, {r.blocks * r.stored:,} stored"
    return [{"text": [f"grid: {r.blocks} blocks, a tile of C each, {c.rows} x {c.cols}", text], "paths": {"done": everything}},
            {"text": [f"block 0 wants {a.rows} rows of A and {b.cols} columns of B, all along K", text],
             "paths": {"word": plan.c(c.row, c.col, c.rows, c.cols), "sector": plan.a(a.row, 0, a.rows, K) + plan.b(0, b.col, K, b.cols)}}]


def block_level(r, plan):
    return [{"text": [f"block: its threads copy k-tile {i}, {a.rows} x {a.cols} of A and {b.rows} x {b.cols} of B, into shared memory",
                      f"{r.sectors // len(r.k_tiles):,} sectors for each k-tile; the tile of C grows in registers"],
             "paths": {"sector": plan.a(a.row, a.col, a.rows, a.cols) + plan.b(b.row, b.col, b.rows, b.cols), "done": plan.c(0, 0, r.c.rows, r.c.cols)}}
            for i, (a, b) in enumerate(r.k_tiles)]


def k_tile_level(r, plan):
    depth = r.k_tiles[0][0].cols
    return [{"text": [f"k-tile: warp {w} has {box.rows} x {box.cols} of C, and reads {box.rows} rows of As and {box.cols} columns of Bs",
                      f"{len(r.warps)} warps at once, between two barriers: {r.mma // len(r.k_tiles)} mma"],
             "paths": {"word": plan.c(box.row, box.col, box.rows, box.cols),
                       "sector": plan.a(box.row, 0, box.rows, depth) + plan.b(0, box.col, depth, box.cols)}} for w, box in enumerate(r.warps)]


def warp_level(r, plan):
    frames, each = [], r.ldmatrix // len(r.warps) // len(r.k_tiles) // r.slices
    for i, box in enumerate(r.instructions):
        frames.append({"text": [f"warp: {each} ldmatrix bring the fragments of a k-slice; then {len(r.instructions)} mma, one for each "
                                f"{box.rows} x {box.cols} of C",
                                f"instruction {i + 1} of {len(r.instructions)}; {r.slices} slices in a k-tile"],
                       "paths": {"word": plan.c(box.row, box.col, box.rows, box.cols),
                                 "sector": plan.a(box.row, 0, box.rows, plan.k) + plan.b(0, box.col, plan.k, box.cols)}})
    return frames


def instruction_level(plan):
    m, n, k = plan.m, plan.n, plan.k
    return [{"text": [f"instruction: {m} x {n} x {k} = {m * n * k} multiply-adds, by 32 lanes together",
                      "A and B come from registers: a lane holds a few elements of each fragment"],
             "paths": {"word": plan.c(0, 0, m, n), "sector": plan.a(0, 0, m, k) + plan.b(0, 0, k, n)}}]


def lane_level(r, plan):
    frames, others = [], ""
    for lane, held in enumerate(r.lanes):
        mine = "".join(plan.c(row, col, 1, 2, 1) for row, col in held)
        frames.append({"text": [f"lane {lane}: four sums, " + " and ".join(f"row {row}, columns {col} and {col + 1}" for row, col in held),
                                f"sums of the instruction's tile that have a lane so far: {4 * (lane + 1)} of {plan.m * plan.n}"],
                       "paths": {"word": mine, "done": others} if others else {"word": mine}})
        others += mine
    return frames


def picture(launches):
    r = Recorded(launches)
    depth, (one, warp) = r.k_tiles[0][0].cols, (r.instructions[0], r.warps[0])
    slice_k = depth // r.slices
    shapes = [("grid", (M, N, K)), ("block", (r.c.rows, r.c.cols, K)), ("k-tile", (r.c.rows, r.c.cols, depth)),
              ("warp", (warp.rows, warp.cols, slice_k)), ("instruction", (one.rows, one.cols, slice_k)), ("lane", (one.rows, one.cols, slice_k))]
    plans = [Plan(*shape) for _, shape in shapes]
    tiles = [(r.c.rows, r.c.cols, K), (r.c.rows, r.c.cols, depth), (warp.rows, warp.cols, depth),
             (one.rows, one.cols, slice_k), (1, 1, 1), (1, 1, 1)]
    parts = [None, (r.c.row, r.c.col, r.c.rows, r.c.cols), (0, 0, r.c.rows, r.c.cols), (0, 0, warp.rows, warp.cols),
             (0, 0, one.rows, one.cols), (0, 0, one.rows, one.cols)]
    frames = [grid_level(r, plans[0]), block_level(r, plans[1]), k_tile_level(r, plans[2]), warp_level(r, plans[3]),
              instruction_level(plans[4]), lane_level(r, plans[5])]
    variants = [{"name": name, "ground": plan.ground(*tile) + crumbs(i, shapes, part), "frames": each}
                for i, ((name, _), plan, tile, part, each) in enumerate(zip(shapes, plans, tiles, parts, frames))]
    return {"title": "The levels of a GEMM: 08/1_hierarchy, from the grid to a lane", "height": 470, "ms": 500, "still": [2, 5], "tour": True,
            "variants": variants}
