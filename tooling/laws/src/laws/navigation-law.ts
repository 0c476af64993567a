import { isDeepStrictEqual } from "node:util";
import { createCharacterEstimator, type SummaryRequest, userMessage } from "@cutpoint/core";
import {
  type Entry,
  foldEntries,
  type Navigation,
  openSession,
  type Session,
  type SessionStore,
} from "@cutpoint/session";
import * as fc from "fast-check";
import { scripted } from "../../../../packages/core/test/compactor/scripted.ts";
import { variant } from "../generate/record.ts";
import { createArrayStore } from "../reference/array-store.ts";
import {
  type ExpectedAbandoned,
  expectedAbandoned,
  expectedBranches,
  expectedSubAgents,
  expectedSummarized,
} from "../reference/branches.ts";
import { createModelLog, type ModelLog } from "../reference/model-log.ts";
import { disagreements } from "./log-law.ts";
import { expectNone } from "./proving.ts";

const estimator = createCharacterEstimator({ charactersPerToken: 4 });

/** Implementation that the law of navigation checks. */
export type NavigationImplementation = {
  /** Wraps the store of a session. */
  readonly store: (store: SessionStore) => SessionStore;
  /** Wraps the session. */
  readonly session: (session: Session) => Session;
};

type Step =
  | { readonly type: "say"; readonly count: number }
  | { readonly type: "navigate"; readonly pick: number; readonly how: Way }
  | { readonly type: "hide"; readonly pick: number }
  | { readonly type: "pin" }
  | { readonly type: "compact" }
  | { readonly type: "note" }
  | { readonly type: "sub-agent"; readonly pick: number; readonly ends: boolean }
  | { readonly type: "revert"; readonly pick: number }
  | { readonly type: "reset" };

type Way = "bare" | "summary" | "hook" | "cancel" | "aborted" | "failing";

/** Most navigations reach their target. */
const ways = fc.constantFrom<Way[]>(
  ...(["bare", "bare", "summary", "summary", "hook", "cancel", "aborted", "failing"] as const),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  variant(6, "say", { count: fc.integer({ min: 1, max: 3 }) }),
  variant(6, "navigate", { pick: fc.nat(40), how: ways }),
  variant(2, "hide", { pick: fc.nat(40) }),
  variant(1, "pin", {}),
  variant(2, "compact", {}),
  variant(1, "note", {}),
  variant(3, "sub-agent", { pick: fc.nat(2), ends: fc.boolean() }),
  variant(1, "revert", { pick: fc.nat(40) }),
  variant(1, "reset", {}),
);

/**
 * A session that navigates randomly and is reopened shows the same as a model with the whole tree.
 *
 * Each navigation entry is a child of its target, names the previous head, and contains the abandoned branch.
 */
export function sessionAgreesWithTree(
  implementation: NavigationImplementation,
): fc.IAsyncProperty<unknown> {
  return fc.asyncProperty(
    fc.array(step, { minLength: 3, maxLength: 16, size: "max" }),
    async (steps) => {
      const play = await createPlay(implementation);
      await take(play, { type: "say", count: 3 });
      for (const each of steps) await take(play, each);
    },
  );
}

function unlike(what: string, actual: unknown, wanted: unknown): readonly string[] {
  return isDeepStrictEqual(actual, wanted)
    ? []
    : [`${what} should be ${JSON.stringify(wanted)}, is ${JSON.stringify(actual)}`];
}

/** A session with the data that the law needs. */
type Play = {
  readonly store: ReturnType<typeof createArrayStore>;
  readonly session: Session;
  readonly open: () => Promise<Session>;
  readonly requests: readonly SummaryRequest[];
  /** The compaction that each revert undid, by the id of the revert. */
  readonly undone: Map<string, string>;
  /** Current behavior of hook and summarizer, and the last request of the hook. */
  readonly now: { way: Way; asked: Navigation | null };
  /** Returns a number that increases with every entry. */
  readonly count: () => number;
};

async function createPlay(implementation: NavigationImplementation): Promise<Play> {
  const store = createArrayStore();
  const now: Play["now"] = { way: "bare", asked: null };
  const summarizer = scripted(({ items }) => {
    if (now.way === "failing") throw new Error("the model is away");
    return `${items.length} items`;
  });
  let count = 0;
  const open = async (): Promise<Session> =>
    openSession({
      store: implementation.store(store),
      sessionId: "s",
      estimator,
      summarizer,
      policy: { windowTokens: 4_000, keep: { type: "tokens", tokens: 60 } },
      newId: () => `e${(count += 1)}`,
      now: () => count,
      beforeNavigation: (navigation) => {
        now.asked = navigation;
        if (now.way === "cancel") return { type: "cancel" };
        return now.way === "hook"
          ? { type: "supply", summary: { text: "The host's words." } }
          : undefined;
      },
    });
  return {
    store,
    session: implementation.session(await open()),
    open,
    requests: summarizer.requests,
    undone: new Map(),
    now,
    count: () => count,
  };
}

/** Replays all entries in a model with the whole tree. */
function playedBack({ store, undone }: Play): ModelLog {
  const model = createModelLog();
  for (const entry of store.entries) model.append(entry, undone.get(entry.id));
  return model;
}

