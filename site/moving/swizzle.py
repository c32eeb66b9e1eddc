# SPDX-License-Identifier: MIT
"""swizzle.py: address bits, XOR, banks."""
from frames import BANKS, LANES, WORD, Panel, rect

COLUMNS = (5, 31)  # y, which the picture explains


def bit_rows(label, value, y, marked):
    labels = [[60, y + 15, label]]
    labels += [[180 + (9 - bit) * 34, y + 15, str(value >> bit & 1)] for bit in range(10)]
    return labels, "".join(rect(166 + (9 - bit) * 34, y, 28, 22) for bit in marked)


def swizzled_column(by_name, column):
    plain, moved = ([e for e in by_name[name] if e["kind"] == "store" and e["memory"] == "shared"][column]
                    for name in ("conflict", "swizzled"))
    strip = Panel("banks that the lanes so far have stored to", 20, 270, BANKS, 1, 1)
    plain_strip = Panel("without the swizzle", 20, 330, BANKS, 1, 1)
    frames, used, used_plain = [], set(), set()
    for lane in range(LANES):
        before, after = plain["offsets"][lane] // WORD, moved["offsets"][lane] // WORD
        high = before >> 5 & 31
        assert after == before ^ high, "the recorded place is not Swizzle<5,0,5> of the other"
        used.add(after % BANKS)
        used_plain.add(before % BANKS)
        labels, sector, word = [], "", ""
        for label, value, y, marked in (("word 32 p + y", before, 110, range(5, 10)), ("xor p", high, 150, range(5)),
                                        ("is stored at", after, 190, range(5))):
            more, path = bit_rows(label, value, y, marked)
            labels += more
            sector += path
        word += "".join(strip.cell(bank) for bank in used) + "".join(plain_strip.cell(bank) for bank in used_plain)
        frames.append({"text": [f"lane p = {lane} stores column y = {column}: word {before}, bits 5 to 9 are p; XORed onto bits 0 to 4: "
                                f"word {after}", f"bank {after % BANKS} (without: bank {before % BANKS})"],
                       "paths": {"sector": sector, "word": word}, "labels": labels})
    ground = strip.ground() + plain_strip.ground() + '<text x="530" y="125">row p</text><text x="530" y="205">bank</text>'
    return {"name": f"column y = {column}", "ground": ground, "frames": frames}


def picture(launches):
    by_name = {launch["name"]: launch["events"] for launch in launches}
    return {"title": "Swizzle<5,0,5>: address bits, XOR, banks", "height": 380, "ms": 700, "still": [0, 11],
            "variants": [swizzled_column(by_name, column) for column in COLUMNS]}
