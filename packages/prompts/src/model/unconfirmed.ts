import { type Item, type Part, textOf } from "@cutpoint/core";

const MARK = "(unconfirmed)";
const DONE = /^(\s*- \[[xX]\] )(.*)$/u;
const NAMES = /`([^`\s]{4,200})`|(?<![\w./-])((?:[\w.-]+\/)+[\w.-]*\w)/gu;

/**
 * A summary in which work that is called done is marked `(unconfirmed)` where it names a path or a quoted name that
 * nobody has ever said: what was summarized and `before` do not hold it to the letter.
 */
export function markUnconfirmed(
  summary: string,
  items: readonly Item[],
  before: readonly string[],
): string {
  let said: string | undefined;
  const isSaid = (name: string): boolean => {
    said ??= [...before, ...items.flatMap(wordsOf)].join("\n");
    return said.includes(name);
  };
  const lines = summary.split("\n").map((line) => {
    const [, mark, entry] = DONE.exec(line) ?? [];
    if (mark === undefined || entry === undefined || entry.includes(MARK)) return line;
    const names = [...entry.matchAll(NAMES)].map(([, quoted, path]) => quoted ?? path ?? "");
    return names.every(isSaid) ? line : `${line} ${MARK}`;
  });
  return lines.join("\n");
}

function wordsOf({ message }: Item): readonly string[] {
  const parts: readonly Part[] = message.parts;
  return [
    textOf(message),
    ...parts.flatMap((part) => {
      if (part.type === "tool-call") return [part.name, part.arguments, unescaped(part.arguments)];
      if (part.type === "reasoning") return [part.text];
      return part.type === "file" ? [part.name ?? ""] : [];
    }),
  ];
}

/** JSON may write a path with escapes. */
function unescaped(text: string): string {
  return text.includes("\\") ? text.replaceAll("\\/", "/").replaceAll("\\\\", "\\") : "";
}
