// SPDX-License-Identifier: MIT
//
// cost.js: what a step of chapters 02 to 09 costs, by the course's own formulas: the counters, the model's times on a
// GPU, the point on the roofline, waves and tail. The question is a command; it stands in the page's address.
const STEPS = []; // as the program lists them
const GPUS = ["h200", "h100", "a100", "rtx4090", "rtx3060laptop", "t4"];
const UNITS = ["fma", "mma", "dram", "l2", "l1"];
const MOST = 1000000; // of a dimension: beyond, counters of a product leave 64 bits
const SECTOR = 32, IN_EIGHTHS = 8; // steps of a slider between powers of two

// ---- The question ---------------------------------------------------------------------------------

const size = (slider) => Math.round(2 ** (slider / IN_EIGHTHS));
const slider = (value) => Math.round(Math.log2(Math.max(value, 1)) * IN_EIGHTHS);

function costQuestion() {
  const number = (id) => Math.min(Math.max(0, Math.trunc(Number($("cost-" + id).value)) || 0), MOST);
  const [m, n, k, pad] = ["m", "n", "k", "pad"].map(number);
  const words = ["-m", m, "-n", n, "-k", k];
  const [a, b] = $("cost-trans").value; // T: stored transposed
  if (a === "T") words.push("--trans-a");
  if (b === "T") words.push("--trans-b");
  if (pad > 0) words.push("--lda", (a === "T" ? m : k) + pad, "--ldb", (b === "T" ? k : n) + pad, "--ldc", n + pad);
  if ($("cost-beta").checked) words.push("--beta", 1);
  return { step: $("cost-step").value, gpu: $("cost-gpu").value, m, n, k, words: words.map(String) };
}

// "cost 05_outer_product/6_warp_tile -m 4096 ..." back into the form.
function costForm(line) {
  const words = splitWords(line);
  const after = (flag, otherwise) => words.includes(flag) ? words[words.indexOf(flag) + 1] : otherwise;
  if (STEPS.includes(words[1])) $("cost-step").value = words[1];
  if (GPUS.includes(after("--gpu"))) $("cost-gpu").value = after("--gpu");
  for (const id of ["m", "n", "k"]) setSize(id, after("-" + id, 4096));
  const n = Number($("cost-n").value);
  $("cost-pad").value = Math.max(0, Number(after("--ldc", n)) - n) || 0;
  $("cost-trans").value = ["a", "b"].map((x) => words.includes("--trans-" + x) ? "T" : "N").join("");
  $("cost-beta").checked = Number(after("--beta", 0)) !== 0;
}

function setSize(id, value) {
  $("cost-" + id).value = value;
  $(`cost-${id}-slider`).value = slider(value);
}

// ---- The answer -----------------------------------------------------------------------------------

const svgOf = (width, height, inside) =>
  `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">${inside}</svg>`;
const label = (x, y, text, more = "") => `<text x="${x}" y="${y}" ${more}>${text}</text>`;

function time(ms) {
  if (ms === null || !isFinite(ms)) return "unknown";
  const [value, unit] = ms >= 1 ? [ms, "ms"] : ms >= 1e-3 ? [ms * 1e3, "µs"] : [ms * 1e6, "ns"];
  return `${value.toPrecision(3)} ${unit}`;
}

// How long each unit would be busy, as bars of one scale.
function bars(model) {
  const most = Math.max(...UNITS.map((unit) => model[unit + "_ms"] ?? 0)) || 1;
  const rows = UNITS.filter((unit) => !/^f?ma$|mma/.test(unit) || model[unit + "_ms"] > 0).map((unit, i) => {
    const ms = model[unit + "_ms"], width = 330 * (ms ?? 0) / most, binds = unit.toUpperCase() === model.bound;
    return label(50, 20 + i * 26, unit.toUpperCase(), 'text-anchor="end"') +
      `<rect x="58" y="${7 + i * 26}" width="${Math.max(width, 1)}" height="18" class="${binds ? "binds" : "unit"}"/>` +
      label(64 + width, 20 + i * 26, time(ms) + (binds ? ", binds" : ""));
  });
  return svgOf(520, 11 + 26 * rows.length, rows.join(""));
}

