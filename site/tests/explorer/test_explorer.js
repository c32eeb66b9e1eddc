// SPDX-License-Identifier: MIT
//
// test_explorer.js LAYOUTS.wasm PROGRAM: does the program inside the page answer as the program of
// chapter 06 does, to the byte, and in time? Run from the root of the repository.
"use strict";
const fs = require("fs");
const { spawnSync } = require("child_process");
const { runProgram } = require("../../explorer/wasi.js");
const { splitWords, cuteLine } = require("../../explorer/split.js");

const [wasm, native] = process.argv.slice(2);
const program = new WebAssembly.Module(fs.readFileSync(wasm));
let failed = 0, passed = 0;

function check(right, what) {
  if (right) passed++;
  else {
    failed++;
    console.error("wrong: " + what);
  }
}

function same(words, input = "") {
  const here = runProgram(program, ["06_layouts", ...words], input);
  const there = spawnSync(native, words, { input, encoding: "utf8" });
  check(here.status === there.status && here.out === there.stdout && here.err === there.stderr,
        `${words.join(" ")}: ${here.status} ${here.err || here.out.slice(0, 200)}`);
}

// Every committed picture of the program.
const pictures = fs.readFileSync("mk/pictures.txt", "utf8").trim().split("\n");
for (const row of pictures.filter((line) => line.startsWith("06_layouts/"))) {
  const [name, ...words] = splitWords(row);
  const { out } = runProgram(program, ["06_layouts", ...words, "--format", "svg"]);
  check(out === fs.readFileSync(`${name}.svg`, "utf8"), name);
}

// Every recorded case of the algebra, and every input that the fuzzer has kept.
const cases = fs.readFileSync("tests/layout/data/vectors.tsv", "utf8").split("\n")
  .filter((line) => line && !line.startsWith("#"))
  .map((line) => line.split("\t").slice(5).join("\t")).join("\n") + "\n";
same(["eval"], cases);

// Questions as people ask them, right and wrong, and hostile ones.
for (const line of [
  "tour", "atoms", "show 8:1", "literal ((2,4),5):((1,2),8)", "composition (6,2):(8,2) (4,3):(3,1) --explain",
  "banks (8,64):(64,1) --type f16 --access 16", "tv ((4,8),4):((32,1),8) --tensor (8,16):(16,1) --format json",
  "nosuch", "show", "show (", "atoms NOSUCH", "size 8:1 9:1", "banks 8:1 --type x", "show --format gif 8:1",
  "show (100000,100000):(1,100000)", "show 2147483647:1", "offsets 99999999999:1", "size 99999999999999999999:1",
  "complement 1:1 9223372036854775807", "right_inverse (1024,1024,1024):(1,1024,1048576)",
  "raked_product (4096,4096):(1,4096) (4096,4096):(1,4096)", "show " + "(".repeat(5000),
]) {
  const begun = performance.now();
  same(splitWords(line));
  check(performance.now() - begun < 1000, `${line.slice(0, 60)}: takes ${performance.now() - begun} ms`);
}

// The page's own words.
const words = (line, ...expected) =>
  check(JSON.stringify(splitWords(line)) === JSON.stringify(expected), line);
words("show '(8, 4):(1,8)'  --color bank", "show", "(8, 4):(1,8)", "--color", "bank");
words("logical_divide (2, 4):(1, 2) <2, 2>", "logical_divide", "(2, 4):(1, 2)", "<2, 2>");
words("", ...[]);
check(cuteLine("((2,4),5):((1,2),8)") ===
      "make_layout(make_shape(make_shape(Int<2>{}, Int<4>{}), Int<5>{}), " +
      "make_stride(make_stride(Int<1>{}, Int<2>{}), Int<8>{}))", "a line of CuTe");
check(cuteLine("Sw<3,2,3> o 0 o (8,32):(32,1)") === null, "no line of CuTe after a swizzle");

console.log(`explorer: ${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
