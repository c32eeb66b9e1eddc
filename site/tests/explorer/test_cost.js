// SPDX-License-Identifier: MIT
//
// test_cost.js COST.wasm BUILD CHAPTER...: does the page's program predict what the chapters' programs predict, to the
// byte, and in time? Run from the root of the repository.
"use strict";
const fs = require("fs");
const { spawnSync } = require("child_process");
const { runProgram } = require("../../explorer/wasi.js");
const { splitWords } = require("../../explorer/split.js");

const [wasm, build, ...chapters] = process.argv.slice(2);
const program = new WebAssembly.Module(fs.readFileSync(wasm));
let failed = 0, passed = 0;

function check(right, what) {
  if (right) passed++;
  else {
    failed++;
    console.error("wrong: " + what);
  }
}

function same(chapter, line) {
  const words = splitWords(line), begun = performance.now();
  const here = runProgram(program, ["cost", chapter, ...words]);
  const took = performance.now() - begun;
  const there = spawnSync(`${build}/${chapter}/${chapter}`, words, { encoding: "utf8" });
  check(here.status === there.status && here.out === there.stdout && here.err === there.stderr,
        `${chapter} ${line}: ${here.status} ${here.err || here.out.slice(0, 200)}`);
  check(took < 1000, `${chapter} ${line.slice(0, 60)}: takes ${took} ms`);
}

const GPUS = ["h200", "h100", "a100", "rtx4090", "rtx3060laptop", "t4"];
const SHAPES = ["--size 256", "-m 4096 -n 4096 -k 4096", "-m 37 -n 41 -k 29 --beta 1", "-m 16 -n 65536 -k 300",
  "-m 100 -n 200 -k 64 --lda 71 --ldb 203 --ldc 207", "-m 0 -n 5 -k 5", "-m 5 -n 5 -k 0 --beta 2",
  "-m 1000000 -n 1000000 -k 1000000"];
const WRONG = ["-m -1 -n 1 -k 1", "-m 99999999999 -n 1 -k 1", "-m 8 -n 8 -k 8 --lda 7", "--gpu none", "--step 99",
  "--nosuch", "--step " + "9".repeat(3000)];
const listed = [];
for (const chapter of chapters) {
  for (const gpu of GPUS)
    for (const shape of SHAPES) same(chapter, `--predict --format json ${shape} --gpu ${gpu}`);
  for (const wrong of WRONG) same(chapter, `--predict --format json ${wrong}`);
  const rows = runProgram(program, ["cost", chapter, "--list", "--format", "json"]).out.trim().split("\n");
  listed.push(...rows.map((row) => `${chapter}/${JSON.parse(row).step}`));
}

// The page offers every step.
const offered = runProgram(program, ["cost", "list"]).out.trim().split("\n");
check(JSON.stringify(offered) === JSON.stringify(listed), `the page has ${offered.length} steps, the chapters ${listed.length}`);

// Places in an SM, as the lessons have them.
const waves = (...words) => JSON.parse(runProgram(program, ["cost", "waves", ...words.map(String)]).out);
check(waves("02_naive/2_coalesced", "h200", 256, 4096).blocks_per_sm === 8, "8 blocks of 256 threads (chapter 02)");
check(waves("03_tiled/2_wave_grid", "t4", 256, 4096).blocks_per_sm === 4, "4 on a T4 (chapter 03)");
check(waves("04_shared/1_panel", "h200", 1024, 452).blocks_per_sm === 2, "two panels up to k = 452 (chapter 04)");
check(waves("04_shared/1_panel", "h200", 1024, 453).blocks_per_sm === 1, "one beyond");
check(waves("04_shared/4_swizzled", "h200", 1024, 4096).launches === 32, "32 slices (chapter 04)");
check(waves("05_outer_product/6_warp_tile", "h200", 256, 4096).blocks_per_sm === 2, "128 registers: two blocks (chapter 05)");

// Expected times are those that the programs expect, where that is soon tried; and in all of them an SM has the places
// that the page says. (The grids of 8_tuned and others are made for one place on each SM, whatever else would fit.)
const expected = fs.readFileSync("bench/results/expected_steps.tsv", "utf8").trim().split("\n")
  .filter((line) => !line.startsWith("#")).map((line) => line.split("\t"));
for (const chapter of ["02_naive", "06_layouts"]) {
  const told = spawnSync(`${build}/${chapter}/${chapter}`, ["--expect", "--size", "4096", "--gpu", "h200"], { encoding: "utf8" }).stdout;
  for (const [, step, , , ms] of expected.filter((row) => row[0] === chapter && row[2] === "h200" && row[3] === "4096"))
    check(new RegExp(`^${step} +${ms.replace(".", "\\.")} ms`, "m").test(told), `${chapter}/${step}: recorded ${ms} ms; make expected-steps`);
}
for (const [chapter, step] of expected) check(listed.includes(`${chapter}/${step}`), `expected times of ${chapter}/${step}, which is no step`);
const refused = runProgram(program, ["cost", "waves", "05_outer_product/6_warp_tile", "none", "256", "1"]);
check(refused.status === 2 && refused.err.split("\n").length === 2, "an unknown GPU");

console.log(`explorer, costs: ${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