// FLOP/s over FLOP per byte requested from L2. The slope is L2's, as fast as the model has it.
function roofline(flop, sectors, model) {
  const core = model.mma_ms > model.fma_ms ? "mma" : "fma";
  const bytes = sectors * SECTOR, peak = flop / (model[core + "_ms"] / 1e3);
  const l2 = model.l2_ms ? bytes / (model.l2_ms / 1e3) : NaN;
  const reached = flop / (model.bound_ms / 1e3), intensity = flop / bytes;
  if (![peak, l2, reached, intensity].every((x) => x > 0 && isFinite(x))) return "";
  const lowest = Math.min(-3, Math.floor(Math.log2(intensity)) - 1), highest = Math.max(9, lowest + 12);
  const top = Math.log10(peak) + 0.3, bottom = top - 4;
  const x = (i) => 60 + 420 * (Math.log2(i) - lowest) / (highest - lowest);
  const y = (f) => 20 + 240 * (top - Math.max(Math.log10(f), bottom)) / (top - bottom);
  const bend = peak / l2, from = Math.max(2 ** lowest, 10 ** bottom / l2);
  let inside = `<path class="roof" d="M${x(from)} ${y(from * l2)}L${x(bend)} ${y(peak)}L480 ${y(peak)}"/>`;
  for (let i = lowest; i <= highest; i += 2)
    inside += label(x(2 ** i), 285, i < 0 ? `1/${2 ** -i}` : 2 ** i, 'text-anchor="middle"');
  for (let f = Math.ceil(bottom); f <= top; f++)
    inside += label(54, y(10 ** f) + 4, f >= 12 ? `${10 ** (f - 12)}T` : `${10 ** (f - 9)}G`, 'text-anchor="end"');
  inside += label(270, 303, "FLOP for each byte requested from L2", 'text-anchor="middle"') +
    label(62, 14, "FLOP/s") + label(478, y(peak) - 6, `${core.toUpperCase()} ${(peak / 1e12).toPrecision(3)} TFLOP/s`, 'text-anchor="end"') +
    `<path class="axis" d="M60 20V262H480"/><path class="drop" d="M${x(intensity)} ${y(Math.min(peak, intensity * l2))}V${y(reached)}"/>` +
    `<circle cx="${x(intensity)}" cy="${y(reached)}" r="5" class="binds"/>`;
  return svgOf(500, 310, inside);
}

// The blocks of one launch in rounds of all places: what is drawn last may leave places empty.
function wavesText(blocks, waves) {
  const each = blocks / waves.launches, places = waves.sms * waves.blocks_per_sm;
  if (!(places > 0)) return "A block needs more than an SM has: it cannot run here.";
  const rounds = each / places, idle = 1 - each / (Math.ceil(rounds) * places);
  return `${each.toLocaleString("en")} blocks${waves.launches > 1 ? ` in each of ${waves.launches} launches` : ""}; ` +
    `${waves.sms} SMs with room for ${waves.blocks_per_sm} each (a thread has ${waves.registers} registers, a block ` +
    `${waves.shared.toLocaleString("en")} bytes of shared memory): ${places.toLocaleString("en")} places. ` +
    `${rounds.toFixed(2)} waves; ${(100 * idle).toFixed(1)}% of the places' time is empty if all blocks take equally long.`;
}

function counterRows(counters, products) {
  const rows = Object.entries(counters).filter(([, { predicted }]) => predicted !== 0);
  return rows.map(([name, { predicted }]) => {
    const each = predicted === null ? "" : (predicted / products).toPrecision(3);
    return `<tr><td>${name}</td><td>${predicted === null ? "no formula" : predicted.toLocaleString("en")}</td><td>${each}</td></tr>`;
  }).join("");
}

