import { isDeepStrictEqual } from "node:util";
import type { History, Part, View } from "@cutpoint/core";
import * as fc from "fast-check";
import type { Expected, ModelLog } from "../reference/model-log.ts";
import { anyStep, createLogWriter, type LogImplementation } from "./log-writer.ts";
import { expectNone } from "./proving.ts";

/** A log that is reopened from its tail before every step shows the same as a model that reads everything. */
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

/** Opening a log reads only entries after the boundary of its newest state. */
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
  const steps = fc.array(anyStep, { minLength: 3, maxLength: 22, size: "max" });
  return fc.asyncProperty(steps, async (steps) => {
    const writer = createLogWriter(implementation);
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
  const prefix = history.state?.prefix ?? [];
  same(
    "prefix",
    prefix.filter((block) => block.kind !== "pin"),
    expected.prefix,
  );
  same(
    "pins in the prefix",
    prefix
      .filter((block) => block.kind === "pin")
      .map((block) => [block.sourceId, block.part] as const)
      .toSorted(byFirst),
    expected.pinsInPrefix
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

function misjudgedUsage(reported: number | null, { reportedTokens }: Expected): string[] {
  const wanted = reportedTokens.at(-1) ?? null;
  return reported === wanted ? [] : [`the size reported should be ${wanted}, is ${reported}`];
}

function byFirst(left: readonly unknown[], right: readonly unknown[]): number {
  return JSON.stringify(left).localeCompare(JSON.stringify(right));
}
