import {
  type CompactionState,
  type Item,
  type Layer,
  type Message,
  type Part,
  type Request,
  syntheticMessage,
  toolCalls,
  type View,
} from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanMessages } from "../src/generate/conversation.ts";
import { hostileMessages } from "../src/generate/history.ts";
import { engine, type LawEngine } from "../src/laws/engine.ts";
import { complaintOf, expectNone, failureOf } from "../src/laws/proving.ts";
import { generatedId } from "../src/reference/wire-rules.ts";

type Step =
  | { readonly type: "append"; readonly count: number; readonly inTurn: boolean }
  | { readonly type: "hide"; readonly pick: number }
  | { readonly type: "tail" | "announce"; readonly text: string }
  | { readonly type: "cover"; readonly pick: number };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: appends() },
    {
      weight: 2,
      arbitrary: fc.record({ type: fc.constant("hide" as const), pick: fc.nat() }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constantFrom("tail" as const, "announce" as const),
        text: fc.constantFrom("", "one", "two"),
      }),
    },
    { arbitrary: fc.record({ type: fc.constant("cover" as const), pick: fc.nat() }), weight: 1 },
  ),
  { minLength: 2, maxLength: 12 },
);

function appends(): fc.Arbitrary<Step> {
  return fc.record({
    type: fc.constant("append" as const),
    count: fc.integer({ min: 1, max: 5 }),
    inTurn: fc.boolean(),
  });
}

type State = {
  readonly items: readonly Item[];
  readonly state: CompactionState;
  readonly request: Request;
};

const NAMES = ["prefix", "notes", "history", "input", "progress", "tail", "announce"];

/** An edit or append changes no byte before its position, so no layer changes the layers before it. */
function bytesBeforeStay({ viewOf }: LawEngine): fc.IProperty<unknown> {
  const conversations = fc.oneof(cleanMessages({ minTurns: 3 }), hostileMessages);
  return fc.property(conversations, steps, (said, changes) => {
    let state: State = { items: [], state: emptyState(), request: {} };
    let waiting = said;
    let before = viewOf(state, state.request);
    for (const change of changes) {
      const places: number[] = [];
      if (change.type === "append") {
        for (const message of waiting.slice(0, change.count)) {
          const seen = viewOf(state, state.request);
          places.push(placeOfAppended(message, seen));
          state = appended(state, message, change.inTurn);
        }
        waiting = waiting.slice(change.count);
      } else {
        const place = placeTouched(change, state, before);
        if (place !== null) places.push(place);
        state = changed(state, place !== null, change);
      }
      const after = viewOf(state, state.request);
      expectNone(tornLayers(after), "layers");
      expectNone(rewritten(before, after, Math.min(...places)), change.type);
      before = after;
    }
  });
}

function appended(state: State, message: Message, inTurn: boolean): State {
  const last = state.items.at(-1)?.turnId ?? "t0";
  const turnId = inTurn ? last : `t${state.items.length}`;
  const item = { id: `i${state.items.length}`, turnId, message };
  return { ...state, items: [...state.items, item] };
}

function changed(
  { items, state, request }: State,
  isShown: boolean,
  change: Exclude<Step, { type: "append" }>,
): State {
  switch (change.type) {
    case "hide": {
      const item = isShown ? picked(items, change.pick) : undefined;
      const text: Part = { type: "text", text: "[hidden]" };
      const replaced = item === undefined ? {} : { [item.id]: [text] };
      return {
        items,
        request,
        state: { ...state, replacements: { ...state.replacements, ...replaced } },
      };
    }
    case "tail":
      return { items, state, request: { ...request, tail: passing(change.text) } };
    case "announce":
      return { items, state, request: { ...request, announce: passing(change.text) } };
    case "cover": {
      const compactedThrough = picked(items, change.pick)?.id ?? null;
      const part = { type: "text", text: `covers up to ${compactedThrough}` } as const;
      const prefix = [{ kind: "summary", sourceId: null, part } as const];
      return { items, request, state: { ...state, compactedThrough, prefix } };
    }
  }
}

function picked(items: readonly Item[], pick: number): Item | undefined {
  return items[pick % Math.max(1, items.length)];
}

function passing(text: string): readonly Message[] {
  return text === "" ? [] : [syntheticMessage(text)];
}

/** A result is placed after its waiting call, other messages at the end. */
function placeOfAppended(message: Message, view: View): number {
  const end = view.layers.find(({ name }) => name === "progress")?.to ?? 0;
  return message.role === "tool" ? (placeWaiting(message.callId, view) ?? end) : end;
}

/** Position of the placeholder for a missing result. */
function placeWaiting(callId: string, { ids, messages }: View): number | null {
  const place = messages.findIndex(
    (shown, index) =>
      ids[index] === null && shown.role === "tool" && generatedId(shown.callId) === callId,
  );
  return place === -1 ? null : place;
}

