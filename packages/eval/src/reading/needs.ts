import { LONGEST_LINE } from "./message-text.ts";
import type { Anchor } from "./anchor.ts";
import type { Cut } from "./cut.ts";
import { isCommonName } from "./everyday-names.ts";
import type { Reading } from "./reading.ts";

/** How many assistant messages after a cut are looked at. */
const LOOKAHEAD = 60;
/** After as many assistant messages, what is needed counts half. */
const HALF_LIFE = 10;
/** A word that stands in more messages of the history is not rare. */
const RARE = 5;

/** How something came into the history first. */
export type Origin = "human" | "assistant" | "tool";

/** Something of the history that the assistant used after the cut and that was not shown to it again before. */
export type Need = {
  /** Assistant messages between the cut and its first use. */
  readonly firstUse: number;
  /** Its share in the weighted measure: 0.5^(firstUse / 10). */
  readonly weight: number;
};

export type NeededAnchor = Need &
  Anchor & {
    readonly origin: Origin;
    /** In how many messages of the history it stands. */
    readonly seenIn: number;
  };

export type NeededWord = Need & { readonly word: string };

/** Two needed anchors, by index: used in one later message, and standing on one line of the history. */
export type NeededPair = readonly [left: number, right: number];

/** What a cut's future needs of its history. */
export type Needs = {
  readonly anchors: readonly NeededAnchor[];
  readonly pairs: readonly NeededPair[];
  readonly words: readonly NeededWord[];
  /** Of a chat: the messages that answer the questions about it, by index, each once. */
  readonly evidence: readonly number[];
};

export function needsOf(reading: Reading, cut: Cut): Needs {
  const later = assistantsAfter(reading, cut);
  const found = new Map<
    string,
    NeededAnchor & { readonly uses: number[]; readonly lines: readonly number[] }
  >();
  const refused = new Set<string>();
  for (const [turn, message] of later.entries())
    for (const anchor of reading.anchors(message)) {
      const known = found.get(anchor.text);
      if (known !== undefined) {
        known.uses.push(turn);
        continue;
      }
      if (refused.has(anchor.text)) continue;
      const need =
        isCommonName(anchor.text) || reading.toolNames.has(anchor.text)
          ? null
          : neededAnchor(reading, cut, { turn, message }, anchor);
      if (need === null) refused.add(anchor.text);
      else found.set(anchor.text, need);
    }
  const anchors = [...found.values()];
  return {
    anchors: anchors.map(({ uses: _uses, lines: _lines, ...need }) => need),
    pairs: pairsOf(anchors),
    words: neededWords(reading, cut, later),
    evidence: [
      ...new Set(
        reading.transcript.questions
          .flatMap(({ evidence }) => evidence)
          .filter((place) => place < cut.at),
      ),
    ],
  };
}

function assistantsAfter({ transcript }: Reading, { at }: Cut): readonly number[] {
  const places: number[] = [];
  for (let index = at; index < transcript.messages.length && places.length < LOOKAHEAD; index += 1)
    if (transcript.messages[index]?.role === "assistant") places.push(index);
  return places;
}

/** @param use the assistant message that uses the anchor first: its place among those after the cut, and its index */
function neededAnchor(
  reading: Reading,
  cut: Cut,
  use: { readonly turn: number; readonly message: number },
  anchor: Anchor,
): (NeededAnchor & { readonly uses: number[]; readonly lines: readonly number[] }) | null {
  const lines = new Set<number>();
  const seen = new Set<number>();
  let origin: Origin | null = null;
  for (const offset of reading.index.find(anchor.text)) {
    const { message, role } = reading.stretchAt(offset);
    if (role === "system") return null;
    if (message >= use.message) break;
    if (message >= cut.at) {
      if (role !== "assistant") return null;
      continue;
    }
    if (role === "shown") continue;
    origin ??= role === "user" ? "human" : role;
    seen.add(message);
    const line = reading.index.lineAt(offset);
    if (reading.index.lineLength(line) <= LONGEST_LINE) lines.add(line);
  }
  if (origin === null) return null;
  return {
    ...anchor,
    ...needAt(use.turn),
    origin,
    seenIn: seen.size,
    uses: [use.turn],
    lines: [...lines],
  };
}

function needAt(firstUse: number): Need {
  return { firstUse, weight: 0.5 ** (firstUse / HALF_LIFE) };
}

function pairsOf(
  anchors: readonly (Anchor & {
    readonly uses: readonly number[];
    readonly lines: readonly number[];
  })[],
): readonly NeededPair[] {
  const byLine = new Map<number, number[]>();
  for (const [index, { lines }] of anchors.entries())
    for (const line of lines) byLine.set(line, [...(byLine.get(line) ?? []), index]);
  const pairs = new Map<string, NeededPair>();
  for (const together of byLine.values())
    for (const [place, left] of together.entries())
      for (const right of together.slice(place + 1)) {
        const key = `${left} ${right}`;
        const first = anchors[left];
        const second = anchors[right];
        if (pairs.has(key) || first === undefined || second === undefined) continue;
        if (first.text.includes(second.text) || second.text.includes(first.text)) continue;
        if (first.uses.some((use) => second.uses.includes(use))) pairs.set(key, [left, right]);
      }
  return [...pairs.values()];
}

function neededWords(reading: Reading, cut: Cut, later: readonly number[]): readonly NeededWord[] {
  const turnOf = new Map(later.map((message, turn) => [message, turn]));
  const needed: NeededWord[] = [];
  for (const [word, places] of reading.words) {
    const turn = wordUse(reading, cut, places, turnOf);
    if (turn !== null) needed.push({ word, ...needAt(turn) });
  }
  return needed;
}

/** The assistant message that first uses a rare word of the history, as its place among those after the cut. */
function wordUse(
  { stretches }: Reading,
  cut: Cut,
  places: readonly number[],
  turnOf: ReadonlyMap<number, number>,
): number | null {
  let before = 0;
  for (const place of places) {
    const stretch = stretches[place];
    if (stretch === undefined || stretch.role === "system") return null;
    const { message, role } = stretch;
    if (message < cut.at) {
      before += role === "shown" ? 0 : 1;
      if (before > RARE) return null;
    } else if (before === 0 || role !== "assistant") return null;
    else return turnOf.get(message) ?? null;
  }
  return null;
}
