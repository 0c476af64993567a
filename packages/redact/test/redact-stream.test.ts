import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redactSecrets } from "../src/redact-secrets.ts";
import { redactStream } from "../src/redact-stream.ts";
import { harmless, named, tokens } from "./support/secret-examples.ts";
import { cases } from "../../../tooling/laws/src/cases.ts";

const key = `-----BEGIN PRIVATE KEY-----\n${`${"Ab1+".repeat(16)}\n`.repeat(30)}-----END PRIVATE KEY-----`;
const lines = [
  ...tokens.map(([, secret]) => `a token ${secret}.`),
  ...[...named, ...harmless].map(([text]) => text),
  key,
  "machine example.com\nlogin ann\npassword Ab1Cd2Ef3",
  "-----BEGIN CERTIFICATE-----",
  "",
  "word ".repeat(50),
];

async function redacted(pieces: Iterable<string>): Promise<string> {
  let text = "";
  for await (const piece of redactStream(pieces)) text += piece;
  return text;
}

function piecesOf(text: string, sizes: readonly number[]): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  for (let place = 0; start < text.length; place += 1) {
    const end = start + (sizes[place % sizes.length] ?? 1);
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

describe("a stream", () => {
  test("is redacted like the whole text, wherever its pieces are cut", async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 5 });
    const texts = fc.array(fc.constantFrom(...lines), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(texts, sizes, async (chosen, cuts) => {
        const text = chosen.join("\n");
        expect(await redacted(piecesOf(text, cuts))).toBe(redactSecrets(text));
      }),
      cases(200),
    );
  });

  test("yields lines before it ends", async () => {
    const stream = redactStream(["one\ntwo\n", "three\nfour\n", "five"]);
    expect(await stream.next()).toEqual({ done: false, value: "one\ntwo\n" });
  });

  test("holds a limited text, and takes linear time, without a line break or the end of a key", async () => {
    for (const start of ["", "-----BEGIN PRIVATE KEY-----\n"]) {
      let held = start.length;
      let most = 0;
      const pieces = function* (): Generator<string> {
        yield start;
        for (let piece = 0; piece < 4_000; piece += 1) {
          held += 100;
          most = Math.max(most, held);
          yield `${"x".repeat(98)} ${start === "" ? "y" : "\n"}`;
        }
      };
      const before = process.cpuUsage();
      for await (const piece of redactStream(pieces())) held -= piece.length;
      expect(most).toBeLessThan(70_000);
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(3_000);
    }
  });
});
