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
import { expectedAbandoned, expectedFiles, expectedSummarized } from "../reference/branches.ts";
import { expectNone } from "./proving.ts";

const estimator = createCharacterEstimator({ charactersPerToken: 4 });

/** Implementation that the laws of branches check. */
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

/** Message entries are more frequent than others. */
const KINDS = [
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
] as const;

/** The next entry of a tree: its kind, its parent counted from the newest entry, and the length of its text. */
type NewEntry = {
  readonly kind: (typeof KINDS)[number];
  readonly parent: number;
  readonly size: number;
};

const newEntry: fc.Arbitrary<NewEntry> = record({
  kind: fc.constantFrom(...KINDS),
  parent: fc.nat(5),
  size: fc.integer({ min: 1, max: 40 }),
});

function createEntry(created: NewEntry, entries: readonly Entry[]): Entry {
  const { kind, parent, size } = created;
  const id = `${kind}${entries.length}`;
  const text = `${id} `.repeat(size);
  const link = { id, at: entries.length, parentId: entries.at(-1 - parent)?.id ?? null };
  switch (kind) {
    case "say":
      return { ...link, type: "message", message: userMessage(text) };
    case "read":
    case "edit":
      return { ...link, type: "message", message: assistantMessage(text, [callOf(created, id)]) };
    case "hook":
    case "own":
      return { ...link, type: "branch", from: null, summary: branchSummary(text, size, kind) };
    case "bare":
      return { ...link, type: "branch", from: null, summary: null };
    case "reset":
      return { ...link, type: "compaction", reason: "reset", state: emptyState(), receipt: null };
    case "compaction": {
      const prefix = [{ kind: "summary", sourceId: null, part: { type: "text", text } }] as const;
      const state = { ...emptyState(), prefix };
      return { ...link, type: "compaction", reason: "manual", state, receipt: null };
    }
    case "hide": {
      const hiddenId = entries.at(-1 - size)?.id ?? id;
      const parts = [{ type: "text", text: size % 3 === 0 ? "" : "hidden" }] as const;
      return { ...link, type: "hide", replacements: { [hiddenId]: parts } };
    }
  }
}

function callOf({ kind, size }: NewEntry, callId: string) {
  const path = `${size % 2 === 0 ? "r" : "m"}${size % 5}`;
  return { callId, name: kind, arguments: JSON.stringify({ path }) };
}

function branchSummary(text: string, size: number, origin: "hook" | "own") {
  const files = { filesRead: [`r${size % 5}`], filesModified: [`m${size % 4}`] };
  const digest = { ...files, artifacts: [], searches: [], commands: [], hidden: [] };
  return { text, digest, origin };
}

const tree: fc.Arbitrary<readonly Entry[]> = fc
  .array(newEntry, { minLength: 2, maxLength: 30 })
  .map((created) =>
    created.reduce<readonly Entry[]>(
      (entries, next) => [...entries, createEntry(next, entries)],
      [],
    ),
  );

/** The abandoned entries between any two entries are those that their paths do not share. */
export function abandonedAgreesWithPaths({
  abandoned,
}: MaterialImplementation): fc.IAsyncProperty<unknown> {
  return fc.asyncProperty(tree, fc.nat(), fc.nat(), async (entries, one, other) => {
    const store = createArrayStore();
    store.entries.push(...entries);
    const ids = [null, ...entries.map(({ id }) => id)];
    const [from = null, to = null] = [ids[one % ids.length], ids[other % ids.length]];
    const found = await abandoned(store, from, to);
    const wanted = expectedAbandoned(entries, from, to);
    const actual = { ancestorId: found.ancestorId, ids: found.entries.map(({ id }) => id) };
    if (!isDeepStrictEqual(actual, wanted))
      throw new Error(
        `between ${from} and ${to} should be ${JSON.stringify(wanted)}, not ${JSON.stringify(actual)}`,
      );
  });
}

/** The items and files of an abandoned branch equal those of a straightforward computation. */
export function materialAgreesWithSums({
  material,
}: MaterialImplementation): fc.IProperty<unknown> {
  const sizeOf = (text: string): number => Math.ceil(text.length / 4);
  return fc.property(tree, fc.integer({ min: 1, max: 400 }), (entries, budgetTokens) => {
    const sized = {
      ...estimator,
      estimate: (message: Parameters<typeof estimator.estimate>[0]) =>
        sizeOf(message.parts.map((part) => (part.type === "text" ? part.text : "")).join("")),
    };
    const { digest, items } = material(entries, { budgetTokens, estimator: sized });
    const summarized = expectedSummarized(entries, budgetTokens, sizeOf);
    const files = expectedFiles(entries);
    const actualFiles = {
      filesRead: digest.filesRead.toSorted(),
      filesModified: digest.filesModified.toSorted(),
    };
    expectNone(
      [
        ...difference(
          "items",
          items.map(({ id }) => id),
          summarized,
        ),
        ...difference("files", actualFiles, files),
      ],
      `within ${budgetTokens} tokens`,
    );
  });
}

function difference(name: string, actual: unknown, expected: unknown): readonly string[] {
  if (isDeepStrictEqual(actual, expected)) return [];
  return [`${name} should be ${JSON.stringify(expected)}, not ${JSON.stringify(actual)}`];
}
