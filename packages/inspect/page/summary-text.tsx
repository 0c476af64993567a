import type { JSX } from "preact";
import type { CompactionResult, Sentence } from "../src/page-data.ts";
import { visibleText } from "./display-text.ts";

/** Anything in a text that was invented, or not. */
type Piece = { readonly text: string; readonly invented: boolean };

/** A summary whose sentences lead to the message that they come from. Invented texts are marked. */
export function SummaryText({
  onOpen,
  opened,
  result,
}: {
  readonly result: CompactionResult;
  /** Index of the highlighted source. */
  readonly opened: number | null;
  readonly onOpen: (source: number) => void;
}): JSX.Element {
  return (
    <div class="summary-text">
      {result.summary.map((line, index) => (
        <p key={index}>
          {line.map((sentence, place) => (
            <SentenceText
              key={place}
              sentence={sentence}
              invented={result.invented}
              isOpened={sentence.source !== null && sentence.source === opened}
              onOpen={onOpen}
            />
          ))}
        </p>
      ))}
    </div>
  );
}

function SentenceText({
  invented,
  isOpened,
  onOpen,
  sentence: { share, source, text },
}: {
  readonly sentence: Sentence;
  readonly invented: readonly string[];
  readonly isOpened: boolean;
  readonly onOpen: (source: number) => void;
}): JSX.Element {
  const content = piecesOf(text, invented).map((piece, index) =>
    piece.invented ? (
      <mark key={index} class="invented" title="Does not occur before the cut">
        ⚠ {visibleText(piece.text)}
      </mark>
    ) : (
      visibleText(piece.text)
    ),
  );
  if (source === null) return <span>{content}</span>;
  return (
    <button
      type="button"
      class="sentence"
      aria-pressed={isOpened}
      title={`From message ${source + 1}, which has ${Math.round(share * 100)} % of its rare words`}
      onClick={() => {
        onOpen(source);
      }}
    >
      {content}
      <sup>{source + 1}</sup>
    </button>
  );
}

/** Splits a text at invented texts. */
function piecesOf(text: string, invented: readonly string[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let rest = text;
  while (rest !== "") {
    const next = invented
      .map((each) => ({ each, at: rest.indexOf(each) }))
      .filter(({ at }) => at !== -1)
      .toSorted((left, right) => left.at - right.at || right.each.length - left.each.length)[0];
    if (next === undefined) break;
    if (next.at > 0) pieces.push({ text: rest.slice(0, next.at), invented: false });
    pieces.push({ text: next.each, invented: true });
    rest = rest.slice(next.at + next.each.length);
  }
  return rest === "" ? pieces : [...pieces, { text: rest, invented: false }];
}
