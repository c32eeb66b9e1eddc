// SPDX-License-Identifier: MIT
//
// page.js: the line above, and what the program answers.
const $ = (id) => document.getElementById(id);
const LIMIT_MS = 1000; // of one answer

// ---- The programs, in a worker ----------------------------------------------------------------

let programs = null, worker = null, asked = 0;
const waiting = new Map(); // id: resolve

async function unpack(id) {
  const packed = Uint8Array.from(atob($(id).textContent.trim()), (c) => c.charCodeAt(0));
  const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(plain).arrayBuffer();
}

function start() {
  const code = new Blob([$("worker").textContent], { type: "text/javascript" });
  worker = new Worker(URL.createObjectURL(code));
  const ready = new Promise((resolve) => {
    worker.onmessage = ({ data }) => {
      if (data.ready) return resolve();
      waiting.get(data.id)?.(data);
      waiting.delete(data.id);
    };
  });
  worker.postMessage({ programs });
  return ready;
}

let ready = Promise.all([unpack("program"), unpack("cost-program")]).then(([layouts, cost]) => {
  programs = { "06_layouts": layouts, cost };
  return start();
});

const ask = (...words) => askProgram("06_layouts", words);
const askCost = (...words) => askProgram("cost", words);

async function askProgram(name, words) {
  await ready;
  const id = ++asked;
  return new Promise((resolve) => {
    const late = setTimeout(() => {
      for (const [, end] of waiting) end({ status: 2, out: "", err: "no answer within a second: too large\n" });
      waiting.clear();
      worker.terminate();
      ready = start();
    }, LIMIT_MS);
    waiting.set(id, (answer) => { clearTimeout(late); resolve(answer); });
    worker.postMessage({ id, name, words });
  });
}

// ---- What is shown ------------------------------------------------------------------------------

const WORDS = ["tour", "atoms", "literal", "eval"]; // commands that answer in words
const DRAWN = ["show", "tv", "tiled_mma", "tiled_copy", "banks", "tile"];