// A vector has no m, a row sum no k: what a step does not have is left out.
async function askPrediction(chapter, name, words, gpu) {
  for (let left = [...words]; ;) {
    const answer = await askCost(chapter, "--predict", "--format", "json", "--step", name, ...left, "--gpu", gpu);
    const none = /: (--?[a-z]+): none of the chosen steps has one/.exec(answer.err), at = none ? left.indexOf(none[1]) : -1;
    if (at < 0) return { ...answer, words: left };
    left.splice(at, 2);
  }
}

// What was recorded of the step on this GPU (site/explorer/cost/expected.sh), square products.
function expectedText(step, gpu) {
  const words = ($("expected").textContent.split("\n").find((line) => line.startsWith(step + " ")) ?? "").split(" ");
  const parts = (words[words.indexOf(gpu) + 1] || "").split(",").map((part) => part.split("=")).filter(([, ms]) => ms)
    .map(([size, ms]) => `${size}\u00b3: ${time(Number(ms))}, ${(2 * size ** 3 / ms / 1e9).toPrecision(3)} TFLOP/s`);
  return parts.join("; ") || "None: no product, not simulated (wgmma), or not on this GPU.";
}

let costAsked = 0;
async function showCost() {
  const now = ++costAsked;
  const { step, gpu, k, words } = costQuestion();
  document.querySelector("output[for=cost-pad]").value = $("cost-pad").value;
  const [chapter, name] = step.split("/");
  const line = ["cost", step, ...words, "--gpu", gpu].join(" ");
  if (decodeURIComponent(location.hash.slice(1)) !== line) history.replaceState(null, "", "#" + encodeURIComponent(line));
  const answer = await askPrediction(chapter, name, words, gpu);
  if (now !== costAsked) return;
  $("cost-command").textContent = `make ${chapter.slice(0, 2)} ARGS="--predict --counters --step ${name} ${answer.words.join(" ")} --gpu ${gpu}"`;
  const rows = answer.status === 0 ? answer.out.trim().split("\n").map((row) => JSON.parse(row)) : [];
  const row = rows.find((each) => each.step === name);
  const right = row && row.status === "predicted";
  $("cost-problem").hidden = Boolean(right);
  $("cost-answer").hidden = !right;
  if (!right) {
    $("cost-problem").textContent = row?.reason ?? row?.status ?? answer.err.replace(/^\w+: /, "").trim();
    return;
  }
  const { counters, model } = row, blocks = counters.blocks.predicted;
  const threads = blocks > 0 ? counters.threads.predicted / blocks : 0;
  const sectors = ["global_load", "global_store", "tma_load", "tma_store"]
    .reduce((sum, what) => sum + counters[what + "_sectors"].predicted, 0);
  const products = row.m * row.n * row.k; // 0: no product of matrices
  const waves = blocks > 0 ? await askCost("waves", step, gpu, String(Math.max(1, Math.round(threads))), String(k)) : null;
  if (now !== costAsked) return;
  $("cost-expected").textContent = expectedText(step, gpu);
  $("cost-bars").innerHTML = model ? bars(model) : "";
  $("cost-roof").innerHTML = model ? roofline(2 * products, sectors, model) : "";
  $("cost-waves").textContent = waves?.status === 0 ? wavesText(blocks, JSON.parse(waves.out)) : "Nothing is launched.";
  $("cost-counters").innerHTML = counterRows(counters, products || 1);
}

// ---- The form -------------------------------------------------------------------------------------

function fill(id, names) {
  for (const name of names) $(id).append(new Option(name, name));
}

fill("cost-gpu", GPUS);
const listed = askCost("list").then(({ out }) => {
  STEPS.push(...out.trim().split("\n"));
  fill("cost-step", STEPS);
  $("cost-step").value = "05_outer_product/6_warp_tile";
});
for (const id of ["m", "n", "k"]) {
  setSize(id, 4096);
  $(`cost-${id}-slider`).addEventListener("input", (event) => { $("cost-" + id).value = size(event.target.value); showCost(); });
  $("cost-" + id).addEventListener("input", (event) => { setSize(id, event.target.value); showCost(); });
}
for (const id of ["step", "gpu", "trans", "pad", "beta"]) $("cost-" + id).addEventListener("input", showCost);
