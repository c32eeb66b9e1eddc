#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_page.py EXPLORER.html: the page itself, in headless Chromium: its programs, as it carries and unpacks them, draw
every committed picture of chapter 06 to the byte, and the page asks nothing of the network. Run in the repository root."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

CHROMIUM = [os.environ.get("CHROMIUM", "chromium"), "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=60000", "--dump-dom"]
# In the page's own thread: the time of headless Chromium does not wait for workers.
SCRIPT = """
const runHere = (() => { %s; return runProgram; })();
(async () => {
  const cases = %s, told = document.createElement("pre");
  told.id = "told";
  try {
    const module = await WebAssembly.compile(await unpack("program")), wrong = [];
    for (const [name, line, svg] of cases)
      if (runHere(module, ["06_layouts", ...splitWords(line), "--format", "svg"]).out !== svg) wrong.push(name);
    const cost = runHere(await WebAssembly.compile(await unpack("cost-program")), ["cost", "09_hopper", "--predict", "--format", "json", "--step", "5"]);
    const requests = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => !name.startsWith("blob:"));
    told.textContent = JSON.stringify({ cases: cases.length, wrong, cost: cost.status, requests });
  } catch (fault) { told.textContent = JSON.stringify({ fault: String(fault) }); }
  document.body.append(told);
})();
"""


def main():
    page = pathlib.Path(sys.argv[1]).read_text()
    lines = pathlib.Path("mk/pictures.txt").read_text().splitlines()
    rows = [line.split(maxsplit=1) for line in lines if line.startswith("06_layouts/")]
    cases = [(name, line, pathlib.Path(f"{name}.svg").read_text()) for name, line in rows]
    inlined = re.search(r'id="worker">(.*?)// worker.js', page, re.S)[1].rsplit("// SPDX", 1)[0]
    script = SCRIPT % (inlined, json.dumps(cases).replace("</", "<\\/"))
    with tempfile.TemporaryDirectory() as place:
        copy = pathlib.Path(place, "explorer.html")
        copy.write_text(page.replace("</body>", f"<script>{script}</script></body>"))
        said = subprocess.run([*CHROMIUM, f"file://{copy}"], capture_output=True, text=True, timeout=120).stdout
    told = re.search(r'<pre id="told">(.*?)</pre>', said)
    told = json.loads(told[1]) if told else {"fault": "no answer"}
    right = told.get("cases") == len(cases) and not told["wrong"] and not told["requests"] and told["cost"] == 0
    right = right and "connect-src 'none'" in page
    print(f"explorer, in Chromium: {told}", file=sys.stdout if right else sys.stderr)
    return not right


sys.exit(main())
