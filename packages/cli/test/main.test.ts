import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

const MAIN = join(import.meta.dirname, "../src/main.ts");

test("a reader that closes the pipe ends the command without an error", async () => {
  const command = spawn(process.execPath, ["--conditions=@cutpoint/source", MAIN, "--help"]);
  command.stdout.destroy();
  const [errors] = await Promise.all([text(command.stderr), once(command, "exit")]);
  expect({ code: command.exitCode, errors }).toEqual({ code: 0, errors: "" });
});

test("a module of another type is rejected", async () => {
  const file = join(import.meta.dirname, "../README.md");
  const values = ["--conditions=@cutpoint/source", MAIN, "conformance", file];
  const command = spawn(process.execPath, values);
  const [errors] = await Promise.all([text(command.stderr), once(command, "exit")]);
  expect(command.exitCode).toBe(2);
  expect(errors).toContain(`cutpoint: ${file} cannot be imported: Unknown file extension ".md"`);
  expect(errors).toContain("expected a module in JavaScript or TypeScript");
});
