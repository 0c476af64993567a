import { isDeepStrictEqual } from "node:util";
import { assistantMessage, createCharacterEstimator, userMessage } from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
import type { Entry, SessionStore } from "@cutpoint/session";
import * as fc from "fast-check";
import type {
  Abandoned,
  BranchMaterial,
  BranchMaterialOptions,
} from "../../../../packages/session/src/branches/branch-material.ts";
import { record } from "../generate/record.ts";
import { createArrayStore } from "../reference/array-store.ts";
import { expectedAbandoned, expectedFiles, expectedTold } from "../reference/branches.ts";
import { expectNone } from "./proving.ts";

const estimator = createCharacterEstimator({ charactersPerToken: 4 });

/** What the laws of branches are asked of. */
export type MaterialImplementation = {
  readonly abandoned: (
    store: SessionStore,
    from: string | null,
    to: string | null,
  ) => Promise<Abandoned>;
  readonly material: (
    abandoned: readonly Entry[],
    options: BranchMaterialOptions,
  ) => BranchMaterial;
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
}: MaterialImplementation): fc.IAsyncProperty<unknown> {
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
}: MaterialImplementation): fc.IProperty<unknown> {
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