const isLayout = (word) => /^(Sw<.*o )?\(?[\d(].*:/.test(word) && !word.includes(" ") || word.startsWith("Sw<");
const complaint = (answer) => answer.err.replace(/^06_layouts: /, "").trim();

function block(title, text, copy = false) {
  const part = document.createElement("div");
  part.className = "answer";
  const head = document.createElement("h2");
  head.textContent = title;
  const body = document.createElement("pre");
  body.textContent = text;
  part.append(head, body);
  if (copy) {
    const button = document.createElement("button");
    button.textContent = "copy";
    button.type = "button";
    button.onclick = () => navigator.clipboard?.writeText(text);
    head.append(" ", button);
  }
  $("answers").append(part);
}

function draw(svg, panels) {
  const holder = document.createElement("div");
  holder.className = "drawn";
  holder.innerHTML = svg; // the program's own output: it escapes what was typed
  $("picture").append(holder);
  follow(holder.querySelector("svg"), panels);
}

// The picture's cells in the order in which the program draws them: panel by panel, row by row.
function follow(svg, panels) {
  const cells = [...svg.querySelectorAll("rect")].slice(1); // the first is the paper
  const expected = panels.reduce((sum, p) => sum + p.rows * p.cols, 0);
  if (cells.length !== expected) return; // a picture of another kind
  let at = 0;
  for (const panel of panels)
    for (let row = 0; row < panel.rows; row++)
      for (let col = 0; col < panel.cols; col++) {
        const cell = cells[at++];
        const tell = () => place(panel, row, col, cell);
        cell.addEventListener("mouseenter", tell);
        cell.addEventListener("click", tell);
      }
}

let marked = null;
async function place(panel, row, col, cell) {
  marked?.classList.remove("marked");
  (marked = cell).classList.add("marked");
  const held = panel.cells[row][col];
  const layout = /([^\s=]*:[^\s=]*)$/.exec(panel.caption || panel.title || "")?.[1];
  let text = `row ${row}, column ${col}`;
  const shape = layout?.split(":")[0] ?? "";
  // Of a layout with more modes each grid is a part: row and column alone do not give the index.
  const whole = shape && !panel.title.startsWith("Sw") &&
                (!shape.startsWith("(") || topLevel(shape.slice(1, -1)).length <= 2);
  if (typeof held === "number" && whole) {
    const index = row + col * panel.rows;
    const coordinate = await ask("idx2crd", String(index), shape);
    if (marked !== cell) return;
    if (coordinate.status === 0) text += ` · coordinate ${coordinate.out.trim()} · index ${index}`;
    text += ` · offset ${held}`;
  } else if (typeof held === "number") text += ` · ${held}`;
  else if (held?.length === 2) text += ` · thread ${held[0]}, value ${held[1]}`;
  $("place").textContent = text;
}

async function picture(words) {
  const svg = await ask(...words, "--format", "svg");
  if (svg.status !== 0) return svg;
  const json = await ask(...words, "--format", "json");
  const { title, panels } = json.status === 0 ? JSON.parse(json.out) : { panels: [] };
  draw(svg.out, panels.map((p) => ({ title, ...p })));
  return svg;
}

async function show() {
  const line = $("line").value.trim();
  let words = splitWords(line);
  $("picture").replaceChildren();
  $("answers").replaceChildren();
  $("place").textContent = "\u00a0";
  $("problem").hidden = true;
  if (words.length === 0) return;
  if (words.length === 1 && isLayout(words[0])) words = ["show", words[0]];
  if (decodeURIComponent(location.hash.slice(1)) !== line)
    history.replaceState(null, "", "#" + encodeURIComponent(line));

  const name = words[0], flags = words.some((w) => w.startsWith("--"));
  const refuse = (answer) => {
    $("problem").textContent = complaint(answer);
    $("problem").hidden = false;
  };
  let result = null; // a layout to go on with
  if (DRAWN.includes(name)) {
    const drawn = await picture(words);
    if (drawn.status !== 0) return refuse(drawn);
    if (name === "show" && words.length === 2) result = words[1];
    if (name === "banks") block("Counted", (await ask(...words)).out);
  } else {
    const operation = !WORDS.includes(name);
    const extra = operation && $("explain").checked && !flags ? ["--explain"] : [];
    const answer = await ask(...words, ...extra);
    if (answer.status !== 0) return refuse(answer);
    block(operation ? "Answer" : name, answer.out, true);
    if (operation) {
      const last = answer.out.trim().split("\n").find((l) => /^\S*:\S*/.test(l)) ?? "";
      result = /^(\S+:\S+)/.exec(last)?.[1] ?? null;
      if (result) await picture(words);
    }
  }
  if (result) await more(result);
}

// What else can be said of a layout.
async function more(layout) {
  if ($("banks").checked) {
    const words = ["banks", layout, "--type", $("type").value, "--access", $("access").value];
    if ($("swizzle").value.trim()) words.push("--swizzle", $("swizzle").value.trim());
    const counted = await ask(...words);
    if (counted.status === 0) await picture(words);
    block("Banks", counted.status === 0 ? counted.out : complaint(counted));
  }
  const literal = await ask("literal", layout);
  if (literal.status === 0) block("In a kernel of this course", `struct layout_literal l = ${literal.out.trim()};`, true);
  const cute = cuteLine(layout);
  if (cute) block("In CuTe", `auto l = ${cute};`, true);
}

// ---- The form -----------------------------------------------------------------------------------

const EXAMPLES = [
  "((2,4),(3,5)):((3,6),(1,24))",
  "composition (6,2):(8,2) (4,3):(3,1)",
  "logical_divide 24:1 4:2",
  "complement (2,2):(1,6) 24",
  "raked_product (2,5):(5,1) (3,4):(1,3)",
  "show 'Sw<3,2,3> o 0 o (8,32):(32,1)' --color bank",
  "tv SM80_16x8x16_F16F16F16F16_TN",
  "banks (8,64):(64,1) --type f16 --access 16",
  "banks (8,64):(64,1) --type f16 --access 16 --swizzle 3,3,3",
  "tiled_mma SM80_16x8x16_F32F16F16F32_TN --threads (2,2,1) --tile <32,32,16>",
];

function go(line) {
  $("line").value = line;
  return show();
}

function link(text, line) {
  const a = document.createElement("a");
  a.href = "#" + encodeURIComponent(line);
  a.textContent = text;
  return a;
}

$("form").addEventListener("submit", (event) => { event.preventDefault(); show(); });
for (const id of ["explain", "banks", "type", "access", "swizzle"]) $(id).addEventListener("change", show);
EXAMPLES.forEach((line) => $("examples").append(link(line, line), " "));
ask("--help").then(({ out }) => {
  for (const [, call, about] of out.matchAll(/^ {2}(\S.*?) {2,}(\S.*)$/gm)) {
    const item = document.createElement("li");
    const code = document.createElement("code");
    code.textContent = call;
    item.append(code, " " + about);
    item.onclick = () => { $("line").value = call.split(" ")[0] + " "; $("line").focus(); };
    $("operations").append(item);
    const option = document.createElement("option");
    option.value = call.split(" ")[0] + " ";
    option.label = call + ": " + about;
    $("names").append(option);
  }
});
