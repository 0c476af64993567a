import { isDeepStrictEqual } from "node:util";
import {
  assistantMessage,
  type CompactionState,
  type History,
  type Message,
  type Part,
  userMessage,
  type View,
} from "@cutpoint/core";
import type { Entry } from "@cutpoint/session";
import * as fc from "fast-check";
import { record } from "../generate/record.ts";
import { createModelLog, type Expected, type ModelLog } from "../reference/model-log.ts";
import { expectNone } from "./proving.ts";

/** What the law needs of a log's readers and writers. */
export type LogImplementation = {
  readonly fold: (entriesNewestFirst: Iterable<Entry>) => History;
  readonly viewOf: (history: History) => View;
  /** The mark of a compaction that keeps about `keepTokens`; `null` where there is nothing to cover. */
  readonly compact: (
    history: History,
    keepTokens: number,
    label: string,
  ) => Promise<CompactionState | null>;
  /** The mark as it is committed upon a history that messages have been added to since it was made. */
  readonly commit: (state: CompactionState, current: History) => CompactionState;
  /** What the newest answer reports that still measures the context; `null` where none does. */
  readonly reportedTokens: (history: History) => number | null;
  readonly resetMark: (head: string) => CompactionState;
  readonly revertMark: (entriesNewestFirst: Iterable<Entry>, targetId: string) => CompactionState;
  readonly writesNavigation: boolean;
};

type Step =
  | { readonly type: "append"; readonly count: number }
  | { readonly type: "compact"; readonly keep: number; readonly arriving: number }
  | { readonly type: "hide"; readonly pick: number; readonly again: boolean }
  | { readonly type: "pin"; readonly pick: number; readonly loose: boolean }
  | { readonly type: "unpin"; readonly pick: number }
  | { readonly type: "revert"; readonly pick: number }
  | { readonly type: "reset" }
  | { readonly type: "navigate"; readonly pick: number; readonly summary: boolean }
  | { readonly type: "note" };

