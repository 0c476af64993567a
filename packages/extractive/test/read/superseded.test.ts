import { runAtOnce, toolRuns } from "@cutpoint/core/kit";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { itemsOf, run } from "../../../core/test/digest/conversation.ts";
import { carriedLines } from "../../src/read/carried.ts";
import { readSourceLines } from "../../src/read/lines.ts";
import { relativeTo } from "../../src/read/paths.ts";
import { readSuperseded } from "../../src/read/superseded.ts";

/** The lines of some messages and of an earlier summary that are not superseded. */
function currentLines(
  runs: readonly ReturnType<typeof run>[],
  carried: readonly string[] = [],
): string {
  const items = itemsOf(...runs.flat());
  const all = toolRuns(items);
  const shorten = relativeTo(null);
  const isSuperseded = runAtOnce(readSuperseded(items, all, shorten));
  return [
    ...carriedLines(carried).filter((line) => !isSuperseded(line)),
    ...runAtOnce(readSourceLines(items, all, shorten, isSuperseded)),
  ]
    .map(({ source, text }) => source.label + text)
    .join("\n");
}

const path = "src/tide.ts";
const before = "return harbour.locks.length * 2;";
const after = "return harbour.locks.length;";
const read = (text: string, callId = "read"): ReturnType<typeof run> =>
  run("read", { path }, `${text}\nexport const open = true;`, { callId });
const edit = (options: { readonly failed?: boolean } = {}): ReturnType<typeof run> =>
  run("edit", { path, old_string: before, new_string: after }, "ok", options);

test("a line that an edit replaced is left out, and comes back if it is read again", () => {
  expect(currentLines([read(before)])).toContain(before);
  const edited = currentLines([read(before), edit()]);
  expect(edited).not.toContain(before);
  expect(edited).toContain("src/tide.ts: export const open = true;");
  expect(currentLines([read(before), edit(), read(before, "again")])).toContain(before);
});

test("a failed edit replaces nothing", () => {
  expect(currentLines([read(before), edit({ failed: true })])).toContain(before);
});

test("a line that an edit keeps stays", () => {
  const longer = run("edit", { path, old_string: before, new_string: `${before}\n${after}` }, "ok");
  expect(currentLines([read(before), longer])).toContain(`src/tide.ts: ${before}`);
});

test("a replaced line of an earlier summary is left out", () => {
  expect(currentLines([edit()], [`src/tide.ts: ${before}`, "src/tide.ts: open"])).not.toContain(
    before,
  );
});

test("lines of a file that is written later are left out, those of other files stay", () => {
  const write = (name: string, options = {}): ReturnType<typeof run> =>
    run("write", { path: name, content: after }, "ok", { callId: "write", ...options });
  expect(currentLines([read(before), write(path)])).not.toContain("export const open");
  expect(currentLines([read(before), write("src/other.ts")])).toContain("export const open");
  expect(currentLines([write(path)])).toContain(after);
  expect(currentLines([read(before), write(path, { failed: true })])).toContain(
    "export const open",
  );
});

test("what a command printed is left out if it ran again", () => {
  const make = (command: string, result: string, failed: boolean): ReturnType<typeof run> =>
    run("bash", { command }, result, { failed, callId: result });
  const broken = make("make test", "3 tests of the tide table failed", true);
  const passed = "12 tests of the tide table passed";
  expect(currentLines([broken])).toContain("3 tests");
  expect(currentLines([broken, make("make test", passed, false)])).not.toContain("3 tests");
  expect(currentLines([broken, make("make lint", passed, false)])).toContain("3 tests");
  const again = currentLines([make("make test", passed, false), broken]);
  expect(again).toContain("3 tests");
  expect(again).not.toContain("12 tests");
});

const states = fc.uniqueArray(fc.constantFrom("open", "waiting", "moored", "closed", "left"), {
  minLength: 2,
});

test("a call with the same arguments leaves what it returns again, and of the newest all", () => {
  fc.assert(
    fc.property(
      states,
      fc.constantFrom("get_lock", "write_stdin", "search_boats", "Read"),
      fc.dictionary(fc.constantFrom("id", "path", "query", "session_id"), fc.nat(), { minKeys: 1 }),
      (said, name, values) => {
        const text = (state: string): string => `The boat is ${state}.\nThe lock is Lower Mill.`;
        const calls = said.map((state) => run(name, values, text(state), { callId: state }));
        const lines = currentLines(calls);
        for (const [place, state] of said.entries())
          expect(lines.includes(text(state).split("\n", 1)[0] ?? "")).toBe(
            place === said.length - 1,
          );
        expect(lines).toContain("The lock is Lower Mill.");
        const others = said.map((state) => run(name, { ...values, state }, text(state)));
        for (const state of said) expect(currentLines(others)).toContain(`The boat is ${state}.`);
      },
    ),
  );
});

test("calls with the same arguments that return what is new replace nothing", () => {
  const polls = ["Compiling 12 files.\n2 files failed.", "Linking.\nDone in 4 s."].map(
    (text, place) => run("write_stdin", { session_id: 7, chars: "" }, text, { callId: `${place}` }),
  );
  const lines = currentLines(polls);
  for (const line of ["2 files failed.", "Done in 4 s."]) expect(lines).toContain(line);
});

test("a repeated call that failed, and a command in another directory, replace nothing", () => {
  const [open, failed] = [
    run("get_lock", { id: 7 }, "The lock is open."),
    run("get_lock", { id: 7 }, "No network here.", { failed: true, callId: "again" }),
  ];
  expect(currentLines([open, failed])).toContain("The lock is open.");
  const status = (workdir: string, timeout: number): ReturnType<typeof run> =>
    run("bash", { command: "git status", workdir, timeout }, `On branch ${workdir}`, {
      callId: `${timeout}`,
    });
  expect(currentLines([status("/locks", 1), status("/boats", 2)])).toContain("branch /locks");
  const again = currentLines([status("/locks", 1), status("/locks", 2)]);
  expect(again.match(/branch \/locks/gu)).toHaveLength(1);
});

test("a command that still runs leaves an earlier summary as it is", () => {
  const make = (callId: string): ReturnType<typeof run> =>
    run("bash", { command: "make" }, "ok 12", { callId });
  const carried = "src/gate.ts: const valve = 7;";
  expect(currentLines([make("a"), make("b").slice(0, 1)], [carried])).toContain("valve = 7");
});
