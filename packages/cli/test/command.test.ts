import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Summary } from "@cutpoint/eval";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "../src/command.ts";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cutpoint-rigs-"));
});

afterAll(() => rm(folder, { recursive: true }));

async function run(...values: string[]): Promise<{ code: number; out: string; errors: string }> {
  const out: string[] = [];
  const errors: string[] = [];
  const code = await runCommand(values, {
    print: (line) => out.push(line),
    printError: (line) => errors.push(line),
  });
  return { code, out: out.join("\n"), errors: errors.join("\n") };
}

async function rig(name: string, text: string): Promise<string> {
  const path = join(folder, `${name}.js`);
  await writeFile(path, text);
  return path;
}

/** A summarizer with a constant text, which passes some cases and fails others. */
function summarizer(more = ""): string {
  return `export const subjects = [{ type: "summarizer", name: "mine", ${more} rig: {
    kind: "model", instructions: "ignored",
    goodAnswer: () => "The harbour light is to be repaired; the key is with Marta Venn.",
    create: (model) => ({ name: "mine", summarize: async ({ maxTokens }, signal) => {
      const { text } = await model({ prompt: "Summarize.", maxTokens }, signal);
      return { text, method: "mine", calls: 1 };
    } }) } }];`;
}

describe("conformance", () => {
  test("prints a line for each case and returns 1 if a case fails", async () => {
    const { code, out } = await run("conformance", await rig("failing", summarizer()));
    expect(code).toBe(1);
    expect(out).toMatch(/^mine \(summarizer\)$/m);
    expect(out).toMatch(/^pass +prose-not-empty$/m);
    expect(out).toMatch(/^FAIL +rejects-empty-answer$/m);
    expect(out).toMatch(/^n\/a +rejects-nothing-to-tell: the text depends on the model$/m);
    expect(out).toMatch(/^\d+ pass, \d+ fail, \d+ n\/a$/m);
  });

  test("the process ends although a module leaves a timer behind", async ({ signal }) => {
    const module = await rig("endless", `${summarizer()} setInterval(() => {}, 1_000);`);
    const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
    const values = [
      "--conditions=@cutpoint/source",
      main,
      "conformance",
      module,
      "--case",
      "rejects-empty-answer",
    ];
    const run = promisify(execFile)(process.execPath, values, { signal });
    const ended: unknown = await run.catch((error: unknown) => error);
    expect(ended).toMatchObject({ code: 1, killed: false });
  });

  test("an expected failure does not fail the run, but an unexpected pass does", async () => {
    const expected = summarizer('expectedFailures: { "rejects-empty-answer": "not yet" },');
    const known = await run(
      "conformance",
      await rig("expected", expected),
      "--case",
      "rejects-empty-answer",
    );
    expect(known.code).toBe(0);
    expect(known.out).toMatch(/^expected failure +rejects-empty-answer: not yet$/m);

    const wrong = summarizer('expectedFailures: { "prose-not-empty": "not yet" },');
    const passing = await run(
      "conformance",
      await rig("unexpected", wrong),
      "--case",
      "prose-not-empty",
      "--quiet",
    );
    expect(passing.code).toBe(1);
    expect(passing.out).toMatch(/^UNEXPECTED PASS +prose-not-empty: .*not yet/m);
  });

  test.each([
    ["nothing", "export const other = 1;", "does not export subjects"],
    ["empty", "export const subjects = [];", "subjects is []: expected a list"],
    ["kind", "export const subjects = [{ type: 'car' }];", 'subjects[0].type is "car"'],
    ["name", "export const subjects = [{ type: 'store' }];", "subjects[0].name is undefined"],
    [
      "adapter",
      "export const subjects = [{ type: 'adapter', name: 'a', rig: { facts: {} } }];",
      "subjects[0].rig.features is undefined: expected the rig of an adapter",
    ],
    [
      "reasons",
      "export const subjects = [{ type: 'estimator', name: 'a', rig: { estimator: {}, countTokens() {} }, expectedFailures: ['x'] }];",
      "subjects[0].expectedFailures",
    ],
    ["syntax", "export const = 1;", "cannot be imported"],
  ])("rejects a module with invalid subjects: %s", async (name, text, expected) => {
    const { code, errors } = await run("conformance", await rig(name, text));
    expect(code).toBe(2);
    expect(errors).toContain(expected);
  });

  test("rejects an unknown case", async () => {
    const path = await rig("case", summarizer());
    const { code, errors } = await run("conformance", path, "--case", "no-such-case");
    expect(code).toBe(2);
    expect(errors).toContain('--case is "no-such-case": expected one of prose-not-empty');
  });
});

