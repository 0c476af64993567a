import { describe, expect, test, vi } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import type { FitOptions } from "../../src/compactor/fit-options.ts";
import type { CompactionEvent } from "../../src/compactor/events.ts";
import type { CompactorOptions } from "../../src/compactor/options.ts";
import type { History } from "../../src/message/history.ts";
import { answer, user, itemsOf } from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { engine, failing, hanging, scripted } from "./scripted.ts";

const history: History = {
  items: itemsOf(...Array.from({ length: 40 }, () => [user(100), answer(100)]).flat()),
  state: null,
};

const TERMINAL = ["applied", "skipped", "cancelled", "failed", "prepared"];

type Run = { readonly events: readonly CompactionEvent[] };

async function run(options: Partial<CompactorOptions>, request: FitOptions = {}): Promise<Run> {
  const made = engine({ policy: { windowTokens: 10_000 }, ...options });
  await createCompactor(made).fit(history, request);
  return made;
}

async function recovered(options: Partial<CompactorOptions>): Promise<Run> {
  const made = engine({ policy: { windowTokens: 10_000 }, ...options });
  await createCompactor(made).recover(history, new Error("prompt is too long"));
  return made;
}

describe("the events of a run", () => {
  const broken = (): never => {
    throw new Error("broken");
  };

  test.each<[string, () => Promise<Run>]>([
    ["applied", () => run({})],
    ["applied", () => run({ beforeCompaction: broken })],
    ["applied", () => recovered({})],
    ["cancelled", () => run({ beforeCompaction: () => ({ type: "cancel" }) })],
    [
      "cancelled",
      () =>
        run(
          { beforeCompaction: () => new Promise(() => undefined) },
          { signal: AbortSignal.timeout(5) },
        ),
    ],
    ["cancelled", () => run({ summarizer: hanging() }, { signal: AbortSignal.timeout(5) })],
    ["cancelled", () => run({}, { signal: AbortSignal.abort() })],
    ["failed", () => run({ summarizer: failing() })],
    ["failed", () => run({ summarizer: scripted("") })],
    ["failed", () => run({ summarizer: scripted(broken) })],
    ["failed", () => run({ summarizer: { name: "x", summarize: broken } })],
    ["failed", () => run({ policy: { windowTokens: 1000 } }, { system: "s".repeat(8000) })],
    ["failed", () => recovered({ summarizer: failing() })],
    ["skipped", () => run({ policy: { windowTokens: 10_000, minimumProgress: 0.99 } })],
  ])("end with %s, once, whatever happens (%#)", async (last, made) => {
    const { events } = await made();
    const told = events.map((event) => event.type).filter((type) => TERMINAL.includes(type));
    expect(told).toEqual([last]);
    const order = ["started", "planned", "pruned", "summarized", last];
    const steps = events.map((event) => event.type).filter((type) => order.includes(type));
    const isCancelled = last === "cancelled";
    expect(isCancelled && events.some((event) => event.type === "hook-failed")).toBe(false);
    expect(steps).toEqual(order.filter((type) => steps.includes(type as CompactionEvent["type"])));
  });

  test("a check that finds nothing due tells nothing; one that was asked for says why it did nothing", async () => {
    expect(
      (await run({}, { windowTokens: 10_000, moment: "before-request" })).events.length,
    ).toBeGreaterThan(0);
    const roomy = { policy: { windowTokens: 1_000_000 } };
    expect((await run(roomy)).events).toEqual([]);
    const options = engine(roomy);
    const nothing = { items: [], state: null };
    await createCompactor(options).fit(nothing, { force: true });
    expect(options.events).toMatchObject([{ type: "skipped", why: "nothing-to-compact" }]);
  });

  test("listeners filter by type and have all to print a line", async () => {
    const lines: string[] = [];
    await run({
      onEvent: (event) => {
        if (event.type === "started") lines.push("compacting");
        if (event.type !== "applied") return;
        const { compacted, tokensAfter, tokensBefore } = event.receipt;
        const summaries = event.state.prefix.filter((piece) => piece.kind === "summary").length;
        lines.push(
          `Compacted: ${tokensBefore} → ${tokensAfter} tokens, removed ${compacted.items} messages`,
        );
        lines.push(`${summaries} summary`);
      },
    });
    expect(lines).toEqual([
      "compacting",
      expect.stringMatching(/^Compacted: 8000 → \d+ tokens, removed \d+ messages$/),
      "1 summary",
    ]);
  });

  test("say why, and whether the request will be sent again", async () => {
    const reasons = async (made: Promise<Run>): Promise<unknown> => [
      ...new Set((await made).events.map(({ reason, willRetry }) => `${reason} ${willRetry}`)),
    ];
    expect(await reasons(run({}))).toEqual(["threshold false"]);
    expect(await reasons(run({}, { force: true }))).toEqual(["manual false"]);
    expect(await reasons(run({}, { force: true, reason: "model-change" }))).toEqual([
      "model-change false",
    ]);
    expect(await reasons(recovered({}))).toEqual(["overflow true"]);
    expect((await recovered({})).events.at(-1)).toMatchObject({ type: "recovered" });
  });

  test("the message of a failure begins with the kind of compaction", async () => {
    const messageOf = async (made: Promise<Run>): Promise<string> => {
      const last = (await made).events.findLast((event) => event.type === "failed");
      return last?.message ?? "";
    };
    const summarizer = failing();
    expect(await messageOf(recovered({ summarizer }))).toBe(
      "Context overflow recovery failed: the model is away",
    );
    expect(await messageOf(run({ summarizer }))).toBe("Auto-compaction failed: the model is away");
    expect(await messageOf(run({ summarizer }, { force: true }))).toBe(
      "Compaction failed: the model is away",
    );
  });

  test("after an answer they tell how full the context is", async () => {
    const { events } = await run({ policy: { windowTokens: 100_000 } }, { moment: "after-answer" });
    expect(events).toMatchObject([
      {
        type: "turn-ended",
        usage: { tokens: 8000, reportedTokens: null, trailingTokens: 8000, windowTokens: 100_000 },
      },
    ]);
  });
});

