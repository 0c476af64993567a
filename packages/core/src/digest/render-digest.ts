import type { Digest } from "../message/digest.ts";
import { mapInSteps, runAtOnce, type Steps } from "../message/steps.ts";
import { escapeTags } from "../message/text.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import { type TokenBudget, writeWithin } from "./token-budget.ts";

export type RenderDigestOptions = {
  /** The size limit of the text, as counted by `estimator`. */
  readonly maxTokens: number;
  readonly estimator: TokenEstimator;
};

type Section = {
  readonly tag: string;
  readonly lines: readonly string[];
  /** The largest share of the tokens that are left. */
  readonly share: number;
};

/**
 * Renders a digest as text: `<modified-files>` and `<read-files>` with one path per line, then commands, searches,
 * artifacts and hidden texts if there is room. Each list has the newest entry first. The oldest are left out, which a
 * line after the closing tag reports. An empty digest renders as "".
 */
export function renderDigest(digest: Digest, options: RenderDigestOptions): string {
  const sections = sectionsOf(digest).filter((section) => section.lines.length > 0);
  if (sections.length === 0) return "";
  const write = function* (budget: TokenBudget): Steps<string> {
    const written = yield* mapInSteps(sections, (section) => writeSection(section, budget));
    return written.filter((text) => text !== null).join("\n\n");
  };
  return runAtOnce(writeWithin(options.maxTokens, options.estimator, write));
}

function sectionsOf(digest: Digest): readonly Section[] {
  return [
    { tag: "modified-files", share: 0.7, lines: digest.filesModified },
    { tag: "read-files", share: 0.9, lines: digest.filesRead },
    {
      tag: "commands",
      share: 0.5,
      lines: digest.commands.map(({ command, exitCode, files }) =>
        joined(command, [exitCode === null ? "" : `exit ${exitCode}`, files.join(", ")]),
      ),
    },
    {
      tag: "searches",
      share: 0.5,
      lines: digest.searches.map(({ tool, query, paths, turnIds }) =>
        joined(`${tool}: ${query}`, [paths.join(", "), turnIds.join(", ")]),
      ),
    },
    {
      tag: "artifacts",
      share: 0.6,
      lines: digest.artifacts.map(({ path, mime, visibility, sourcesUsed }) =>
        joined(path, [
          mime ?? "",
          visibility ?? "",
          sourcesUsed.length === 0 ? "" : `from ${sourcesUsed.join(", ")}`,
        ]),
      ),
    },
    {
      tag: "hidden",
      share: 1,
      lines: digest.hidden.map(({ id, replacement }) => joined(id, [replacement])),
    },
  ];
}

function joined(subject: string, facts: readonly string[]): string {
  const known = facts.filter((fact) => fact !== "");
  return known.length === 0 ? subject : `${subject} → ${known.join("; ")}`;
}

function writeSection({ tag, lines, share }: Section, whole: TokenBudget): string | null {
  const budget = whole.share(Math.floor(whole.left() * share));
  const plain = lines.map(oneLine).toReversed();
  if (!budget.take(`<${tag}>\n</${tag}>\n${leftOut(plain.length)}`)) return null;
  const end = plain.findIndex((line) => !budget.take(line));
  if (end === 0) return null;
  const shown = end === -1 ? plain : plain.slice(0, end);
  const older = plain.length - shown.length;
  return [`<${tag}>`, ...shown, `</${tag}>`, ...(older === 0 ? [] : [leftOut(older)])].join("\n");
}

function leftOut(count: number): string {
  return `(${count} older left out)`;
}

function oneLine(text: string): string {
  return escapeTags(text.replace(/(?<!\s)\s*[\r\n]\s*/gu, " ⏎ ")).toWellFormed();
}
