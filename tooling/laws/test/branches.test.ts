import type { Entry, Session, SessionStore } from "@cutpoint/session";
import { describe, expect, test } from "vitest";
import {
  abandonedEntries,
  branchMaterial,
} from "../../../packages/session/src/branches/branch-material.ts";
import {
  abandonedAgreesWithPaths,
  materialAgreesWithSums,
  type MaterialImplementation,
} from "../src/laws/branches-law.ts";
import {
  type NavigationImplementation,
  sessionAgreesWithTree,
} from "../src/laws/navigation-law.ts";
import { complaintOf, failureOf } from "../src/laws/proving.ts";

const signal = new AbortController().signal;

const real: MaterialImplementation = {
  abandoned: (store, from, to) => abandonedEntries(store, "s", { from, to }, signal),
  material: branchMaterial,
};

const realSession: NavigationImplementation = {
  store: (store) => store,
  session: (session) => session,
};

describe("random trees with random navigation", () => {
  test("abandoned entries are those that two paths do not share", async () => {
    expect(await failureOf(abandonedAgreesWithPaths(real), 500)).toBeNull();
  });

  test("the summarizer receives the entries that fit", async () => {
    expect(await failureOf(materialAgreesWithSums(real), 500)).toBeNull();
  });

  test("a reopened session equals the model, with and without summaries", async () => {
    expect(await failureOf(sessionAgreesWithTree(realSession), 100)).toBeNull();
  });
});

describe("the law of paths detects a reader that", () => {
  const variants: readonly (readonly [string, MaterialImplementation["abandoned"]])[] = [
    [
      "includes the common ancestor",
      async (store, from, to) => {
        const found = await real.abandoned(store, from, to);
        const all = await Array.fromAsync(store.read("s"));
        const ancestor = all.filter(({ id }) => id === found.ancestorId);
        return { ...found, entries: [...ancestor, ...found.entries] };
      },
    ],
    ["reads to the first entry", (store, from) => real.abandoned(store, from, null)],
    [
      "stops at a compaction",
      async (store, from, to) => {
        const found = await real.abandoned(store, from, to);
        const last = found.entries.findLastIndex(({ type }) => type === "compaction");
        return { ...found, entries: found.entries.slice(last + 1) };
      },
    ],
    [
      "uses the newest entries as path",
      async (store, from, to) => {
        const all = await Array.fromAsync(store.read("s"));
        const place = (id: string | null): number => all.findIndex((entry) => entry.id === id);
        return { ancestorId: to, entries: all.slice(place(to) + 1, place(from) + 1) };
      },
    ],
    [
      "returns the newest first",
      async (store, from, to) => {
        const found = await real.abandoned(store, from, to);
        return { ...found, entries: found.entries.toReversed() };
      },
    ],
  ];

  test.each(variants)("%s", async (_name, abandoned) => {
    const law = abandonedAgreesWithPaths({ ...real, abandoned });
    expect(await complaintOf(law)).toMatch(/should be/);
  });
});

describe("the law of sums detects a reader that", () => {
  const without = (isLeftOut: (entry: Entry) => boolean): MaterialImplementation["material"] => {
    return (entries, options) =>
      branchMaterial(
        entries.filter((entry) => !isLeftOut(entry)),
        options,
      );
  };
  const variants: readonly (readonly [string, MaterialImplementation["material"], RegExp])[] = [
    [
      "prefers the oldest entries",
      (entries, options) => {
        const { items } = branchMaterial(entries.toReversed(), options);
        return { ...branchMaterial(entries, options), items: items.toReversed() };
      },
      /items should be/,
    ],
    [
      "continues after an entry that does not fit",
      (entries, options) => ({
        ...branchMaterial(entries, options),
        items: entries.flatMap(
          (entry) => branchMaterial([entry], { ...options, budgetTokens: 20 }).items,
        ),
      }),
      /items should be/,
    ],
    [
      "omits a summary at the limit",
      (entries, options) => {
        const made = branchMaterial(entries, options);
        const size = made.items.reduce(
          (sum, { message }) => sum + options.estimator.estimate(message),
          0,
        );
        return size > options.budgetTokens ? { ...made, items: made.items.slice(1) } : made;
      },
      /items should be/,
    ],
    ["skips compactions", without(({ type }) => type === "compaction"), /should be/],
    ["shows hidden items", without(({ type }) => type === "hide"), /items should be/],
    [
      "reads entries before a reset",
      without((entry) => entry.type === "compaction" && entry.reason === "reset"),
      /should be/,
    ],
    [
      "lists only files of items that fit",
      (entries, options) => {
        const made = branchMaterial(entries, options);
        const ids = new Set(made.items.map(({ id }) => id));
        const told = entries.filter(({ id }) => ids.has(id));
        return { ...made, digest: branchMaterial(told, options).digest };
      },
      /files should be/,
    ],
    [
      "ignores files of nested branches",
      (entries, options) => ({
        ...branchMaterial(entries, options),
        digest: branchMaterial(
          entries.filter(({ type }) => type !== "branch"),
          options,
        ).digest,
      }),
      /files should be/,
    ],
    [
      "includes the files of a hook",
      (entries, options) => ({
        ...branchMaterial(entries, options),
        digest: branchMaterial(
          entries.map((entry) =>
            entry.type === "branch" && entry.summary !== null
              ? { ...entry, summary: { ...entry.summary, origin: "own" } }
              : entry,
          ),
          options,
        ).digest,
      }),
      /files should be/,
    ],
  ];

  test.each(variants)("%s", async (_name, material, because) => {
    expect(await complaintOf(materialAgreesWithSums({ ...real, material }))).toMatch(because);
  });
});