/**
 * Hiding a call gives its result to an older unanswered call with the same id. Reasoning waits for its answer, and system
 * messages in between pass it, until it is hidden. `null` if the item is not shown.
 */
function placeTouched(
  change: Exclude<Step, { type: "append" }>,
  { items }: State,
  view: View,
): number | null {
  if (change.type === "cover") return 0;
  if (change.type !== "hide")
    return view.layers.find(({ name }) => name === change.type)?.from ?? 0;
  const item = picked(items, change.pick);
  const place = view.ids.indexOf(item?.id ?? "");
  const waiting = (item === undefined ? [] : toolCalls(item.message)).flatMap(
    ({ callId }) => placeWaiting(callId, view) ?? [],
  );
  return place === -1 ? null : Math.min(place, ...waiting, ...placesPassing(items, item, view));
}

/** The positions of system messages that are shown before earlier reasoning. */
function placesPassing(
  items: readonly Item[],
  item: Item | undefined,
  { ids }: View,
): readonly number[] {
  const isReasoning = item?.message.parts.every(({ type }) => type === "reasoning") === true;
  if (item === undefined || !isReasoning) return [];
  return items.slice(items.indexOf(item) + 1).flatMap(({ id, message }) => {
    const place = message.role === "system" ? ids.indexOf(id) : -1;
    return place === -1 ? [] : [place];
  });
}

function rewritten(before: View, after: View, place: number): readonly string[] {
  return before.messages.slice(0, place).flatMap((message, index) => {
    const now = JSON.stringify(after.messages[index]);
    return now === JSON.stringify(message) ? [] : [`message ${index} of ${place} is now ${now}`];
  });
}

function tornLayers({ cachePoints, layers, messages }: View): readonly string[] {
  const stays = layers.find(({ name }) => name === "progress")?.to ?? 0;
  const last: Layer | undefined = layers.at(-1);
  return [
    ...(layers.map(({ name }) => name).join() === NAMES.join() ? [] : ["other layers"]),
    ...(layers[0]?.from === 0 && last?.to === messages.length ? [] : ["messages in no layer"]),
    ...layers.flatMap(({ from, name, to }, index) =>
      from <= to && (index === 0 || layers[index - 1]?.to === from) ? [] : [`${name} is torn`],
    ),
    ...(cachePoints.length <= 4 ? [] : ["more than four cache points"]),
    ...cachePoints.flatMap((place, index) =>
      place < stays && place > (cachePoints[index - 1] ?? -1) ? [] : [`a cache point at ${place}`],
    ),
  ];
}

describe("layers", () => {
  test("changes of one layer leave the bytes of the layers before it unchanged", async () => {
    expect(await failureOf(bytesBeforeStay(engine), 300)).toBeNull();
  });
});

describe("the law of layers detects", () => {
  let made = 0;
  const variants: readonly (readonly [string, LawEngine["viewOf"], RegExp])[] = [
    [
      "an announcement at the beginning",
      (history, request) => {
        const view = engine.viewOf(history, request);
        const announced = request?.announce?.length ?? 0;
        return {
          ...view,
          messages: [
            ...view.messages.slice(view.messages.length - announced),
            ...view.messages.slice(0, view.messages.length - announced),
          ],
        };
      },
      /announce: message 0/,
    ],
    [
      "a text that changes with each view",
      (history, request) => {
        const view = engine.viewOf(history, request);
        const stamp = syntheticMessage(`view ${(made += 1)}`);
        return {
          ...view,
          messages: view.messages.map((message, index) => (index === 0 ? stamp : message)),
        };
      },
      /message 0 of/,
    ],
    [
      "a hide that hides other items",
      (history, request) => {
        const isHidden = Object.keys(history.state?.replacements ?? {}).length > 0;
        const view = engine.viewOf(history, request);
        return isHidden
          ? { ...view, messages: view.messages.map(() => syntheticMessage("[hidden]")) }
          : view;
      },
      /hide: message/,
    ],
    [
      "a view without its first layer",
      (history, request) => {
        const view = engine.viewOf(history, request);
        return { ...view, layers: view.layers.slice(1) };
      },
      /layers: other layers/,
    ],
    [
      "a cache point after changing messages",
      (history, request) => {
        const view = engine.viewOf(history, request);
        return {
          ...view,
          cachePoints: view.messages.length === 0 ? [] : [view.messages.length - 1],
        };
      },
      /a cache point at/,
    ],
  ];

  test.each(variants)("%s", async (_what, viewOf, complaint) => {
    expect(await complaintOf(bytesBeforeStay({ ...engine, viewOf }))).toMatch(complaint);
  });
});
