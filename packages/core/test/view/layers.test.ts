import { describe, expect, test } from "vitest";
import type { Item } from "../../src/message/item.ts";
import { syntheticMessage, systemMessage, textOf, userMessage } from "../../src/message/message.ts";
import type { CachePlace, Request } from "../../src/message/request.ts";
import { type CompactionState, emptyState } from "../../src/message/state.ts";
import { runAtOnce } from "../../src/message/steps.ts";
import type { LayerName } from "../../src/view/layers.ts";
import { SUMMARY_PREAMBLE } from "../../src/view/prefix.ts";
import { buildView, viewOf } from "../../src/view/view.ts";
import {
  answer,
  call,
  user,
  itemsOf,
  result,
} from "../../../../tooling/laws/src/generate/sized-messages.ts";

const SUMMARIZED: CompactionState = {
  ...emptyState(),
  compactedThrough: "0",
  prefix: [
    { kind: "system", sourceId: null, part: { type: "text", text: "Be brief." } },
    { kind: "summary", sourceId: null, part: { type: "text", text: "What came before." } },
  ],
};

const SUMMARY = `${SUMMARY_PREAMBLE}, continued:\n\n<summary>\nWhat came before.\n</summary>`;

/** Two turns after a summary; the second is under way. */
const ITEMS: readonly Item[] = [
  { id: "0", turnId: "t0", message: userMessage("covered") },
  { id: "1", turnId: "t1", message: userMessage("first question") },
  { id: "2", turnId: "t1", message: syntheticMessage("the gate says yes") },
  { id: "3", turnId: "t1", message: call("a") },
  { id: "4", turnId: "t1", message: result("a", 4) },
  { id: "5", turnId: "t1", message: answer(2) },
  { id: "6", turnId: "t2", message: userMessage("second question") },
  { id: "7", turnId: "t2", message: call("b") },
  { id: "8", turnId: "t2", message: result("b", 4) },
];

const WITH_REQUEST: Request = {
  tail: [syntheticMessage("the tail")],
  announce: [syntheticMessage("step 2 of 9")],
};

function layersOf(
  items: readonly Item[],
  request: Request = {},
): Readonly<Partial<Record<LayerName, readonly string[]>>> {
  const view = viewOf({ items, state: SUMMARIZED }, request);
  return Object.fromEntries(
    view.layers.map(({ name, from, to }) => [name, view.messages.slice(from, to).map(textOf)]),
  );
}

describe("the layers of a view", () => {
  test("seven, in their order, each with its stability", () => {
    const { layers, messages } = viewOf({ items: ITEMS, state: SUMMARIZED }, WITH_REQUEST);
    expect(layers).toEqual([
      { name: "prefix", stability: "growing", from: 0, to: 2 },
      { name: "notes", stability: "stable", from: 2, to: 2 },
      { name: "history", stability: "stable", from: 2, to: 7 },
      { name: "input", stability: "stable", from: 7, to: 8 },
      { name: "progress", stability: "growing", from: 8, to: 10 },
      { name: "tail", stability: "ephemeral", from: 10, to: 11 },
      { name: "announce", stability: "ephemeral", from: 11, to: 12 },
    ]);
    expect(messages).toHaveLength(12);
  });

  test("a past turn reads user, contributions, assistant; the current one begins with the user's input", () => {
    const layers = layersOf(ITEMS, WITH_REQUEST);
    expect(layers.history).toEqual([
      "first question",
      "the gate says yes",
      "",
      "datadatadatadata",
      "saidsaid",
    ]);
    expect(layers.input).toEqual(["second question"]);
  });

  test("tail and announcement come with the request, last, and with no other", () => {
    const layers = layersOf(ITEMS, WITH_REQUEST);
    expect([layers.tail, layers.announce]).toEqual([["the tail"], ["step 2 of 9"]]);
    const without = layersOf(ITEMS);
    expect([without.tail, without.announce]).toEqual([[], []]);
    expect(without.progress).toEqual(layers.progress);
  });

  const places: readonly (readonly [
    string,
    readonly Item[],
    CompactionState | null,
    readonly number[],
  ])[] = [
    ["nothing", [], null, [0, 0, 0, 0]],
    ["a system text alone", itemsOf(systemMessage("s")), null, [0, 1, 1, 1]],
    ["a first question", itemsOf(systemMessage("s"), user(1)), null, [0, 1, 2, 2]],
    [
      "two messages of the user in one turn",
      itemsOf(user(1), user(1)).map((item) => ({ ...item, turnId: "t" })),
      null,
      [0, 0, 2, 2],
    ],
    [
      "steering",
      itemsOf(user(1), answer(1), user(1)).map((item) => ({ ...item, turnId: "t" })),
      null,
      [0, 0, 1, 3],
    ],
    [
      "a turn whose beginning is covered",
      [...ITEMS.slice(0, 1), ...ITEMS.slice(3, 6)],
      SUMMARIZED,
      [2, 2, 2, 5],
    ],
    ["an assistant that opens", itemsOf(answer(1)), null, [0, 0, 0, 2]],
  ];

  test.each(places)("ends: %s", (_what, items, state, ends) => {
    const { layers } = viewOf({ items, state });
    const kept = layers.filter(({ name }) => name !== "notes");
    expect(kept.slice(0, 4).map(({ to }) => to)).toEqual(ends);
  });

  test("a pinned message begins no turn", () => {
    const pin: Item = { id: "p", pinId: "p", message: userMessage("never push") };
    expect(layersOf([...ITEMS, pin]).input).toEqual(["second question"]);
  });
});

