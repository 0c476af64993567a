import type { SearchRecord } from "../message/digest.ts";
import { textOf, type ToolMessage } from "../message/message.ts";
import { objectsIn, parseContainer } from "./artifacts.ts";
import { plainPaths } from "./file-operations.ts";

const MAX_HITS = 10;
const MAX_CHARACTERS = 20_000;
const MAX_PATH_CHARACTERS = 402;
const LINE_BREAK = /[\n\r\u2028\u2029]/u;
const PATH_CHARACTERS = /^(?:[-*] )?((?:[A-Za-z]:)?[\w@~./\\+-]*)(.*)$/su;
/** What may follow a path: the end of the line, a line number, or a colon before text. */
const AFTER_PATH = /^(?:$|[:\s-]\d{1,12}[:-]|:\s|:$)/u;

/**
 * Returns the first ten paths and turn ids of a result: from the objects of a JSON result (`path`, `file`, `turn_id`,
 * `turn_ids`), otherwise from lines that begin with a path.
 */
export function searchHits(result: ToolMessage | null): Pick<SearchRecord, "paths" | "turnIds"> {
  if (result === null) return { paths: [], turnIds: [] };
  const text = textOf(result);
  const objects = objectsIn(parseContainer(text));
  const named = objects.flatMap((fields) =>
    texts([fields["path"], fields["file"], fields["paths"]]),
  );
  const turns = objects.flatMap((fields) =>
    texts([fields["turn_id"], fields["turnId"], fields["turn_ids"], fields["turnIds"]]),
  );
  const lines =
    objects.length > 0 ? [] : text.slice(0, MAX_CHARACTERS).split(LINE_BREAK).flatMap(leadingPath);
  return {
    paths: firstHits(plainPaths([...named, ...lines])),
    turnIds: firstHits(turns),
  };
}

/** Returns the path at the start of a line: the longest run that has a slash or a dot and is followed like a path. */
function leadingPath(line: string): readonly string[] {
  const [, run = "", rest = ""] = PATH_CHARACTERS.exec(line.trimStart()) ?? [];
  const path = run.slice(0, MAX_PATH_CHARACTERS);
  const separator = path.search(/[/\\.]/u);
  if (separator === -1) return [];
  const after = run.slice(path.length, path.length + 20) + rest.trimEnd().slice(0, 20);
  for (let end = path.length; end >= separator + 2; end -= 1)
    if (/\w/u.test(path.charAt(end - 1)) && AFTER_PATH.test(path.slice(end, end + 20) + after))
      return [path.slice(0, end)];
  return [];
}

function firstHits(names: readonly string[]): readonly string[] {
  return [...new Set(names)].slice(0, MAX_HITS);
}

function texts(values: readonly unknown[]): readonly string[] {
  return values
    .flatMap((value) => (Array.isArray(value) ? (value as readonly unknown[]) : [value]))
    .filter((value) => typeof value === "string" && value !== "") as readonly string[];
}
