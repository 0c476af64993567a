import { isDeepStrictEqual } from "node:util";
import {
  assistantMessage,
  type CompactionState,
  type CutBoundary,
  type History,
  type Item,
  type Message,
  type Part,
  type Policy,
  userMessage,
} from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { smallWindow } from "../src/generate/conversation.ts";
import { hostileItems, withInheritedIds } from "../src/generate/history.ts";
import {
  engine,
  estimator,
  idsOf,
  type LawEngine,
  recordingSummarizer,
  summarizer,
  withFit,
} from "../src/laws/engine.ts";
import { complaintOf, expectNone, failureOf } from "../src/laws/proving.ts";
import { partedUnits } from "../src/reference/units.ts";
import { generatedId, wireViolations } from "../src/reference/wire-rules.ts";

const PREAMBLE = {
  kind: "preamble",
  sourceId: null,
  part: { type: "text", text: "Before:" },
} as const;

/** A history with any boundary, even within a unit, and with some hidden items. */
const cutAnywhere: fc.Arbitrary<History> = fc
  .tuple(hostileItems, fc.nat(40), fc.boolean(), fc.array(fc.nat(40), { maxLength: 2 }))
  .map(([items, pick, isFresh, hidden]) => {
    if (isFresh || items.length === 0) return { items, state: null };
    const replacements: Record<string, readonly Part[]> = {};
    for (const place of hidden) {
      const item = items[place % items.length];
      if (item !== undefined) replacements[item.id] = [{ type: "text", text: `hidden ${place}` }];
    }
    const state: CompactionState = {
      ...emptyState(),
      compactedThrough: items[pick % items.length]?.id ?? null,
      prefix: pick % 2 === 0 ? [PREAMBLE] : [],
      replacements,
    };
    return { items, state };
  });

/** A strict provider accepts the view of any history with any boundary, and the view shows the items. */
function viewsAreValid({ viewOf }: LawEngine): fc.IProperty<unknown> {
  const tails = fc.constantFrom<(readonly Message[])[]>([], [userMessage("and now?")]);
  return fc.property(cutAnywhere, tails, (history, tail) => {
    const view = viewOf(history, { tail });
    const originals = [...history.items.map((item) => item.message), ...tail];
    expectNone(wireViolations(view.messages, originals), "valid");
    expectNone(unlikeTheItems(view, history), "valid");
  });
}

/** Messages of a view that differ from their items. */
function unlikeTheItems(view: ReturnType<LawEngine["viewOf"]>, history: History): string[] {
  if (view.ids.length !== view.messages.length) return ["ids and messages are not in step"];
  const shown = view.ids.filter((id) => id !== null);
  const byId = new Map(history.items.map((item) => [item.id, item]));
  const replaced = new Map(Object.entries(history.state?.replacements ?? {}));
  return [
    ...(new Set(shown).size < shown.length ? ["an item is shown twice"] : []),
    ...view.ids.flatMap((id, place) => {
      const item = id === null ? undefined : byId.get(id);
      const message = view.messages[place];
      if (item === undefined) return id === null ? [] : [`${id} is no item`];
      const parts: readonly Part[] = replaced.get(item.id) ?? item.message.parts;
      return isDeepStrictEqual(repaired(message?.parts ?? []), repaired(parts))
        ? []
        : [`${id} is shown as ${JSON.stringify(message?.parts)}`];
    }),
  ];
}

function repaired(parts: readonly Part[]): unknown {
  return parts.map((part) =>
    part.type === "text" || (part.type === "reasoning" && part.signature === undefined)
      ? { ...part, text: part.text.toWellFormed() }
      : part.type === "tool-call"
        ? { ...part, callId: generatedId(part.callId), arguments: part.arguments.toWellFormed() }
        : part,
  );
}

