import { mapInSteps, runAtOnce, type Steps } from "@cutpoint/core/kit";
import type { Origin } from "../read/lines.ts";
import { REUSE_TREES, REUSE_WEIGHTS } from "./reuse-weights.ts";
import { type KeyTerm, type Line, LINES_AT_ONCE, type TermIndex } from "./terms.ts";

/** Value from 0 to about 1, or a logarithm of a count. */
type Feature = (term: KeyTerm, context: Context) => number;

type Context = {
  /** Number of messages. */
  readonly span: number;
  readonly affinity: (term: KeyTerm) => number;
  /** Index of the newest user message. */
  readonly request: number;
};

const decay = (at: number, { span }: Context, messages: number): number =>
  Math.exp((at - span + 1) / messages);

function isOnlyInResults({ counts }: KeyTerm): boolean {
  return counts.user + counts.prose + counts.arguments + counts.change + counts.carried === 0;
}

const isKind =
  (kind: KeyTerm["kind"]): Feature =>
  (term) =>
    term.kind === kind ? 1 : 0;
const countIn =
  (origin: Origin): Feature =>
  ({ counts }) =>
    Math.log1p(counts[origin]);
const recencyIn =
  (origin: Origin, messages: number): Feature =>
  ({ lastIn }, context) =>
    decay(lastIn[origin], context, messages);

/** Features by the names in the weight tables. `now`, `lately` and `before` decay over 4, 16 and 64 messages. */
const FEATURES: Readonly<Record<string, Feature>> = {
  one: () => 1,
  address: isKind("address"),
  number: isKind("number"),
  id: isKind("id"),
  phrase: isKind("phrase"),
  capitals: isKind("capitals"),
  long: ({ name }) => Math.min(1, name.length / 40),
  messages: ({ messages }) => Math.log(messages),
  everywhere: ({ messages }, { span }) => messages / span,
  user: countIn("user"),
  prose: countIn("prose"),
  arguments: countIn("arguments"),
  change: countIn("change"),
  result: countIn("result"),
  onlyResult: (term) => (isOnlyInResults(term) ? 1 : 0),
  onceInResult: (term) => (term.counts.result === 1 && isOnlyInResults(term) ? 1 : 0),
  now: ({ last }, context) => decay(last, context, 4),
  lately: ({ last }, context) => decay(last, context, 16),
  before: ({ last }, context) => decay(last, context, 64),
  late: ({ last }, { span }) => Math.max(0, last) / span,
  proseNow: recencyIn("prose", 4),
  proseLately: recencyIn("prose", 16),
  argumentsNow: recencyIn("arguments", 4),
  argumentsLately: recencyIn("arguments", 16),
  changeNow: recencyIn("change", 4),
  changeLately: recencyIn("change", 16),
  alone: ({ neighbors }) => 1 / Math.max(1, neighbors),
  affinity: (term, { affinity }) => affinity(term),
  onceLately: (term, context) => (term.messages === 1 ? decay(term.last, context, 16) : 0),
  onceAffinity: (term, { affinity }) => (term.messages === 1 ? affinity(term) : 0),
  uses: ({ uses }) => Math.log1p(uses),
  gap: ({ gap }) => Math.log1p(gap),
  rate: ({ first, last, messages }) => messages / (last - first + 1),
  request: ({ lastIn }, { request }) => (lastIn.user === request ? 1 : 0),
  sinceRequest: ({ last }, { request }) => (last >= request ? 1 : 0),
};

/** Names in the order of {@link featuresIn}. */
export const FEATURE_NAMES: readonly string[] = Object.keys(FEATURES);

/** Returns a function that computes the features of a term. */
export function featuresIn(index: TermIndex): (term: KeyTerm) => readonly number[] {
  const context = runAtOnce(contextOf(index));
  const features = Object.values(FEATURES);
  return (term) => features.map((feature) => feature(term, context));
}