describe("the hooks", () => {
  test("one before may give the summary with details, and one after sees what was stored", async () => {
    const { events } = await run({
      beforeCompaction: () => ({
        type: "supply",
        summary: { text: "by hand", details: { ticket: 7 } },
      }),
    });
    const applied = events.find((event) => event.type === "applied");
    expect(applied).toMatchObject({
      receipt: { method: "supplied", attempts: [], details: { ticket: 7 } },
    });
    expect(JSON.stringify(applied?.state.prefix)).toContain("by hand");
    const plain = (await run({})).events.find((event) => event.type === "applied");
    expect(plain).toMatchObject({ receipt: { method: "scripted" } });
    expect(plain?.receipt).not.toHaveProperty("details");
  });

  test("any number of listeners hear the events until they leave", async () => {
    const compactor = createCompactor(engine({ policy: { windowTokens: 10_000 } }));
    const heard: string[] = [];
    const listen = ({ type }: CompactionEvent): void => void heard.push(type);
    const leave = [1, 2].map(() => compactor.subscribe(listen));
    compactor.subscribe(() => {
      throw new Error("broken listener");
    });
    await compactor.fit(history, { force: true });
    expect(heard.filter((type) => type === "applied")).toHaveLength(2);
    leave.forEach((stop) => stop());
    heard.length = 0;
    await compactor.fit(history, { force: true });
    expect(heard).toEqual([]);
    expect(() => compactor.subscribe(undefined as never)).toThrow("listener is undefined");
  });

  test("a model of @cutpoint/models needs no window and no catalog", async () => {
    const { catalog: _none, policy: _own, ...options } = engine();
    const compactor = createCompactor(options);
    expect(compactor.usage(history, { model: "gpt-4.1" }).windowTokens).toBeNull();
    await compactor.fit(history, { model: "gpt-4.1" });
    const { windowSource, windowTokens } = compactor.usage(history, { model: "gpt-4.1" });
    expect({ windowSource, windowTokens }).toEqual({
      windowSource: "catalog",
      windowTokens: 1_047_576,
    });
    await createCompactor({ ...options, catalog: () => null }).fit(history, { model: "gpt-4.1" });
    expect(options.events.map(({ type }) => type)).toEqual(["unknown-window"]);
  });

  test("an unknown model is reported on the console once if nothing listens", async () => {
    using warn = vi.spyOn(console, "warn").mockReturnValue(undefined);
    const { events: _none, onEvent: _own, ...options } = engine({ policy: {} });
    const compactor = createCompactor(options);
    for (const model of ["local-c", "local-c", "local-d"]) await compactor.fit(history, { model });
    compactor.subscribe(() => undefined);
    await compactor.fit(history, { model: "local-e" });
    expect(warn.mock.calls.flat()).toEqual([
      expect.stringContaining("window of local-c is unknown"),
      expect.stringContaining("window of local-d is unknown"),
    ]);
  });

  test("a listener that throws does no harm", async () => {
    const compactor = createCompactor({
      ...engine({ policy: { windowTokens: 10_000 } }),
      onEvent: () => {
        throw new Error("broken listener");
      },
    });
    expect((await compactor.fit(history)).outcome.type).toBe("compacted");
  });
});