async function agree(play: Play, when: string): Promise<void> {
  const { open, session, store } = play;
  const model = playedBack(play);
  const reopened = await open();
  const here = JSON.stringify(session.view());
  const again = JSON.stringify(reopened.view());
  if (here !== again) throw new Error(`${when}, opened anew: ${again} instead of ${here}`);
  const history = foldEntries(store.entries.toReversed());
  const running = history.state?.subAgents ?? [];
  const branches = (await session.branches()).map(({ forkId, isActive, tipId }) => ({
    tipId,
    isActive,
    forkId,
  }));
  expectNone(
    [
      ...disagreements(history, reopened.view(), model.expected()),
      ...unlike("running", running, expectedSubAgents(model.path())),
      ...unlike("the branches", branches, expectedBranches(store.entries)),
    ],
    when,
  );
}

/** Expected result of a navigation. */
type ExpectedNavigation = {
  readonly way: Way;
  readonly from: string | null;
  readonly target: string | null;
  readonly abandoned: ExpectedAbandoned;
  /** Ids of the items that the summarizer receives. */
  readonly summarized: readonly string[];
};

async function navigate(play: Play, pick: number): Promise<void> {
  const { now, requests, session, store } = play;
  const { way } = now;
  const before = structuredClone(store.entries);
  const ids = [null, ...before.map(({ id }) => id)];
  const target = ids[pick % ids.length] ?? null;
  const from = before.at(-1)?.id ?? null;
  const abandoned = expectedAbandoned(before, from, target);
  const summarized = expectedSummarized(
    before.filter(({ id }) => abandoned.ids.includes(id)),
    3_000,
    (text) => estimator.estimate(userMessage(text)),
  );
  const expected: ExpectedNavigation = { way, from, target, abandoned, summarized };
  const asked = requests.length;
  const signal = way === "aborted" ? AbortSignal.abort() : new AbortController().signal;
  const { type } = await session.navigate(target, { summarize: way !== "bare", signal });
  const received = (requests[asked]?.items ?? []).map(({ id }) => id);
  const shown = now.asked?.abandoned.map(({ id }) => id);
  expectNone(
    [
      ...wronglyWritten(expected, type === "navigated", store.entries.slice(before.length)),
      ...(way === "summary" ? unlike("summarized items", received, summarized) : []),
      ...(way === "aborted" ? [] : unlike("items of the hook", shown, abandoned.ids)),
    ],
    `a navigation (${way}) from ${from} to ${target}`,
  );
}

/** Checks the entries that a navigation wrote. */
function wronglyWritten(
  { from, target, summarized, way }: ExpectedNavigation,
  isMade: boolean,
  written: readonly Entry[],
): readonly string[] {
  const stops =
    way === "cancel" || way === "aborted" || (way === "failing" && summarized.length > 0);
  if (stops)
    return [
      ...(isMade ? ["it should not have been made"] : []),
      ...(written.length > 0 ? [`it wrote ${JSON.stringify(written)}`] : []),
    ];
  const [entry] = written;
  if (written.length !== 1 || entry?.type !== "branch")
    return [`one branch entry should be written, not ${JSON.stringify(written)}`];
  const hasSummary = way === "hook" || (way === "summary" && summarized.length > 0);
  const origin = way === "hook" ? "hook" : "own";
  return [
    ...unlike("its parent", entry.parentId, target),
    ...(entry.from === from ? [] : [`it should come from ${from}`]),
    ...((entry.summary !== null) === hasSummary ? [] : [`summary: ${hasSummary}`]),
    ...(hasSummary && entry.summary?.origin !== origin ? [`origin: ${origin}`] : []),
  ];
}

async function take(play: Play, step: Step): Promise<void> {
  const { count, now, session, store, undone } = play;
  switch (step.type) {
    case "say":
      await session.append(
        Array.from({ length: step.count }, (_, place) =>
          userMessage(`${count()} ${place} ${"says something ".repeat(6)}`),
        ),
      );
      break;
    case "hide": {
      const messageIds = store.entries.filter(({ type }) => type === "message").map(({ id }) => id);
      const visible = session.view().ids.filter((id) => id !== null && messageIds.includes(id));
      const id = visible[step.pick % Math.max(1, visible.length)];
      if (typeof id === "string") await session.hide(id, `hidden at ${count()}`);
      break;
    }
    case "pin":
      await session.pin(userMessage(`rule ${count()}`));
      break;
    case "compact":
      now.way = "summary";
      await session.compact();
      break;
    case "note":
      await session.note("n", count());
      break;
    case "sub-agent":
      await session.note("sub-agent", {
        sessionId: `agent ${step.pick}`,
        state: step.ends ? "ended" : "running",
      });
      break;
    case "revert": {
      const targets = playedBack(play).undoable();
      const target = targets[step.pick % Math.max(1, targets.length)];
      if (target === undefined) break;
      await session.revert(target.id);
      undone.set(store.entries.at(-1)?.id ?? "", target.id);
      break;
    }
    case "reset":
      await session.reset();
      break;
    case "navigate":
      now.way = step.how;
      now.asked = null;
      await navigate(play, step.pick);
      break;
  }
  await agree(play, `after ${step.type}`);
}
