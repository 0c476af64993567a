import { assistantMessage, type Message, textOf, toolMessage } from "@cutpoint/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { words } from "../../../tooling/laws/src/generate/sized-messages.ts";
import { counting, tree, type Tree } from "./support/tree.ts";

const POINTER =
  "[Unchanged since it was read above: a.ts. Not shown again; read it once more where it is no longer to be seen.]";

let calls = 0;

/** A call to read a file, with its result. */
function read(
  text: string,
  values: Readonly<Record<string, unknown>> = { path: "a.ts" },
  failed = false,
): readonly Message[] {
  calls += 1;
  const call = { callId: `c${calls}`, name: "read", arguments: JSON.stringify(values) };
  return [assistantMessage("", [call]), toolMessage(call, text, failed)];
}

/** The text of each result in the view: its repeated word, or a reference. */
function results({ session }: Pick<Tree, "session">): readonly string[] {
  return session
    .view()
    .messages.filter(({ role }) => role === "tool")
    .map((message) => (textOf(message) === POINTER ? "above" : textOf(message).slice(0, 4)));
}

const one = words(200, "one.");
const two = words(200, "two.");

describe("a read whose content is visible already", () => {
  test("is replaced by a reference, and the log keeps the content", async () => {
    const grown = await tree({ repeatedReads: "point" });
    const [, first] = await grown.session.append(read(one));
    const ids = await grown.session.append(read(one));
    expect(results(grown)).toEqual(["one.", "above"]);
    expect(grown.store.entries.at(-1)).toMatchObject({
      type: "hide",
      replacements: { [ids.at(-1) ?? ""]: [{ type: "text", text: POINTER }] },
      repeats: { [ids.at(-1) ?? ""]: first },
    });
    expect(JSON.stringify(grown.store.entries.at(-2))).toContain(one);
    const again = await tree({ store: grown.store, ...counting(grown.store) });
    expect(JSON.stringify(again.session.view())).toBe(JSON.stringify(grown.session.view()));
    await grown.session.append([...read(one), ...read(two), ...read(two)]);
    expect(results(grown)).toEqual(["one.", "above", "above", "two.", "above"]);
  });

  test("is shown again by default", async () => {
    const grown = await tree();
    await grown.session.append([...read(one), ...read(one)]);
    expect(results(grown)).toEqual(["one.", "one."]);
  });

  test.each([
    ["its content has changed", read(two)],
    ["it is of another file", read(one, { path: "b.ts" })],
    ["it is of another part", read(one, { path: "a.ts", offset: 5 })],
    ["it failed", read(one, { path: "a.ts" }, true)],
  ])("is shown if %s", async (_name, messages) => {
    const grown = await tree({ repeatedReads: "point" });
    await grown.session.append([...read(one), ...messages]);
    expect(results(grown)).not.toContain("above");
  });

  test("is shown if it is not larger than the reference", async () => {
    const grown = await tree({ repeatedReads: "point" });
    await grown.session.append([...read("short"), ...read("short")]);
    expect(results(grown)).toEqual(["shor", "shor"]);
  });

  test("is shown if the earlier one is hidden, compacted or on another branch", async () => {
    const grown = await tree({ repeatedReads: "point" });
    const ids = await grown.session.append(read(one));
    await grown.session.hide(ids.at(-1) ?? "", "[Hidden]");
    await grown.session.append(read(one));
    expect(results(grown)).toEqual(["[Hid", "one."]);
    await grown.session.append(read(one));
    expect(results(grown)).toEqual(["[Hid", "one.", "above"]);
    await grown.session.navigate(ids[0] ?? null);
    await grown.session.append(read(one));
    expect(results(grown).at(-1)).toBe("one.");
    await grown.session.reset();
    await grown.session.append(read(one));
    expect(results(grown)).toEqual(["one."]);
  });

  test("the view with references resolved equals the view without them, for any reads", async () => {
    const step = fc.tuple(fc.constantFrom("a", "b"), fc.constantFrom(one, two, "s"));
    const law = fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const [pointing, showing] = [await tree({ repeatedReads: "point" }), await tree()];
      for (const [path, text] of steps) {
        const messages = read(text, { path });
        await pointing.session.append(messages);
        await showing.session.append(messages);
      }
      const seen = new Map<string, string>();
      const paths = steps.map(([path]) => path);
      const shown = pointing.session.view().messages.filter(({ role }) => role === "tool");
      const said = showing.session.view().messages.filter(({ role }) => role === "tool");
      for (const [place, message] of shown.entries()) {
        const text = textOf(message);
        const whole = textOf(said[place] ?? message);
        const key = `${paths[place]}: ${whole}`;
        const isPointer = text.startsWith("[Unchanged since it was read above");
        if (isPointer !== (seen.has(key) && whole.length > 600))
          throw new Error(`result ${place} is ${text.slice(0, 40)}`);
        seen.set(key, whole);
      }
    });
    const found = await fc.check(law, { numRuns: 60, seed: 60 });
    expect(fc.defaultReportMessage(found) ?? null).toBeNull();
  });
});
