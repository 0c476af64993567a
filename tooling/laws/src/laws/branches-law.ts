import { isDeepStrictEqual } from "node:util";
import {
  assistantMessage,
  createCharacterEstimator,
  type SummaryRequest,
  userMessage,
} from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
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
import type {
  Abandoned,
  BranchMaterial,
  BranchMaterialOptions,
} from "../../../../packages/session/src/branches/branch-material.ts";
import { record } from "../generate/record.ts";
import { createArrayStore } from "../reference/array-store.ts";
import {
  expectedAbandoned,
  expectedBranches,
  expectedFiles,
  expectedSubAgents,
  expectedTold,
} from "../reference/branches.ts";
import { createModelLog, type ModelLog } from "../reference/model-log.ts";
import { disagreements } from "./log-law.ts";
import { expectNone } from "./proving.ts";

const estimator = createCharacterEstimator({ charactersPerToken: 4 });

/** What the laws of branches are asked of. */
export type BranchesImplementation = {
  readonly abandoned: (
    store: SessionStore,
    from: string | null,
    to: string | null,
  ) => Promise<Abandoned>;
  readonly material: (
    abandoned: readonly Entry[],
    options: BranchMaterialOptions,
  ) => BranchMaterial;
  /** What stands between a session and the store that is opened again. */
  readonly store: (store: SessionStore) => SessionStore;
  /** What stands between a host and its session. */
  readonly session: (session: Session) => Session;
};

type Growth = {
  readonly kind:
    | "say"
    | "read"
    | "edit"
    | "hook"
    | "own"
    | "bare"
    | "compaction"
    | "reset"
    | "hide";
  readonly parent: number;
  readonly size: number;
};

const growth: fc.Arbitrary<Growth> = record({
  kind: fc.constantFrom(
    ...([
      "say",
      "say",
      "read",
      "edit",
      "hook",
      "own",
      "bare",
      "compaction",
      "reset",
      "hide",
    ] as const),
  ),
  parent: fc.nat(5),
  size: fc.integer({ min: 1, max: 40 }),
});

/** The entry that grows next, on one of the newest or on nothing. */
function grown({ kind, parent, size }: Growth, entries: readonly Entry[]): Entry {
  const id = `${kind}${entries.length}`;
  const text = `${id} `.repeat(size);
  const link = { id, at: entries.length, parentId: entries.at(-1 - parent)?.id ?? null };
  const summary = {
    text,
    digest: {
      filesRead: [`r${size % 5}`],
      filesModified: [`m${size % 4}`],
      artifacts: [],
      searches: [],
      commands: [],
      hidden: [],
    },
  };
  switch (kind) {
    case "say":
      return { ...link, type: "message", message: userMessage(text) };
    case "read":
    case "edit": {
      const path = `${size % 2 === 0 ? "r" : "m"}${size % 5}`;
      const call = { callId: id, name: kind, arguments: JSON.stringify({ path }) };
      return { ...link, type: "message", message: assistantMessage(text, [call]) };
    }
    case "hook":
    case "own":
      return { ...link, type: "branch", from: null, summary: { ...summary, origin: kind } };
    case "bare":
      return { ...link, type: "branch", from: null, summary: null };
    case "compaction":
    case "reset": {
      const head = [{ kind: "summary", sourceId: null, part: { type: "text", text } }] as const;
      const state = kind === "reset" ? emptyState() : { ...emptyState(), prefix: head };
      const reason = kind === "reset" ? "reset" : "manual";
      return { ...link, type: "compaction", reason, state, receipt: null };
    }
    case "hide": {
      const hiddenId = entries.at(-1 - size)?.id ?? id;
      const parts = [{ type: "text", text: size % 3 === 0 ? "" : "hidden" }] as const;
      return { ...link, type: "hide", replacements: { [hiddenId]: parts } };
    }
  }
}

const forest = fc.array(growth, { minLength: 2, maxLength: 30 }).map((growths) => {
  const entries: Entry[] = [];
  for (const each of growths) entries.push(grown(each, entries));
  return entries;
});

