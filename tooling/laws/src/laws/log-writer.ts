import {
  assistantMessage,
  type CompactionState,
  type History,
  type Message,
  userMessage,
  type View,
} from "@cutpoint/core";
import type { Entry } from "@cutpoint/session";
import * as fc from "fast-check";
import { variant } from "../generate/record.ts";
import { createModelLog, type ModelLog } from "../reference/model-log.ts";

/** A prepared compaction: the resulting state, and the state after messages were added. */
export type PreparedState = {
  readonly state: CompactionState;
  readonly apply: (current: History) => CompactionState;
};

/** Functions of the session that read and write logs. */
export type LogImplementation = {
  readonly fold: (entriesNewestFirst: Iterable<Entry>) => History;
  readonly viewOf: (history: History) => View;
  /** Prepares a compaction that keeps about `keepTokens`, or returns `null` if there is nothing to compact. */
  readonly prepare: (
    history: History,
    keepTokens: number,
    label: string,
  ) => Promise<PreparedState | null>;
  /** Returns the reported tokens that still apply to the context, or `null`. */
  readonly reportedTokens: (history: History) => number | null;
  readonly stateAfterReset: (head: string, current: CompactionState | null) => CompactionState;
  readonly stateAfterRevert: (path: readonly Entry[], targetId: string) => CompactionState;
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

/** Generates a change of a log. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  variant(8, "append", { count: fc.integer({ min: 1, max: 3 }) }),
  variant(6, "compact", { keep: fc.integer({ min: 1, max: 500 }), arriving: fc.nat(2) }),
  variant(3, "hide", { pick, again: fc.boolean() }),
  variant(3, "pin", { pick, loose: fc.boolean() }),
  variant(2, "unpin", { pick }),
  variant(3, "revert", { pick }),
  variant(1, "reset", {}),
  variant(3, "navigate", { pick, summary: fc.boolean() }),
  variant(1, "note", {}),
);

/** Writes a log step by step, as a session does. */
export type LogWriter = { readonly model: ModelLog; play(step: Step): Promise<void> };

export function createLogWriter(implementation: LogImplementation): LogWriter {
  const pen = createPen();
  return { model: pen.model, play: (step) => play(pen, implementation, step) };
}

type Pen = {
  readonly model: ModelLog;
  /** Returns the ids and the time of the next entry. */
  readonly link: (kind: string) => { id: string; parentId: string | null; at: number };
  /** Returns the number of entries so far. */
  readonly count: () => number;
  readonly say: () => void;
};

function createPen(): Pen {
  const model = createModelLog();
  let count = 0;
  const link: Pen["link"] = (kind) => {
    count += 1;
    return { id: `${kind}${count}`, parentId: model.head(), at: count };
  };
  return {
    model,
    link,
    count: () => count,
    say() {
      const next = link("m");
      model.append({ ...next, type: "message", message: messageOf(next.id, count) });
    },
  };
}

async function play(pen: Pen, implementation: LogImplementation, step: Step): Promise<void> {
  const { count, link, model, say } = pen;
  switch (step.type) {
    case "append":
      for (let more = 0; more < step.count; more += 1) say();
      return;
    case "compact":
      return compact(pen, implementation, step);
    case "hide": {
      const id = chosen(messagesOf(model), step.pick);
      if (id === undefined) return;
      const text = `${id} was hidden${step.again ? " again" : ""} at ${count()}`;
      model.append({
        ...link("h"),
        type: "hide",
        replacements: { [id]: [{ type: "text", text }] },
      });
      return;
    }
    case "pin":
      return pin(pen, step);
    case "unpin": {
      const pinId = chosen(model.activePins(), step.pick);
      if (pinId !== undefined) model.append({ ...link("u"), type: "pin", pinId, message: null });
      return;
    }
    case "revert": {
      const target = chosen(model.undoable(), step.pick);
      if (target === undefined) return;
      const state = implementation.stateAfterRevert(model.path().toReversed(), target.id);
      model.append(
        { ...link("r"), type: "compaction", reason: "revert", state, receipt: null },
        target.id,
      );
      return;
    }
    case "reset": {
      const path = model.path().toReversed();
      const head = path[0]?.id;
      if (head === undefined) return;
      const state = implementation.stateAfterReset(head, implementation.fold(path).state);
      model.append({ ...link("z"), type: "compaction", reason: "reset", state, receipt: null });
      return;
    }
    case "navigate":
      return navigate(pen, implementation, step);
    case "note":
      model.append({ ...link("n"), type: "note", kind: "test", value: count() });
      return;
  }
}

async function compact(
  { count, link, model, say }: Pen,
  { fold, prepare }: LogImplementation,
  { arriving, keep }: Step & { type: "compact" },
): Promise<void> {
  const reopened = (): History => fold(model.entries.toReversed());
  const prepared = await prepare(reopened(), keep, `summary ${count()}`);
  for (let more = 0; more < arriving; more += 1) say();
  if (prepared === null) return;
  model.append({
    ...link("c"),
    type: "compaction",
    reason: "manual",
    state: prepared.apply(reopened()),
    receipt: null,
  });
}

function pin({ link, model }: Pen, { loose, pick }: Step & { type: "pin" }): void {
  const itemId = chosen(messagesOf(model), pick);
  const pinnedEntry = model.entries.find((entry) => entry.id === itemId);
  const pinned = new Set(
    model
      .path()
      .flatMap((entry) =>
        entry.type === "pin" && entry.itemId !== undefined ? [entry.itemId] : [],
      ),
  );
  const next = link("p");
  const isLoose = loose || pinnedEntry?.type !== "message" || pinned.has(pinnedEntry.id);
  model.append({
    ...next,
    type: "pin",
    pinId: next.id,
    ...(isLoose
      ? { message: userMessage(`rule ${next.id}`) }
      : { itemId: pinnedEntry.id, message: pinnedEntry.message }),
  });
}

function navigate(
  { link, model }: Pen,
  { writesNavigation }: LogImplementation,
  { pick, summary }: Step & { type: "navigate" },
): void {
  const from = model.head();
  model.navigate(chosen([null, ...model.entries.map((entry) => entry.id)], pick) ?? null);
  if (!summary && !writesNavigation) return;
  const next = link("b");
  const text = `what branch ${next.id} was about`;
  model.append({
    ...next,
    type: "branch",
    from,
    summary: summary ? { text, origin: "own", digest: null } : null,
  });
}

function messagesOf(model: ModelLog): readonly string[] {
  return model
    .path()
    .filter((entry) => entry.type === "message")
    .map((entry) => entry.id);
}

/** Long enough that a summary is shorter. All messages differ, and answers report their number as usage, above any estimate. */
function messageOf(id: string, count: number): Message {
  const text = `${id} ${"says something of some length ".repeat(12)}`;
  return count % 2 === 0
    ? userMessage(text)
    : { ...assistantMessage(text), usage: { inputTokens: 1_000_000 + count, outputTokens: 0 } };
}

function chosen<T>(from: readonly T[], pick: number): T | undefined {
  return from.length === 0 ? undefined : from[from.length - 1 - (pick % from.length)];
}
