import {
  ARROW,
  ASSISTANT,
  INPUT,
  type Origin,
  SEPARATOR,
  type Source,
  type SourceLine,
  USER,
} from "./lines.ts";
import { quotedName } from "./quoted-name.ts";
import { quotableLines, shortLine } from "./sentences.ts";

const MAX_CALL_CHARACTERS = 70;

/**
 * Returns the lines of an earlier summary. Those of one file, command or tool have one source.
 *
 * @param isUser whether an entry of the summary is a line of the user. The text of a line does not show that.
 */
export function carriedLines(
  previousLines: readonly string[],
  isUser: (entry: number) => boolean = () => false,
): readonly SourceLine[] {
  const sources = new Map<string, Source>();
  const previous = previousLines.flatMap((line, entry) => summarySourceLines(line, isUser(entry)));
  return previous.map((line, place) => {
    const { call, label } = line.source;
    if (call !== undefined || label === "" || label === USER || label === ASSISTANT)
      return { ...line, place };
    const source = sources.get(label) ?? line.source;
    sources.set(label, source);
    return { ...line, source, place };
  });
}

/** A speaker, a file, a tool, or a command, which may be shortened, with its outcome. */
const LABEL =
  /^(?:\$ [^:]{1,80}|(?:answer to |user )?`[^`]{1,160}`(?: input)?|\S{1,120})(?: \(failed\))?: /u;

/** Returns the parts of a line of a summary: the call, if any, and what follows it. */
export function summarySourceLines(line: string, isUser = false): readonly SourceLine[] {
  const label = LABEL.exec(line)?.[0] ?? "";
  const call: Source = { label, message: -1, path: null, isUser };
  const rest = line.slice(label.length);
  const [called = "", ...results] = label === "" ? rest.split(ARROW) : [rest];
  const [head = "", ...inputs] = label === "" ? called.split(INPUT) : [called];
  const name = quotedName(shortLine(head, MAX_CALL_CHARACTERS));
  const input: Source = { ...call, label: `${name} input: `, call, isInput: true };
  return [
    ...partsOf(head, call),
    ...(inputs.length === 0 ? [] : partsOf(inputs.join(INPUT), input)),
    ...results.flatMap((text) => partsOf(text, { ...call, label: `${name}: `, call })),
  ].map((each, place) => ({ ...each, place }));
}

function partsOf(text: string, source: Source): readonly SourceLine[] {
  const origin: Origin = source.isUser === true ? "user" : "carried";
  const parts = text.split(SEPARATOR).flatMap(quotableLines);
  return parts.map((text, place) => ({ text, origin, source, place }));
}
