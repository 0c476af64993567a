import { type AnchorKind, anchorKind, anchorsOf, phrasesOf } from "./anchors.ts";
import type { Snippet, Source } from "./lines.ts";

/** An exact thing or a word, with all that is known about where it stood. */
export type KeyTerm = {
  readonly name: string;
  readonly kind: AnchorKind | "phrase" | "word";
  /** Messages that hold it, and the newest of them. */
  messages: number;
  last: number;
  human: number;
  lastHuman: number;
  prose: number;
  lastProse: number;
  arguments: number;
  lastArguments: number;
  change: number;
  lastChange: number;
  result: number;
  carried: number;
  /** Lines that define it, and that belong to a file that was changed. */
  defined: number;
  ofChanged: number;
  /** What names have in common that differ in their digits only; `null` without digits. */
  readonly family: string | null;
  /** The fewest others on a line with it. */
  company: number;
};

/** A snippet with its terms: exact things first, then words. */
export type Line = { readonly snippet: Snippet; readonly terms: readonly KeyTerm[] };

export type TermIndex = {
  readonly lines: readonly Line[];
  readonly terms: readonly KeyTerm[];
  /** What the label of each source tells. */
  readonly labels: ReadonlyMap<Source, readonly KeyTerm[]>;
  /** Messages in all. */
  readonly span: number;
};

const DEFINITION =
  /^(?:(?:export|public|private|protected|pub|async|static|default|abstract|final|declare) )*(?:function|class|interface|type|enum|struct|trait|impl|def|func|fn|const|let|var|module|CREATE|describe|test|it)\b/u;
const NEVER = -1e6;
const SMALL_NUMBER = /^\d{1,3}$/u;
const WORD = /\p{L}{4,}/gu;

/** Reads lines into terms. Takes time in proportion to their length. */
export function indexTerms(
  snippets: readonly Snippet[],
  span: number,
  changed: ReadonlySet<string>,
): TermIndex {
  const known = new Map<string, KeyTerm>();
  const parsed = new Map<string, Parsed>();
  const lines = snippets.map((snippet): Line => {
    const { text, source } = snippet;
    let line = parsed.get(text);
    if (line === undefined) {
      line = parse(text, known);
      parsed.set(text, line);
    }
    const traits = {
      defines: line.defines,
      ofChanged: source.path !== null && changed.has(source.path),
      company: line.company,
    };
    for (const term of line.terms) see(term, snippet, traits);
    return { snippet, terms: line.terms };
  });
  const labels = new Map<Source, readonly KeyTerm[]>();
  for (const { source } of snippets)
    if (!labels.has(source))
      labels.set(
        source,
        anchorsOf(source.label).flatMap((name) => known.get(name) ?? []),
      );
  return { lines, terms: [...known.values()], labels, span };
}

/** What the text of a line alone tells; files are read more than once, so that many lines come again. */
type Parsed = Pick<Traits, "company" | "defines"> & { readonly terms: readonly KeyTerm[] };

function parse(text: string, known: Map<string, KeyTerm>): Parsed {
  const names = anchorsOf(text, 24).filter((name) => !SMALL_NUMBER.test(name));
  const terms = names.map((name) => termOf(known, name, anchorKind(name) ?? "id"));
  for (const phrase of phrasesOf(text)) terms.push(termOf(known, phrase, "phrase"));
  const words = new Set<string>();
  for (const word of text.match(WORD) ?? []) words.add(word.toLowerCase());
  for (const word of words) terms.push(termOf(known, ` ${word}`, "word"));
  return { terms, company: names.length, defines: DEFINITION.test(text) };
}

type Traits = {
  readonly defines: boolean;
  readonly ofChanged: boolean;
  readonly company: number;
};

function see(term: KeyTerm, { origin, source }: Snippet, traits: Traits): void {
  const at = source.message;
  if (term.last !== at) term.messages += 1;
  term.last = Math.max(at, term.last);
  term.company = Math.min(term.company, traits.company);
  if (traits.defines) term.defined += 1;
  if (traits.ofChanged) term.ofChanged += 1;
  switch (origin) {
    case "human":
      term.human += 1;
      term.lastHuman = at;
      break;
    case "prose":
      term.prose += 1;
      term.lastProse = at;
      break;
    case "arguments":
      term.arguments += 1;
      term.lastArguments = at;
      break;
    case "change":
      term.change += 1;
      term.lastChange = at;
      break;
    case "carried":
      term.carried += 1;
      break;
    case "result":
      term.result += 1;
  }
}

function termOf(known: Map<string, KeyTerm>, name: string, kind: KeyTerm["kind"]): KeyTerm {
  const found = known.get(name);
  if (found !== undefined) return found;
  const term: KeyTerm = {
    name,
    kind,
    messages: 0,
    last: NEVER,
    human: 0,
    lastHuman: NEVER,
    prose: 0,
    lastProse: NEVER,
    arguments: 0,
    lastArguments: NEVER,
    change: 0,
    lastChange: NEVER,
    result: 0,
    carried: 0,
    defined: 0,
    ofChanged: 0,
    company: 99,
    family: kind === "name" && /\d/u.test(name) ? name.replaceAll(/\d+/gu, "#") : null,
  };
  known.set(name, term);
  return term;
}