/** Ids have no effect on the view and the compaction, except for the ids themselves. */
function namesDoNotMatter({ viewOf, createCompactor }: LawEngine): fc.IAsyncProperty<unknown> {
  return fc.asyncProperty(hostileItems, smallWindow, async (items, windowTokens) => {
    const policy: Policy = { windowTokens, keepUserTokens: 0 };
    const compactor = createCompactor({ policy, estimator, summarizer: recordingSummarizer() });
    const renamed = withInheritedIds(items);
    const [plain, odd] = [items, renamed].map((items) => ({ items, state: null }));
    if (plain === undefined || odd === undefined) return;
    const same = (what: string, one: readonly Message[], other: readonly Message[]): void => {
      if (!isDeepStrictEqual(one, other)) throw new Error(`names: ${what} is another`);
    };
    same("the view", viewOf(plain).messages, viewOf(odd).messages);
    const [one, other] = [
      await compactor.fit(plain, { force: true }),
      await compactor.fit(odd, { force: true }),
    ];
    same("the compacted view", one.view.messages, other.view.messages);
    const again = viewOf({ items: renamed, state: other.state });
    same("the view of the mark", again.messages, other.view.messages);
  });
}

/** No budget leads to a cut that splits a unit or begins with a result. */
function cutsPartNoUnit({ findCutPoint }: LawEngine): fc.IProperty<unknown> {
  const boundaries = fc.constantFrom<CutBoundary[]>("message", "user", "user-only");
  return fc.property(hostileItems, fc.nat(3_000), boundaries, (items, keepTokens, boundary) => {
    const measured = items.map((item) => ({ item, tokens: estimator.estimate(item.message) }));
    const cut = findCutPoint(measured, keepTokens, boundary);
    expectNone(partedUnits(items, cut.index), `the cut at ${cut.index}`);
    if (cut.firstKeptId !== (items[cut.index]?.id ?? null))
      throw new Error(`the cut at ${cut.index} names ${cut.firstKeptId}`);
  });
}

/** After any number of compactions the view is valid, and the compacted part consists of whole units. */
function compactionsAreValid({ createCompactor }: LawEngine): fc.IAsyncProperty<unknown> {
  return fc.asyncProperty(
    hostileItems,
    smallWindow,
    fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 5 }),
    fc.boolean(),
    async (items, windowTokens, growth, force) => {
      const compactor = createCompactor({ policy: { windowTokens }, estimator, summarizer });
      let state = null as CompactionState | null;
      let count = 0;
      for (const more of growth) {
        count += more;
        const history: History = { items: items.slice(0, count), state };
        const fitted = await compactor.fit(history, { force });
        expectNone(
          wireViolations(
            fitted.view.messages,
            history.items.map((item) => item.message),
          ),
          "valid",
        );
        if (fitted.state?.compactedThrough !== state?.compactedThrough)
          expectNone(splitByState(itemsAfter(history.items, state), fitted.state), "valid");
        state = fitted.state;
      }
    },
  );
}

/** Visible items. A result whose call was compacted is omitted. */
function itemsAfter(items: readonly Item[], state: CompactionState | null): readonly Item[] {
  return items.slice(items.findIndex((item) => item.id === state?.compactedThrough) + 1);
}

function splitByState(items: readonly Item[], state: CompactionState | null): readonly string[] {
  if (state === null || state.compactedThrough === null) return [];
  return partedUnits(items, idsOf(items).indexOf(state.compactedThrough) + 1);
}

describe("views are valid", () => {
  test("views follow the wire rules for any history and boundary", async () => {
    expect(await failureOf(viewsAreValid(engine), 500)).toBeNull();
  });

  test("cuts split no unit", async () => {
    expect(await failureOf(cutsPartNoUnit(engine), 500)).toBeNull();
  });

  test("views follow the wire rules after several compactions", async () => {
    expect(await failureOf(compactionsAreValid(engine), 200)).toBeNull();
  });
});

describe("unusual ids", () => {
  test("ids can be names of inherited properties", async () => {
    expect(await failureOf(namesDoNotMatter(engine), 200)).toBeNull();
  });
});