test.each([
  [["conformance"], "needs the path of a module"],
  [["conformance", "./not-there.js"], "./not-there.js does not exist"],
  [
    ["fly"],
    'command is "fly": expected conformance, eval, inspect, compact, handoff, hook, import, export, tune',
  ],
  [["conformance", import.meta.dirname], "is a folder: expected the file of a module"],
  [["conformance", "x.js", "--sample", "1"], "Unknown option '--sample'"],
  [["conformance", "--loud"], "Run cutpoint conformance --help"],
  [["--loud"], "--loud"],
  [["--loud"], "Run cutpoint --help"],
  [["compact"], "compact needs the path of one session, or - for standard input"],
  [["maintain"], "maintain needs one store, such as sqlite:agent.db"],
  [["maintain", "--loud"], "Run cutpoint maintain --help"],
])("prints an error for invalid arguments: %j", async (values, expected) => {
  const { code, errors } = await run(...values);
  expect(code).toBe(2);
  expect(errors).toContain(expected);
});

test("prints the help", async () => {
  const { code, out } = await run("--help");
  expect(code).toBe(0);
  expect(out).toContain("Usage: cutpoint conformance");
  for (const name of ["eval", "inspect", "compact", "handoff", "import", "export", "maintain"])
    expect(out).toMatch(new RegExp(`^ {7}cutpoint ${name} `, "mu"));
  expect(out).toContain("  --case <id> ");
  expect(out).toContain("  --judge <name> ");
});

test.each([
  ["conformance", "--case", "--judge"],
  ["eval", "--judge", "--case"],
])("%s --help prints the options of this command only", async (name, own, other) => {
  const { code, out } = await run(name, "--help");
  expect(code).toBe(0);
  expect(out).toContain(`  ${own} <`);
  expect(out).not.toContain(other);
});

