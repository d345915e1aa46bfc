#!/usr/bin/env node
// A complete player for `ginrummy arena ./ten_lines.js simple`: it knocks as soon as possible, otherwise discards for
// the least deadwood.

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { type, view } = JSON.parse(line);
  if (type === "hello") say({ type: "hello", protocol: 1, name: "ten lines of JavaScript" });
  if (type !== "decide") return;
  const closing = view.legal.find((move) => /^(biggin|gin|knock)/.test(move));
  const left = (move) => view.leaves[move] ?? 0;
  say({ move: closing ?? view.legal.reduce((best, move) => (left(move) < left(best) ? move : best)) });
});