/** Returns a function that estimates the probability that a term is needed again: a linear score, which trees correct for exact tokens. */
export function* reuseProbability(index: TermIndex): Steps<(term: KeyTerm) => number> {
  const context = yield* contextOf(index);
  const features = Object.values(FEATURES);
  const [tokenWeights, wordWeights] = [weightsOf(0), weightsOf(1)];
  const values = new Float64Array(features.length);
  return (term) => {
    const isWord = term.kind === "word";
    const weights = isWord ? wordWeights : tokenWeights;
    let score = 0;
    let place = 0;
    for (const feature of features) {
      const value = feature(term, context);
      values[place] = value;
      score += value * (weights[place] ?? 0);
      place += 1;
    }
    if (!isWord) for (const tree of REUSE_TREES) score += leafOf(tree, values);
    return 1 / (1 + Math.exp(-score));
  };
}

/** Number of questions of a tree. */
export const TREE_NODES = 7;

/**
 * Returns the value of the leaf that a term falls into. A tree of three levels is a row of numbers: the feature and the
 * limit of each node, then the values of its leaves. The nodes below node `n` are `2n + 1`, up to the limit, and `2n + 2`.
 */
export function leafOf(tree: readonly number[], values: ArrayLike<number>): number {
  let node = 0;
  while (node < TREE_NODES) {
    const value = values[tree[2 * node] ?? 0] ?? 0;
    node = 2 * node + (value <= (tree[2 * node + 1] ?? 0) ? 1 : 2);
  }
  return tree[TREE_NODES + node] ?? 0;
}

function* contextOf(index: TermIndex): Steps<Context> {
  const request = index.terms.reduce((newest, { lastIn }) => Math.max(newest, lastIn.user), -1);
  return { span: index.span, affinity: yield* affinityIn(index), request };
}

function weightsOf(column: 0 | 1): readonly number[] {
  return FEATURE_NAMES.map((name) => REUSE_WEIGHTS[name]?.[column] ?? 0);
}

const PART = /[A-Z]?[a-z]{3,}|[A-Z]{3,}/gu;

/**
 * Computes how much the parts of a name (`read`, `config` in `readConfig`) occurred recently, from 0 to 1. Rare parts
 * count more.
 */
function* affinityIn(index: TermIndex): Steps<(term: KeyTerm) => number> {
  const recent = new Map<string, number>();
  const spread = new Map<string, number>();
  const partsOf = (name: string): readonly string[] =>
    (name.match(PART) ?? []).map((part) => part.toLowerCase());
  const parts = new Map<KeyTerm, readonly string[]>();
  const readParts = (term: KeyTerm): void => {
    const own = partsOf(term.name);
    parts.set(term, own);
    const { user, prose, arguments: used, change } = term.lastIn;
    const heat = Math.exp((Math.max(user, prose, used, change) - index.span + 1) / 12);
    for (const part of own) {
      spread.set(part, (spread.get(part) ?? 0) + 1);
      if (heat > 0.01) recent.set(part, Math.max(recent.get(part) ?? 0, heat));
    }
  };
  yield* mapInSteps(index.terms, readParts, LINES_AT_ONCE);
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

/**
 * Finds ids that were listed next to an id that was looked up, and were not looked up. They are often looked up next.
 * Ids belong together if they have the same length and are on the same line.
 */
export function* unvisitedIds({ lines }: TermIndex): Steps<ReadonlySet<KeyTerm>> {
  const unvisited = new Set<KeyTerm>();
  const look = ({ terms }: Line): void => {
    const ids = terms.filter(({ kind }) => kind === "id");
    if (ids.length < 2) return;
    const opened = new Set(ids.filter((id) => id.counts.arguments > 0).map((id) => id.name.length));
    for (const id of ids)
      if (id.counts.arguments === 0 && opened.has(id.name.length)) unvisited.add(id);
  };
  yield* mapInSteps(lines, look, LINES_AT_ONCE);
  return unvisited;
}
