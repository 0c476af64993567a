import { invalidInput, isRecord } from "@cutpoint/core/kit";
import type { ErasableStore, EvictableStore, SearchableStore } from "@cutpoint/session/store";
import { adapterCases } from "./adapter-cases.ts";
import type { AdapterRig } from "./adapter/rig.ts";
import type { ConformanceCase } from "./conformance-case.ts";
import { estimatorCases } from "./estimator-cases.ts";
import type { EstimatorRig } from "./estimator/rig.ts";
import { readerCases } from "./reader-cases.ts";
import type { ReaderRig } from "./reader/rig.ts";
import { type CaseResult, type ExpectedFailures, runCases, type RunOptions } from "./run-cases.ts";
import { stateStoreCases } from "./state-store-cases.ts";
import type { StateStoreRig } from "./state-store/rig.ts";
import { storeCases } from "./store-cases.ts";
import { eraseCases } from "./store/erase-cases.ts";
import { evictCases } from "./store/evict-cases.ts";
import type { StoreRig } from "./store/rig.ts";
import { searchCases } from "./store/search-cases.ts";
import { summarizerCases } from "./summarizer-cases.ts";
import type { SummarizerRig } from "./summarizer/rig.ts";

/** A store, estimator, summarizer, reader or adapter to test, with its rig. */
export type Subject = {
  /** Name in tables. */
  readonly name: string;
  readonly expectedFailures?: ExpectedFailures;
} & (
  | { readonly type: "store"; readonly rig: StoreRig }
  | { readonly type: "searchable-store"; readonly rig: StoreRig<SearchableStore> }
  | { readonly type: "evictable-store"; readonly rig: StoreRig<EvictableStore> }
  | { readonly type: "erasable-store"; readonly rig: StoreRig<ErasableStore> }
  | { readonly type: "state-store"; readonly rig: StateStoreRig }
  | { readonly type: "estimator"; readonly rig: EstimatorRig }
  | { readonly type: "summarizer"; readonly rig: SummarizerRig }
  | { readonly type: "reader"; readonly rig: ReaderRig }
  | { readonly type: "adapter"; readonly rig: AdapterRig }
);

/** The cases for each type, and the required fields of its rig, so that a wrong one is rejected before it runs. */
const CONTRACTS: Readonly<
  Record<
    Subject["type"],
    { readonly cases: readonly ConformanceCase<never>[]; readonly fields: readonly string[] }
  >
> = {
  store: { cases: storeCases, fields: ["kind", "create"] },
  "searchable-store": { cases: searchCases, fields: ["kind", "create"] },
  "evictable-store": { cases: evictCases, fields: ["kind", "create"] },
  "erasable-store": { cases: eraseCases, fields: ["kind", "create"] },
  "state-store": { cases: stateStoreCases, fields: ["durable", "create"] },
  estimator: { cases: estimatorCases, fields: ["estimator", "countTokens"] },
  summarizer: { cases: summarizerCases, fields: ["kind", "instructions", "create"] },
  reader: { cases: readerCases, fields: ["records", "join", "read"] },
  adapter: {
    cases: adapterCases,
    fields: ["facts", "features", "samples", "roundTrip", "create"],
  },
};

/** Runs all cases for a subject. */
export async function runSubject(
  { expectedFailures = {}, rig, type }: Subject,
  options: Omit<RunOptions, "expectedFailures"> = {},
): Promise<readonly CaseResult[]> {
  return runCases(CONTRACTS[type].cases, rig as never, { ...options, expectedFailures });
}

/**
 * Validates the `subjects` of a module.
 *
 * @throws `invalid-input` with the field, its value and what is expected
 */
export function parseSubjects(value: unknown, field = "subjects"): readonly Subject[] {
  if (!Array.isArray(value) || value.length === 0)
    throw invalidInput(field, value, "expected a list with at least one { type, name, rig }");
  return value.map((each: unknown, index) => parseSubject(each, `${field}[${index}]`));
}

function parseSubject(value: unknown, field: string): Subject {
  if (!isRecord(value)) throw invalidInput(field, value, "expected an object { type, name, rig }");
  const { type, name, rig, expectedFailures } = value;
  if (typeof type !== "string" || !Object.hasOwn(CONTRACTS, type))
    throw invalidInput(
      `${field}.type`,
      type,
      `expected one of ${Object.keys(CONTRACTS).join(", ")}`,
    );
  if (typeof name !== "string" || name.trim() === "")
    throw invalidInput(`${field}.name`, name, "expected a string that is not empty");
  if (!isRecord(rig)) throw invalidInput(`${field}.rig`, rig, "expected an object");
  for (const key of CONTRACTS[type as Subject["type"]].fields)
    if (rig[key] === undefined)
      throw invalidInput(`${field}.rig.${key}`, undefined, `expected the rig of ${article(type)}`);
  if (expectedFailures !== undefined && !isTexts(expectedFailures))
    throw invalidInput(
      `${field}.expectedFailures`,
      expectedFailures,
      "expected a reason for each case's id",
    );
  return value as Subject;
}

function article(type: string): string {
  return `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}

function isTexts(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every((reason) => typeof reason === "string");
}
