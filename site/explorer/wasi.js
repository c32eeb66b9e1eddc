// SPDX-License-Identifier: MIT
//
// wasi.js: runs a C program that was compiled to WebAssembly, as a shell would: words in, exit
// status and what it printed out. Of WASI, the system calls of such programs, it has what stdio
// needs and no more: no files, no clock, no network.

// Each call is a new program: it begins with fresh memory.
function runProgram(module, words, input = "") {
  const written = [[], [], []]; // by file descriptor
  const stdin = new TextEncoder().encode(input);
  const argv = words.map((word) => new TextEncoder().encode(word + "\0"));
  let memory, taken = 0;

  const bytes = () => new Uint8Array(memory.buffer);
  const put = (at, value) => new DataView(memory.buffer).setUint32(at, value, true);
  const get = (at) => new DataView(memory.buffer).getUint32(at, true);
  const DONE = 0, BAD_DESCRIPTOR = 8, NOT_SEEKABLE = 70, NOT_SUPPORTED = 52;

  const calls = {
    args_sizes_get(count, size) {
      put(count, argv.length);
      put(size, argv.reduce((sum, word) => sum + word.length, 0));
      return DONE;
    },
    args_get(pointers, text) {
      for (const word of argv) {
        put(pointers, text);
        bytes().set(word, text);
        pointers += 4;
        text += word.length;
      }
      return DONE;
    },
    environ_sizes_get(count, size) {
      put(count, 0);
      put(size, 0);
      return DONE;
    },
    environ_get: () => DONE,
    fd_prestat_get: () => BAD_DESCRIPTOR, // no folder is open
    fd_write(fd, vectors, count, done) {
      let sum = 0;
      for (let i = 0; i < count; i++) {
        const at = get(vectors + 8 * i), length = get(vectors + 8 * i + 4);
        written[fd].push(bytes().slice(at, at + length));
        sum += length;
      }
      put(done, sum);
      return DONE;
    },
    fd_read(fd, vectors, count, done) {
      const length = Math.min(get(vectors + 4), stdin.length - taken);
      bytes().set(stdin.subarray(taken, taken + length), get(vectors));
      taken += length;
      put(done, length);
      return DONE;
    },
    fd_fdstat_get(fd, at) { // a character device, like a terminal
      bytes().fill(0, at, at + 24);
      bytes()[at] = 2;
      return DONE;
    },
    fd_close: () => DONE,
    fd_seek: () => NOT_SEEKABLE,
    proc_exit(status) {
      throw { status };
    },
  };
  const imports = new Proxy(calls, { get: (known, name) => known[name] ?? (() => NOT_SUPPORTED) });
  // What was not linked (site/explorer/cost/cost.c): to call it ends the program.
  const absent = new Proxy({}, { get: (_, name) => () => { throw new Error(`${name}() is not in this page`); } });
  const program = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports, env: absent });
  memory = program.exports.memory;

  let status = 0;
  try {
    program.exports._start();
  } catch (end) {
    if (end.status === undefined) throw end;
    status = end.status;
  }
  // A character may be split across two pieces: they are joined as bytes.
  const text = (pieces) => {
    const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      all.set(piece, at);
      at += piece.length;
    }
    return new TextDecoder().decode(all);
  };
  return { status, out: text(written[1]), err: text(written[2]) };
}

if (typeof module !== "undefined") module.exports = { runProgram };
