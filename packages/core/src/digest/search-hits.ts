import { textOf, type ToolMessage } from "../message/message.ts";
import { jsonOf, objectsIn } from "./artifacts.ts";
import { plainPath } from "./file-operations.ts";

/** What a search or a memory read found. */
export type SearchHits = { readonly paths: readonly string[]; readonly turnIds: readonly string[] };

const MAX_HITS = 10;
const MAX_CHARACTERS = 20_000;
const PATH_LINE =
  /^\s*(?:[-*] )?((?:[A-Za-z]:)?[\w@~./\\+-]{0,200}[/\\.][\w@~./\\+-]{0,200}\w)(?=$|[:\s-]\d+[:-]|:\s|\s*$)/gmu;

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
    objects.length > 0
      ? []
      : [...text.slice(0, MAX_CHARACTERS).matchAll(PATH_LINE)].map((match) => match[1] ?? "");
  return {
    paths: firstFew([...named, ...lines].map(plainPath).filter((path) => path !== null)),
    turnIds: firstFew(turns),
  };
}

function firstFew(names: readonly string[]): readonly string[] {
  return [...new Set(names)].slice(0, MAX_HITS);
}

function texts(values: readonly unknown[]): readonly string[] {
  return values
    .flatMap((value) => (Array.isArray(value) ? (value as readonly unknown[]) : [value]))
    .filter((value) => typeof value === "string" && value !== "") as readonly string[];
}
