import { ANCHOR_WEIGHTS, WORD_WEIGHTS } from "./reuse-weights.ts";
import type { TermIndex, KeyTerm } from "./terms.ts";

/** What is asked of a term: a number of about 0 to 1 or a few. */
type Feature = (term: KeyTerm, context: Context) => number;

type Context = {
  /** The number of messages. */
  readonly span: number;
  readonly affinity: (term: KeyTerm) => number;
};

const fades = (at: number, { span }: Context, messages: number): number =>
  Math.exp((at - span + 1) / messages);

function isOnlyInResults(term: KeyTerm): boolean {
  const { arguments: used, carried, change, human, prose } = term;
  return human + prose + used + change + carried === 0;
}

/** The features of a term, by the names that the learned tables use. */
const FEATURES: Readonly<Record<string, Feature>> = {
  one: () => 1,
  path: ({ kind }) => (kind === "path" ? 1 : 0),
  address: ({ kind }) => (kind === "address" ? 1 : 0),
  number: ({ kind }) => (kind === "number" ? 1 : 0),
  id: ({ kind }) => (kind === "id" ? 1 : 0),
  dotted: ({ kind }) => (kind === "dotted" ? 1 : 0),
  phrase: ({ kind }) => (kind === "phrase" ? 1 : 0),
  capitals: ({ kind }) => (kind === "capitals" ? 1 : 0),
  long: ({ name }) => Math.min(1, name.length / 40),
  messages: ({ messages }) => Math.log(messages),
  everywhere: ({ messages }, { span }) => messages / span,
  human: ({ human }) => Math.log1p(human),
  prose: ({ prose }) => Math.log1p(prose),
  arguments: ({ arguments: used }) => Math.log1p(used),
  change: ({ change }) => Math.log1p(change),
  result: ({ result }) => Math.log1p(result),
  onlyResult: (term) => (isOnlyInResults(term) ? 1 : 0),
  onceInResult: (term) => (term.result === 1 && isOnlyInResults(term) ? 1 : 0),
  carried: ({ carried }) => (carried > 0 ? 1 : 0),
  now: ({ last }, context) => fades(last, context, 4),
  lately: ({ last }, context) => fades(last, context, 16),
  before: ({ last }, context) => fades(last, context, 64),
  late: ({ last }, { span }) => Math.max(0, last) / span,
  humanLately: ({ lastHuman }, context) => fades(lastHuman, context, 16),
  proseNow: ({ lastProse }, context) => fades(lastProse, context, 4),
  proseLately: ({ lastProse }, context) => fades(lastProse, context, 16),
  argumentsNow: ({ lastArguments }, context) => fades(lastArguments, context, 4),
  argumentsLately: ({ lastArguments }, context) => fades(lastArguments, context, 16),
  changeNow: ({ lastChange }, context) => fades(lastChange, context, 4),
  changeLately: ({ lastChange }, context) => fades(lastChange, context, 16),
  defined: ({ defined }) => (defined > 0 ? 1 : 0),
  ofChanged: ({ ofChanged }) => (ofChanged > 0 ? 1 : 0),
  alone: ({ company }) => 1 / Math.max(1, company),
  affinity: (term, { affinity }) => affinity(term),
  onceLately: (c, context) => (c.messages === 1 ? fades(c.last, context, 16) : 0),
  onceAffinity: (c, { affinity }) => (c.messages === 1 ? affinity(c) : 0),
  pathChanged: ({ kind, change }) => (kind === "path" && change > 0 ? 1 : 0),
};

/** The names of the features, in the order of {@link featuresIn}. */
export const FEATURE_NAMES: readonly string[] = Object.keys(FEATURES);

/** Gives the features of the terms of some lines. */
export function featuresIn(index: TermIndex): (term: KeyTerm) => readonly number[] {
  const context = contextOf(index);
  const features = Object.values(FEATURES);
  return (term) => features.map((feature) => feature(term, context));
}

function contextOf(index: TermIndex): Context {
  return { span: index.span, affinity: affinityIn(index) };
}

/** The chance that the work will need a term again, 0 to 1, by what was learned of real conversations. */
export function reuseProbability(index: TermIndex): ReadonlyMap<KeyTerm, number> {
  const context = contextOf(index);
  const [anchor, word] = [weighed(ANCHOR_WEIGHTS), weighed(WORD_WEIGHTS)];
  return new Map(
    index.terms.map((term) => {
      let score = 0;
      for (const { feature, weight } of term.kind === "word" ? word : anchor)
        score += weight * feature(term, context);
      return [term, 1 / (1 + Math.exp(-score))];
    }),
  );
}

/** The features that a table gives a weight, with it. */
function weighed(
  table: Readonly<Record<string, number>>,
): readonly { readonly feature: Feature; readonly weight: number }[] {
  return Object.entries(FEATURES).flatMap(([name, feature]) => {
    const weight = table[name];
    return weight === undefined ? [] : [{ feature, weight }];
  });
}

const PART = /[A-Z]?[a-z]{3,}|[A-Z]{3,}/gu;

/**
 * How much the parts of a name (`read`, `config` in `readConfig`) occur in what was said or done last, rare parts
 * counting more; 0 to 1.
 */
function affinityIn(index: TermIndex): (term: KeyTerm) => number {
  const recent = new Map<string, number>();
  const spread = new Map<string, number>();
  const partsOf = (name: string): readonly string[] =>
    (name.match(PART) ?? []).map((part) => part.toLowerCase());
  const parts = new Map<KeyTerm, readonly string[]>();
  for (const term of index.terms) {
    const own = partsOf(term.name);
    parts.set(term, own);
    const used = Math.max(term.lastHuman, term.lastProse, term.lastArguments, term.lastChange);
    const heat = Math.exp((used - index.span + 1) / 12);
    for (const part of own) {
      spread.set(part, (spread.get(part) ?? 0) + 1);
      if (heat > 0.01) recent.set(part, Math.max(recent.get(part) ?? 0, heat));
    }
  }
  const all = Math.log(2 + index.terms.length);
  return (term) => {
    let hot = 0;
    let total = 0.5;
    for (const part of parts.get(term) ?? []) {
      const rare = 1 - Math.log(1 + (spread.get(part) ?? 0)) / all;
      total += rare;
      hot += rare * (recent.get(part) ?? 0);
    }
    return hot / total;
  };
}