describe("the law of the session detects a session that", () => {
  const changing = (change: (entry: Entry, head: string | null) => Entry | null) => {
    return (store: SessionStore): SessionStore => ({
      ...store,
      append: (sessionId, entries, options) =>
        store.append(
          sessionId,
          entries.flatMap((entry) => change(entry, options.expectedHead) ?? []),
          options,
        ),
    });
  };
  const variants: readonly (readonly [string, Partial<NavigationImplementation>, RegExp])[] = [
    [
      "writes no entry without a summary",
      {
        store: changing((entry) =>
          entry.type === "branch" && entry.summary === null ? null : entry,
        ),
      },
      /one branch entry should be written/,
    ],
    [
      "appends the summary to the abandoned branch",
      {
        store: changing((entry, head) =>
          entry.type === "branch" && entry.summary !== null ? { ...entry, parentId: head } : entry,
        ),
      },
      /its parent should be/,
    ],
    [
      "does not store the previous head",
      { store: changing((entry) => (entry.type === "branch" ? { ...entry, from: null } : entry)) },
      /it should come from/,
    ],
    [
      "marks a hook's summary as its own",
      {
        store: changing((entry) =>
          entry.type === "branch" && entry.summary !== null
            ? { ...entry, summary: { ...entry.summary, origin: "own" } }
            : entry,
        ),
      },
      /origin: hook/,
    ],
    [
      "loses the summary",
      {
        store: changing((entry) => (entry.type === "branch" ? { ...entry, summary: null } : entry)),
      },
      /summary: true/,
    ],
    [
      "navigates after an abort",
      { session: (session) => wrapped(session, ({ signal: _signal, ...options }) => options) },
      /it should not have been made/,
    ],
    [
      "reports no common ancestors",
      {
        session: (session) => ({
          ...session,
          branches: async () => (await session.branches()).map((tip) => ({ ...tip, forkId: null })),
        }),
      },
      /the branches should be/,
    ],
    [
      "ignores sub-agents of compacted entries",
      {
        store: changing((entry) => {
          if (entry.type !== "compaction") return entry;
          const { subAgents: _subAgents, ...state } = entry.state;
          return { ...entry, state };
        }),
      },
      /running should be/,
    ],
    [
      "makes a summary without a request",
      { session: (session) => wrapped(session, (options) => ({ ...options, summarize: true })) },
      /summary: false/,
    ],
    [
      "requests no summary",
      { session: (session) => wrapped(session, (options) => ({ ...options, summarize: false })) },
      /summary: true|summarized items/,
    ],
  ];

  test.each(variants)("%s", async (_name, change, because) => {
    expect(await complaintOf(sessionAgreesWithTree({ ...realSession, ...change }))).toMatch(
      because,
    );
  });
});

type Options = NonNullable<Parameters<Session["navigate"]>[1]>;

function wrapped(session: Session, change: (options: Options) => Options): Session {
  return { ...session, navigate: (id, options = {}) => session.navigate(id, change(options)) };
}