const pick = fc.nat(40);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: record({
      type: fc.constant("append" as const),
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 6,
    arbitrary: record({
      type: fc.constant("compact" as const),
      keep: fc.integer({ min: 1, max: 500 }),
      arriving: fc.nat(2),
    }),
  },
  {
    weight: 3,
    arbitrary: record({ type: fc.constant("hide" as const), pick, again: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: record({ type: fc.constant("pin" as const), pick, loose: fc.boolean() }),
  },
  { weight: 2, arbitrary: record({ type: fc.constant("unpin" as const), pick }) },
  { weight: 3, arbitrary: record({ type: fc.constant("revert" as const), pick }) },
  { weight: 1, arbitrary: record({ type: fc.constant("reset" as const) }) },
  {
    weight: 3,
    arbitrary: record({ type: fc.constant("navigate" as const), pick, summary: fc.boolean() }),
  },
  { weight: 1, arbitrary: record({ type: fc.constant("note" as const) }) },
);

/**
 * A log reopened from its tail before every step shows what a model shows that keeps everything and looks through all
 * of it.
 */
export function logAgreesWithModel(implementation: LogImplementation): fc.IAsyncProperty<unknown> {
  return atEveryStep(implementation, (model, when) => {
    const history = implementation.fold(model.entries.toReversed());
    const view = implementation.viewOf(history);
    const expected = model.expected();
    expectNone(
      [
        ...disagreements(history, view, expected),
        ...misjudgedUsage(implementation.reportedTokens(history), expected),
      ],
      `the log ${when}`,
    );
  });
}

/** Opening a log reads no further back than to the boundary of its newest mark. */
export function openingReadsTheViewAlone(
  implementation: LogImplementation,
): fc.IAsyncProperty<unknown> {
  return atEveryStep(implementation, (model, when) => {
    let read = 0;
    const counted = (function* () {
      for (const entry of model.entries.toReversed()) {
        read += 1;
        yield entry;
      }
    })();
    const { state } = implementation.fold(counted);
    const boundary = model.entries.findIndex((entry) => entry.id === state?.compactedThrough);
    const allowed = model.entries.length - Math.max(0, boundary);
    if (read > allowed)
      throw new Error(`the log ${when}: read ${read} entries, ${allowed} hold the view`);
  });
}

function atEveryStep(
  implementation: LogImplementation,
  check: (model: ModelLog, when: string) => void,
): fc.IAsyncProperty<unknown> {
  const steps = fc.array(step, { minLength: 3, maxLength: 22, size: "max" });
  return fc.asyncProperty(steps, async (steps) => {
    const writer = createWriter(implementation);
    await writer.play({ type: "append", count: 3 });
    for (const [place, step] of steps.entries()) {
      check(writer.model, `before step ${place}`);
      await writer.play(step);
    }
    check(writer.model, "at the end");
  });
}

export function disagreements(history: History, view: View, expected: Expected): string[] {
  const broken: string[] = [];
  const same = (what: string, actual: unknown, wanted: unknown): void => {
    if (!isDeepStrictEqual(actual, wanted))
      broken.push(`${what} should be ${JSON.stringify(wanted)}, is ${JSON.stringify(actual)}`);
  };
  const head = history.state?.prefix ?? [];
  same(
    "the head",
    head.filter((piece) => piece.kind !== "pin"),
    expected.head,
  );
  same(
    "pins in the head",
    head
      .filter((piece) => piece.kind === "pin")
      .map((piece) => [piece.sourceId, piece.part] as const)
      .toSorted(byFirst),
    expected.pinsInHead
      .flatMap(({ pinId, message }) =>
        (message.parts as readonly Part[]).map((part) => [pinId, part] as const),
      )
      .toSorted(byFirst),
  );
  const shown = view.ids.flatMap((id, place) => {
    const message = view.messages[place];
    return id === null || message === undefined ? [] : [{ id, parts: message.parts }];
  });
  same(
    "items",
    shown,
    expected.items.map(({ id, parts }) => ({ id, parts })),
  );
  const pins = new Set([
    ...Object.keys(history.state?.pinned ?? {}),
    ...history.items.filter((item) => item.pinId !== undefined).map((item) => item.id),
  ]);
  same(
    "pinned items",
    expected.items.filter((item) => pins.has(item.id)).map((item) => item.id),
    expected.items.filter((item) => item.pinned).map((item) => item.id),
  );
  return broken;
}

function misjudgedUsage(reported: number | null, { anchoring }: Expected): string[] {
  const wanted = anchoring.at(-1) ?? null;
  return reported === wanted ? [] : [`the size reported should be ${wanted}, is ${reported}`];
}

type Writer = { readonly model: ModelLog; play(step: Step): Promise<void> };

function createWriter(implementation: LogImplementation): Writer {
  const model = createModelLog();
  let count = 0;

  function link<Kind extends string>(
    kind: Kind,
  ): { id: string; parentId: string | null; at: number } {
    count += 1;
    return { id: `${kind}${count}`, parentId: model.head(), at: count };
  }

  function write(entry: Entry, undone?: string): void {
    model.append(entry, undone);
  }

  function say(): void {
    const { id, parentId, at } = link("m");
    write({ id, parentId, at, type: "message", message: messageOf(id, count) });
  }

  const reopened = (): History => implementation.fold(model.entries.toReversed());
  const messages = (): readonly string[] =>
    model
      .path()
      .filter((entry) => entry.type === "message")
      .map((entry) => entry.id);

  async function compact(keep: number, arriving: number): Promise<void> {
    const state = await implementation.compact(reopened(), keep, `summary ${count}`);
    for (let more = 0; more < arriving; more += 1) say();
    if (state === null) return;
    write({
      ...link("c"),
      type: "compaction",
      reason: "manual",
      state: implementation.commit(state, reopened()),
      receipt: null,
    });
  }

  function pin(pick: number, loose: boolean): void {
    const itemId = chosen(messages(), pick);
    const said = model.entries.find((entry) => entry.id === itemId);
    const pinned = new Set(
      model
        .path()
        .flatMap((entry) =>
          entry.type === "pin" && entry.itemId !== undefined ? [entry.itemId] : [],
        ),
    );
    const pinEntry = link("p");
    if (loose || said?.type !== "message" || pinned.has(said.id))
      write({
        ...pinEntry,
        type: "pin",
        pinId: pinEntry.id,
        message: userMessage(`rule ${pinEntry.id}`),
      });
    else
      write({
        ...pinEntry,
        type: "pin",
        pinId: pinEntry.id,
        itemId: said.id,
        message: said.message,
      });
  }

  function navigate(pick: number, withSummary: boolean): void {
    const from = model.head();
    model.navigate(chosen([null, ...model.entries.map((entry) => entry.id)], pick) ?? null);
    if (!withSummary && !implementation.writesNavigation) return;
    const { id, parentId, at } = link("b");
    const text = `what branch ${id} was about`;
    write({
      id,
      parentId,
      at,
      type: "branch",
      from,
      summary: withSummary ? { text, origin: "own", digest: null } : null,
    });
  }

  async function play(step: Step): Promise<void> {
    switch (step.type) {
      case "append":
        for (let more = 0; more < step.count; more += 1) say();
        return;
      case "compact":
        return compact(step.keep, step.arriving);
      case "hide": {
        const id = chosen(messages(), step.pick);
        if (id === undefined) return;
        const text = `${id} was hidden${step.again ? " again" : ""} at ${count}`;
        write({ ...link("h"), type: "hide", replacements: { [id]: [{ type: "text", text }] } });
        return;
      }
      case "pin":
        return pin(step.pick, step.loose);
      case "unpin": {
        const pinId = chosen(model.activePins(), step.pick);
        if (pinId !== undefined) write({ ...link("u"), type: "pin", pinId, message: null });
        return;
      }
      case "revert": {
        const target = chosen(model.undoable(), step.pick);
        if (target === undefined) return;
        const state = implementation.revertMark(model.entries.toReversed(), target.id);
        write(
          { ...link("r"), type: "compaction", reason: "revert", state, receipt: null },
          target.id,
        );
        return;
      }
      case "reset": {
        const head = model.head();
        if (head === null) return;
        const state = implementation.resetMark(head);
        write({ ...link("z"), type: "compaction", reason: "reset", state, receipt: null });
        return;
      }
      case "navigate":
        return navigate(step.pick, step.summary);
      case "note":
        write({ ...link("n"), type: "note", kind: "test", value: count });
        return;
    }
  }

  return { model, play };
}

/** Long enough that a summary is shorter; each unlike every other, and answers report their number as usage. */
function messageOf(id: string, count: number): Message {
  const text = `${id} ${"says something of some length ".repeat(12)}`;
  return count % 2 === 0
    ? userMessage(text)
    : { ...assistantMessage(text), usage: { inputTokens: count, outputTokens: 0 } };
}

function chosen<T>(from: readonly T[], pick: number): T | undefined {
  return from.length === 0 ? undefined : from[from.length - 1 - (pick % from.length)];
}

function byFirst(left: readonly unknown[], right: readonly unknown[]): number {
  return JSON.stringify(left).localeCompare(JSON.stringify(right));
}