describe("eval", () => {
  const transcript = {
    id: "boats",
    kind: "coding",
    messages: Array.from({ length: 40 }, (_, index) => ({
      role: index % 4 === 0 ? "user" : "assistant",
      content: `Look at loadKeel${index % 7} in src/boat${index % 5}/hull.ts.`,
    })),
  };

  async function file(name: string, text: string): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  }

  test("prints a table, goals and each transcript, and writes a page", async () => {
    const path = await file("boats.json", JSON.stringify(transcript));
    const page = join(folder, "page.html");
    const arms = ["--arm", "cutpoint", "--arm", "oracle"];
    const { out, errors, code } = await run("eval", path, ...arms, "--rounds", "2", "--html", page);
    expect(out).toMatch(/^oracle \(oracle\) .*100\.0/mu);
    expect(out).toMatch(/^cutpoint, 2 rounds /mu);
    expect(out).toMatch(/^(?:pass|short) coding 20\.0 % +Q /mu);
    expect(errors).toBe("1/1 boats");
    expect(code).toBe(0);
    expect(await readFile(page, "utf8")).toContain("<h2>coding</h2>");
  });

  test("--json prints the means instead of tables", async () => {
    const path = await file("boats.json", JSON.stringify(transcript));
    const { out } = await run("eval", path, "--arm", "oracle", "--budget", "0.2", "--json");
    const [first, ...others] = JSON.parse(out) as readonly Summary[];
    expect(first).toMatchObject({ kind: "coding", share: 0.2, role: "oracle", invalid: 0 });
    expect(first?.measures.quality).toBeCloseTo(0.76, 2);
    expect(others.every(({ share }) => share === null)).toBe(true);
  });

  test("--probes asks a reader about the views and records its answers", async () => {
    const path = await file("boats.json", JSON.stringify(transcript));
    const probe = { kind: "artifact", question: "Which hull?", reference: "src/boat1/hull.ts" };
    const cut = { transcript: "boats", cut: 30, probes: [{ id: "p1", ...probe }] };
    const probes = await file("probes.json", JSON.stringify({ version: 1, cuts: [cut] }));
    const reader = await file(
      "reader.js",
      `export const reader = async (prompt) => prompt.startsWith("Grade") ? "1 A 1" : "1: src/boat1/hull.ts";`,
    );
    const asked = ["eval", path, "--arm", "cutpoint", "--probes", probes, "--answers"];
    const answers = join(folder, "answers");
    const waiting = await run(...asked, answers);
    expect(waiting.out).toContain("1 of 1 answers have no grade; 1 are not read yet.");
    const { out, code } = await run(...asked, answers, "--reader", reader);
    expect(out).toMatch(/^cutpoint +100\.0 +0\.0 +– +– +100\.0 /mu);
    expect(code).toBe(0);
    expect((await run(...asked, answers)).out).toBe(out);
    const { errors } = await run("eval", path, "--probes", probes);
    expect(errors).toContain("--probes needs --answers");
    const other = await file("no-reader.js", "export const other = 1;");
    expect((await run(...asked, answers, "--reader", other)).errors).toContain("exports no reader");
    expect((await run("eval", path, "--answers", answers)).errors).toContain("needs --probes");
  });

  test("loads methods, summarizers and policies from modules", async () => {
    const path = await file("boats.json", JSON.stringify(transcript));
    const module = await file(
      "mine.js",
      `export const methods = [{ name: "silent", compact: () => "" }];
       export const summarizers = [{ name: "brief", summarize: async () => ({ text: "## Goal\\n- loadKeel1", method: "brief", calls: 0 }) }];
       export const policies = { "keep-half": { keep: { type: "share", share: 0.5 } } };`,
    );
    const { out } = await run("eval", path, "--method", module, "--budget", "0.5");
    for (const name of ["silent", "brief", "keep-half"])
      expect(out).toMatch(new RegExp(`^${name} `, "mu"));
    const bad = await file("bad-methods.js", "export const methods = [{ name: 'mine' }];");
    const { code, errors } = await run("eval", path, "--method", bad);
    expect(code).toBe(2);
    expect(errors).toContain(
      "methods[0] is invalid: expected an object with a name (string) and compact",
    );
  });

  test.each([
    [["--only", "poem"], '--only is "poem": expected coding, service, chat, recorded'],
    [["--sample", "few"], '--sample is "few": expected a number from 1'],
    [["--arm", "magic"], '--arm is "magic": expected oracle, cutpoint'],
    [["--judge", "magic"], '--judge is "magic": expected oracle, cutpoint'],
    [["--arm", "bm25", "--judge", "oracle"], '--judge is "oracle": expected bm25'],
  ])("rejects %j", async (flags, expected) => {
    const path = await file("boats.json", JSON.stringify(transcript));
    const { code, errors } = await run("eval", path, ...flags);
    expect(errors).toContain(expected);
    expect(code).toBe(2);
  });

  test("reports a missing path and a folder without transcripts", async () => {
    const { errors } = await run("eval", join(folder, "nowhere"));
    expect(errors).toContain("nowhere does not exist");
    const bare = await mkdtemp(join(folder, "bare-"));
    expect((await run("eval", bare)).errors).toContain("contains no transcript");
  });
});

test("input cannot control the terminal", async () => {
  const { code, errors } = await run("conformance", "no\u001B[2Jsuch\u009Brig.js");
  expect(code).toBe(2);
  expect(errors).toContain("no�[2Jsuch�rig.js");
  expect(errors).not.toMatch(/[^\P{Cc}\t\n]/u);
});