describe("detects", () => {
  const filtered =
    (keeps: (message: Message, id: string | null, place: number) => boolean): LawEngine["viewOf"] =>
    (history, request) => {
      const view = engine.viewOf(history, request);
      const places = view.messages.flatMap((message, place) =>
        keeps(message, view.ids[place] ?? null, place) ? [place] : [],
      );
      return {
        ...view,
        messages: places.flatMap((place) => view.messages[place] ?? []),
        ids: places.map((place) => view.ids[place] ?? null),
      };
    };

  const variants: readonly (readonly [string, LawEngine["viewOf"], RegExp])[] = [
    [
      "a view without changes to the items",
      (history) => ({
        messages: history.items.map((item) => item.message),
        ids: idsOf(history.items),
        layers: [],
        cachePoints: [],
        warnings: [],
      }),
      /valid: message \d+/,
    ],
    [
      "a view without placeholders",
      filtered((message, id) => message.role !== "tool" || id !== null),
      /has no result/,
    ],
    [
      "a view that shows only the prefix",
      (history, request) => {
        const view = engine.viewOf(history, request);
        return { ...view, ids: view.ids.map(() => "constructor") };
      },
      /shown twice|is no item|is shown as/,
    ],
    [
      "a view that begins with the assistant",
      filtered((message, id, place) => place > 0 || message.role !== "user" || id !== null),
      /first message/,
    ],
    [
      "a view that edits text of the model",
      (history, request) => {
        const view = engine.viewOf(history, request);
        return {
          ...view,
          messages: view.messages.map((message) =>
            message.role === "assistant"
              ? { ...message, parts: [...message.parts, ...assistantMessage(".").parts] }
              : message,
          ),
        };
      },
      /is shown as/,
    ],
  ];

  test.each(variants)("%s", async (_name, viewOf, because) => {
    expect(await complaintOf(viewsAreValid({ ...engine, viewOf }))).toMatch(because);
  });

  test("a cut where the budget ends, even within a unit", async () => {
    const findCutPoint: LawEngine["findCutPoint"] = (measured, keepTokens) => {
      let kept = 0;
      let index = measured.length;
      while (index > 0 && kept < keepTokens) kept += measured[(index -= 1)]?.tokens ?? 0;
      const firstKeptId = measured[index]?.item.id ?? null;
      return { index, firstKeptId, keptTokens: kept, splitTurn: null };
    };
    expect(await complaintOf(cutsPartNoUnit({ ...engine, findCutPoint }))).toMatch(
      /the cut at \d+: /,
    );
  });

  test("a cut that only avoids results", async () => {
    const findCutPoint: LawEngine["findCutPoint"] = (measured, keepTokens) => {
      const cut = engine.findCutPoint(measured, keepTokens);
      let { index } = cut;
      while (index < measured.length && measured[index]?.item.message.role !== "user") index += 1;
      return { ...cut, index, firstKeptId: measured[index]?.item.id ?? null };
    };
    expect(await complaintOf(cutsPartNoUnit({ ...engine, findCutPoint }))).toMatch(/parts/);
  });

  test("a view that finds inherited properties by id", async () => {
    const replaced: Readonly<Record<string, unknown>> = {};
    const viewOf: LawEngine["viewOf"] = (history, request) =>
      engine.viewOf(
        { ...history, items: history.items.filter((item) => replaced[item.id] === undefined) },
        request,
      );
    expect(await complaintOf(namesDoNotMatter({ ...engine, viewOf }))).toMatch(/names: the view/);
  });

  test("a compaction with a boundary that is off by one", async () => {
    const wrong = withFit((fit) => async (history, options) => {
      const fitted = await fit(history, options);
      const { state } = fitted;
      const place = history.items.findIndex((item) => item.id === state?.compactedThrough);
      const next = history.items[place + 1];
      if (state === null || next === undefined || fitted.outcome.type !== "compacted")
        return fitted;
      return { ...fitted, state: { ...state, compactedThrough: next.id } };
    });
    expect(await complaintOf(compactionsAreValid(wrong))).toMatch(/parts|begins/);
  });
});
