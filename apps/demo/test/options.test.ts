import { expect, test } from "vitest";
import { parseOptions } from "../src/options.ts";

test.each([
  [[], { windowTokens: 16_000, store: "jsonl", json: false, resume: false }],
  [["--window", "20000", "--json"], { windowTokens: 20_000, json: true }],
  [["--window=8000", "--store=memory"], { windowTokens: 8_000, store: "memory" }],
  [["--branches"], { branches: true, resume: false, html: false }],
  [["--html"], { html: true, json: false }],
  [["--html", "out.html", "--json"], { html: "out.html", json: true }],
  [["--html=out.html"], { html: "out.html" }],
  [["--resume"], { resume: true, store: "jsonl" }],
  [["--resume", "--store", "sqlite"], { resume: true, store: "sqlite" }],
  [["--resume", "--store", "postgres"], { resume: true, store: "postgres" }],
])("reads %j", (values, options) => {
  expect(parseOptions(values)).toMatchObject({ type: "options", options });
});

test.each([
  [["--window", "abc"], '--window is "abc": expected a whole number of tokens, at least 8000'],
  [["--window", "NaN"], '--window is "NaN": expected a whole number'],
  [["--window=-5"], '--window is "-5": expected'],
  [["--window", "7999"], '--window is "7999": expected a whole number of tokens, at least 8000'],
  [["--window", "1e9"], '--window is "1e9": expected'],
  [["--window"], "--window is missing: expected a whole number"],
  [["--store", "redis"], '--store is "redis": expected memory, jsonl, sqlite or postgres'],
  [["--store"], "--store is missing: expected memory, jsonl, sqlite or postgres"],
  [["--json=yes"], '--json is "yes": expected no value'],
  [["--colour"], "--colour is not an argument: use --window N"],
  [["fast"], "fast is not an argument: use --window N"],
  [["--resume", "--branches"], "--resume with --branches: --branches starts a new log"],
  [["--resume", "--store", "memory"], "--resume with --store memory: a log in memory ends"],
])("%j is a mistake that is named in one line", (values, message) => {
  const parsed = parseOptions(values);
  expect(parsed.type === "mistake" && parsed.message).toContain(message);
  expect(parsed.type === "mistake" && parsed.message).not.toContain("\n");
});
