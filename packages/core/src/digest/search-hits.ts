import { textOf, type ToolMessage } from "../message/message.ts";
import { jsonOf, objectsIn } from "./artifacts.ts";
import { plainPath } from "./file-operations.ts";

/** What a search or a memory read found. */
export type SearchHits = { readonly paths: readonly string[]; readonly turnIds: readonly string[] };

const MAX_HITS = 10;
const MAX_CHARACTERS = 20_000;
const MAX_PATH_CHARACTERS = 402;
const LINE_BREAK = /[\n\r\u2028\u2029]/u;
const PATH_CHARACTERS = /^(?:[-*] )?((?:[A-Za-z]:)?[\w@~./\\+-]*)(.*)$/su;
/** What may follow a path: the end of the line, the number of a line in the file, a colon before a text. */
const AFTER_PATH = /^(?:$|[:\s-]\d{1,12}[:-]|:\s|:$)/u;

/**
 * The first ten paths and turn ids of a result: from the objects of a JSON result (`path`, `file`, `turn_id`,
 * `turn_ids`), else from lines that begin with a path.
 */
export function searchHits(result: ToolMessage | null): SearchHits {
  if (result === null) return { paths: [], turnIds: [] };
  const text = textOf(result);
  const objects = objectsIn(jsonOf(text));
  const named = objects.flatMap((fields) =>
    texts([fields["path"], fields["file"], fields["paths"]]),
  );
  const turns = objects.flatMap((fields) =>
    texts([fields["turn_id"], fields["turnId"], fields["turn_ids"], fields["turnIds"]]),
  );
  const lines =
    objects.length > 0 ? [] : text.slice(0, MAX_CHARACTERS).split(LINE_BREAK).flatMap(leadingPath);
  return {
    paths: firstFew([...named, ...lines].map(plainPath).filter((path) => path !== null)),
    turnIds: firstFew(turns),
  };
}

/** The path that a line begins with: the longest run with a slash or a dot in it that ends as a path ends. */
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

function firstFew(names: readonly string[]): readonly string[] {
  return [...new Set(names)].slice(0, MAX_HITS);
}

function texts(values: readonly unknown[]): readonly string[] {
  return values
    .flatMap((value) => (Array.isArray(value) ? (value as readonly unknown[]) : [value]))
    .filter((value) => typeof value === "string" && value !== "") as readonly string[];
}