/** What is abandoned between any two entries of any tree is what two whole paths do not have in common. */
export function abandonedAgreesWithPaths({
  abandoned,
}: BranchesImplementation): fc.IAsyncProperty<unknown> {
  return fc.asyncProperty(forest, fc.nat(), fc.nat(), async (entries, one, other) => {
    const store = createArrayStore();
    store.entries.push(...entries);
    const ids = [null, ...entries.map(({ id }) => id)];
    const [from = null, to = null] = [ids[one % ids.length], ids[other % ids.length]];
    const found = await abandoned(store, from, to);
    const wanted = expectedAbandoned(entries, from, to);
    const actual = { ancestorId: found.ancestorId, ids: found.entries.map(({ id }) => id) };
    if (!isDeepStrictEqual(actual, wanted))
      throw new Error(
        `between ${from} and ${to} should be ${JSON.stringify(wanted)}, is ${JSON.stringify(actual)}`,
      );
  });
}

/** What is told of any stretch, and the facts about it, are what sums and sets over all of it say. */
export function materialAgreesWithSums({
  material,
}: BranchesImplementation): fc.IProperty<unknown> {
  const sizeOf = (text: string): number => Math.ceil(text.length / 4);
  return fc.property(forest, fc.integer({ min: 1, max: 400 }), (entries, budgetTokens) => {
    const sized = {
      ...estimator,
      estimate: (message: Parameters<typeof estimator.estimate>[0]) =>
        sizeOf(message.parts.map((part) => (part.type === "text" ? part.text : "")).join("")),
    };
    const { digest, items } = material(entries, { budgetTokens, estimator: sized, digest: {} });
    const told = expectedTold(entries, budgetTokens, sizeOf);
    const files = expectedFiles(entries);
    const actual = {
      filesRead: digest.filesRead.toSorted(),
      filesModified: digest.filesModified.toSorted(),
    };
    expectNone(
      [
        ...(isDeepStrictEqual(
          items.map(({ id }) => id),
          told,
        )
          ? []
          : [`told should be ${told.join()}, is ${items.map(({ id }) => id).join()}`]),
        ...(isDeepStrictEqual(actual, files)
          ? []
          : [`files should be ${JSON.stringify(files)}, are ${JSON.stringify(actual)}`]),
      ],
      `within ${budgetTokens} tokens`,
    );
  });
}

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

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: record({ type: fc.constant("say" as const), count: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 6,
    arbitrary: record({
      type: fc.constant("navigate" as const),
      pick: fc.nat(40),
      how: fc.constantFrom<Way>(
        "bare",
        "bare",
        "summary",
        "summary",
        "hook",
        "cancel",
        "aborted",
        "failing",
      ),
    }),
  },
  { weight: 2, arbitrary: record({ type: fc.constant("hide" as const), pick: fc.nat(40) }) },
  { weight: 1, arbitrary: record({ type: fc.constant("pin" as const) }) },
  { weight: 2, arbitrary: record({ type: fc.constant("compact" as const) }) },
  { weight: 1, arbitrary: record({ type: fc.constant("note" as const) }) },
  {
    weight: 3,
    arbitrary: record({
      type: fc.constant("sub-agent" as const),
      pick: fc.nat(2),
      ends: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: record({ type: fc.constant("revert" as const), pick: fc.nat(40) }) },
  { weight: 1, arbitrary: record({ type: fc.constant("reset" as const) }) },
);

/**
 * A session that navigates at random shows, and shows again when it is opened anew, what a model shows that keeps the
 * whole tree; each navigation is a child of its target, names the head that was left, and tells what was left behind.
 */
export function sessionAgreesWithTree(
  implementation: BranchesImplementation,
): fc.IAsyncProperty<unknown> {
  return fc.asyncProperty(
    fc.array(step, { minLength: 3, maxLength: 16, size: "max" }),
    async (steps) => {
      const play = await createPlay(implementation);
      await play.take({ type: "say", count: 3 });
      for (const each of steps) await play.take(each);
    },
  );
}

function unlike(what: string, actual: unknown, wanted: unknown): readonly string[] {
  return isDeepStrictEqual(actual, wanted)
    ? []
    : [`${what} should be ${JSON.stringify(wanted)}, is ${JSON.stringify(actual)}`];
}

async function createPlay(
  implementation: BranchesImplementation,
): Promise<{ take(step: Step): Promise<void> }> {
  const store = createArrayStore();
  let how: Way = "bare";
  let asked: Navigation | null = null;
  const summarizer = scripted(({ items }) => {
    if (how === "failing") throw new Error("the model is away");
    return `${items.length} things were said`;
  });
  let count = 0;
  const open = async (): Promise<Session> =>
    openSession({
      store: implementation.store(store),
      sessionId: "s",
      estimator,
      summarizer,
      policy: { windowTokens: 4_000, keepTokens: 60 },
      newId: () => `e${(count += 1)}`,
      now: () => count,
      beforeNavigation: (navigation) => {
        asked = navigation;
        if (how === "cancel") return { type: "cancel" };
        return how === "hook"
          ? { type: "supply", summary: { text: "The host's words." } }
          : undefined;
      },
    });
  const session = implementation.session(await open());

  /** By the id of a revert, what it undid. */
  const undone = new Map<string, string>();

  /** Everything that was written, played to a model that keeps the whole tree. */
  function playedBack(): ModelLog {
    const model = createModelLog();
    for (const entry of store.entries) model.append(entry, undone.get(entry.id));
    return model;
  }

  async function agree(when: string): Promise<void> {
    const model = playedBack();
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

  async function navigate(pick: number): Promise<void> {
    const before = structuredClone(store.entries);
    const ids = [null, ...before.map(({ id }) => id)];
    const target = ids[pick % ids.length] ?? null;
    const from = before.at(-1)?.id ?? null;
    const wanted = expectedAbandoned(before, from, target);
    const told = expectedTold(
      before.filter(({ id }) => wanted.ids.includes(id)),
      3_000,
      (text) => estimator.estimate(userMessage(text)),
    );
    const requests = summarizer.requests.length;
    const signal = how === "aborted" ? AbortSignal.abort() : new AbortController().signal;
    const navigated = await session.navigate(target, { summarize: how !== "bare", signal });
    const stops = how === "cancel" || how === "aborted" || (how === "failing" && told.length > 0);
    const written = store.entries.slice(before.length);
    const problems: string[] = [];
    if (stops) {
      if (navigated.type === "navigated") problems.push("it should not have been made");
      if (written.length > 0) problems.push(`it wrote ${JSON.stringify(written)}`);
    } else {
      const [entry] = written;
      if (written.length !== 1 || entry?.type !== "branch")
        problems.push(`one branch entry should be written, not ${JSON.stringify(written)}`);
      else {
        if (entry.parentId !== target) problems.push(`its parent should be ${target}`);
        if (entry.from !== from) problems.push(`it should come from ${from}`);
        const hasSummary = how === "hook" || (how === "summary" && told.length > 0);
        if ((entry.summary !== null) !== hasSummary) problems.push(`summary: ${hasSummary}`);
        const origin = how === "hook" ? "hook" : "own";
        if (hasSummary && entry.summary?.origin !== origin) problems.push(`origin: ${origin}`);
      }
    }
    if (how === "summary") {
      const request: SummaryRequest | undefined = summarizer.requests.slice(requests)[0];
      const covered = (request?.items ?? []).map(({ id }) => id);
      if (!isDeepStrictEqual(covered, told))
        problems.push(`told ${covered.join()}, not ${told.join()}`);
    }
    const abandoned = asked?.abandoned.map(({ id }) => id);
    if (how !== "aborted" && !isDeepStrictEqual(abandoned, wanted.ids))
      problems.push(`the hook was told ${abandoned?.join()}, not ${wanted.ids.join()}`);
    expectNone(problems, `a navigation (${how}) from ${from} to ${target}`);
  }

  async function take(step: Step): Promise<void> {
    switch (step.type) {
      case "say":
        await session.append(
          Array.from({ length: step.count }, (_, place) =>
            userMessage(`${count} ${place} ${"says something ".repeat(6)}`),
          ),
        );
        break;
      case "hide": {
        const said = store.entries.filter(({ type }) => type === "message").map(({ id }) => id);
        const visible = session.view().ids.filter((id) => id !== null && said.includes(id));
        const id = visible[step.pick % Math.max(1, visible.length)];
        if (typeof id === "string") await session.hide(id, `hidden at ${count}`);
        break;
      }
      case "pin":
        await session.pin(userMessage(`rule ${count}`));
        break;
      case "compact":
        how = "summary";
        await session.compact();
        break;
      case "note":
        await session.note("n", count);
        break;
      case "sub-agent":
        await session.note("sub-agent", {
          sessionId: `agent ${step.pick}`,
          state: step.ends ? "ended" : "running",
        });
        break;
      case "revert": {
        const targets = playedBack().undoable();
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
        ({ how } = step);
        asked = null;
        await navigate(step.pick);
        break;
    }
    await agree(`after ${step.type}`);
  }

  return { take };
}