describe("cache points", () => {
  function pointsOf(request: Request, items: readonly Item[] = ITEMS): readonly string[] {
    const { cachePoints, messages } = viewOf({ items, state: SUMMARIZED }, request);
    return cachePoints.map((place) => {
      const message = messages[place];
      return message === undefined ? "nowhere" : textOf(message) || message.role;
    });
  }

  test("four by default, after layers that stay; none after messages of the request", () => {
    const four = [SUMMARY, "saidsaid", "second question", "datadatadatadata"];
    expect(pointsOf({})).toEqual(four);
    expect(pointsOf(WITH_REQUEST)).toEqual(four);
  });

  test("places that are the same message are one", () => {
    expect(pointsOf({}, ITEMS.slice(0, 7))).toEqual([SUMMARY, "saidsaid", "second question"]);
    expect(viewOf({ items: [], state: null }).cachePoints).toEqual([]);
  });

  const settings: readonly (readonly [readonly CachePlace[], readonly string[]])[] = [
    [[], []],
    [
      ["progress", "history"],
      ["saidsaid", "datadatadatadata"],
    ],
    [["previous-step"], ["second question"]],
    [
      ["prefix", "history", "input", "previous-step", "progress"],
      [SUMMARY, "saidsaid", "second question", "datadatadatadata"],
    ],
  ];

  test.each(settings)("at %j", (cachePoints, points) => {
    expect(pointsOf({ cachePoints })).toEqual(points);
  });

  test("before the newest answer: one in the messages of the request does not count", () => {
    const request: Request = { tail: [answer(3)], cachePoints: ["previous-step"] };
    expect(pointsOf(request)).toEqual(["second question"]);
  });

  test("never more than four: of five the one that is first in the view goes", () => {
    const items: readonly Item[] = [
      ...ITEMS,
      { id: "9", turnId: "t2", message: call("c") },
      { id: "10", turnId: "t2", message: result("c", 1) },
    ];
    const cachePoints = ["prefix", "history", "input", "previous-step", "progress"] as const;
    expect(pointsOf({ cachePoints }, items)).toEqual([
      "saidsaid",
      "second question",
      "datadatadatadata",
      "data",
    ]);
  });

  test("cacheLast adds or removes the point after all messages that stay", () => {
    expect(pointsOf({ ...WITH_REQUEST, cachePoints: ["history"], cacheLast: true })).toEqual([
      "saidsaid",
      "datadatadatadata",
    ]);
    expect(pointsOf({ cacheLast: false })).toEqual([SUMMARY, "saidsaid", "second question"]);
  });
});

describe("a view that is kept", () => {
  /** Items that count how often somebody reads their message. */
  function counted(items: readonly Item[]): {
    readonly items: Item[];
    readonly reads: () => number;
  } {
    let reads = 0;
    return {
      reads: () => reads,
      items: items.map(({ message, ...rest }) => ({
        ...rest,
        get message() {
          reads += 1;
          return message;
        },
      })),
    };
  }

  const long = Array.from({ length: 100 }, () => [user(1), answer(1), answer(1)]).flat();

  test("builds history and current turn once, whatever number of requests a turn takes", () => {
    const { items, reads } = counted(itemsOf(...long));
    const viewing = runAtOnce(buildView({ items, state: null }));
    const built = reads();
    expect(built).toBeLessThanOrEqual(4 * items.length);
    for (let request = 0; request < 50; request += 1) viewing.view(WITH_REQUEST);
    expect(reads()).toBe(built);
  });

  test("an append costs the messages that it adds", () => {
    const { items, reads } = counted(itemsOf(...long, ...long));
    const half = items.length / 2;
    const viewing = runAtOnce(buildView({ items: items.slice(0, half), state: null }));
    const built = reads();
    for (const item of items.slice(half)) {
      viewing.add(item);
      viewing.view();
    }
    expect(reads()).toBeLessThanOrEqual(2 * built + items.length);
    expect(viewing.view(WITH_REQUEST)).toEqual(
      viewOf({ items: itemsOf(...long, ...long), state: null }, WITH_REQUEST),
    );
  });
});
