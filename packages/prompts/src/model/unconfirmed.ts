import { type Item, type Part, textOf } from "@cutpoint/core";

const LABEL = "(unconfirmed)";
const DONE = /^(\s*- \[[xX]\] )(.*)$/u;
const NAMES = /`([^`\s]{4,200})`|(?<![\w./-])((?:[\w.-]+\/)+[\w.-]*\w)/gu;

/**
 * Labels completed work `(unconfirmed)` if it names a path or a quoted name that the source does not contain.
 *
 * @param known other texts that may contain the names
 */
export function markUnconfirmed(
  summary: string,
  items: readonly Item[],
  known: readonly string[],
): string {
  let source: string | undefined;
  const isInSource = (name: string): boolean => {
    source ??= [...known, ...items.flatMap(textsOf)].join("\n");
    return source.includes(name);
  };
  const lines = summary.split("\n").map((line) => {
    const [, bullet, entry] = DONE.exec(line) ?? [];
    if (bullet === undefined || entry === undefined || entry.includes(LABEL)) return line;
    const names = [...entry.matchAll(NAMES)].map(([, quoted, path]) => quoted ?? path ?? "");
    return names.every(isInSource) ? line : `${line} ${LABEL}`;
  });
  return lines.join("\n");
}

function textsOf({ message }: Item): readonly string[] {
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

/** JSON may escape the separators of a path. */
function unescaped(text: string): string {
  return text.includes("\\") ? text.replaceAll("\\/", "/").replaceAll("\\\\", "\\") : "";
}
