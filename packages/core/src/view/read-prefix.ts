import type { ArtifactRecord, CommandRecord, Digest, SearchRecord } from "../message/digest.ts";
import { type Message, textOf } from "../message/message.ts";
import type { Origin } from "../message/origin.ts";
import {
  type CompactionState,
  emptyState,
  type PrefixBlock,
  type PrefixBlockKind,
  type Rule,
} from "../message/state.ts";
import { renderPrefix, SUMMARY_PREAMBLE } from "./prefix.ts";

/** The messages of a view, with the state that its prefix shows. */
export type ReadView = {
  readonly state: CompactionState | null;
  /** The number of messages that the prefix takes after `start`. */
  readonly length: number;
  readonly start: number;
};

/**
 * Reads the prefix of a view back into a state, so that what a compaction returned can be compacted again: rules, user
 * text, summaries, pins and lists keep their places. Paragraphs of user text count as messages of their own.
 *
 * A prefix with files, or one that would not render to the same text, is not read: it stays a message.
 */
export function readPrefix(messages: readonly Message[]): ReadView {
  const start = messages.findIndex(({ role }) => role !== "system");
  const others = start === -1 ? [] : messages.slice(start);
  const end = others.findIndex((message) => !isPrefixMessage(message));
  const shown = end === -1 ? others : others.slice(0, end);
  const prefix = shown.flatMap((message, index) => blocksOf(textOf(message), index + 1));
  const isSame =
    shown.length > 0 &&
    JSON.stringify(renderPrefix(prefix).map(textOf)) === JSON.stringify(shown.map(textOf));
  if (!isSame) return { state: null, start, length: 0 };
  const rules = prefix.flatMap(({ kind, part }) =>
    kind === "rules" && part.type === "text" ? rulesIn(part.text) : [],
  );
  const lists = prefix.flatMap(({ kind, part }) =>
    kind === "digest" && part.type === "text" ? [part.text] : [],
  );
  const digest = lists.length === 0 ? null : digestIn(lists.toReversed().join("\n\n"));
  const state = { ...emptyState(), prefix, digest, ...(rules.length === 0 ? {} : { rules }) };
  return { state, start, length: shown.length };
}

function isPrefixMessage(message: Message): boolean {
  return (
    message.role === "user" &&
    message.provenance === "summary" &&
    message.parts.every(({ type }) => type === "text") &&
    textOf(message).startsWith(SUMMARY_PREAMBLE)
  );
}

const KINDS: Readonly<Record<string, PrefixBlockKind>> = {
  "user-rules": "rules",
  "user-messages": "user",
  summary: "summary",
  "pinned-message": "pin",
  reminder: "reminder",
};

/** A block with its attributes. Its text cannot contain a tag, since tags in texts are escaped. It ends at the next tag. */
const BLOCK =
  /\n\n<(user-rules|user-messages|summary|pinned-message|reminder)( [^\n>]*)?>\n(.*?)(\n<\/\1>|(?=\n\n<(?:user-rules|user-messages|summary|pinned-message|reminder)[ >])|$)/gsu;

/** Returns the blocks of one message of a prefix: its opening, the blocks in tags, and the lists between them. */
function blocksOf(text: string, segment: number): readonly PrefixBlock[] {
  const opening = text.split("\n\n<", 1)[0] ?? "";
  const blocks: PrefixBlock[] = segment === 1 ? [blockOf("preamble", opening)] : [];
  let read = opening.length;
  const readLists = (end: number): void => {
    const lists = text.slice(read, end).replace(/^\n\n/u, "");
    const isSegment = blocks.some(({ kind }) => kind === "user" || kind === "summary");
    if (lists !== "")
      blocks.push({ ...blockOf("digest", lists), ...(isSegment ? { segment } : {}) });
  };
  for (const match of text.matchAll(BLOCK)) {
    const [, tag = "", attributes = "", content = "", end] = match;
    if (end === "") continue;
    readLists(match.index);
    read = match.index + match[0].length;
    const kind = KINDS[tag] ?? "summary";
    const origin = originIn(attributes);
    const place = `${segment}-${match.index}`;
    if (kind === "user") {
      for (const [index, paragraph] of content.split("\n\n").entries())
        blocks.push({
          ...blockOf(kind, paragraph, `earlier-${place}-${index}`),
          ...origin,
          segment,
        });
    } else if (kind === "summary") blocks.push({ ...blockOf(kind, content), segment });
    else if (kind === "pin") blocks.push({ ...blockOf(kind, content, `pin-${place}`), ...origin });
    else blocks.push(blockOf(kind, content));
  }
  readLists(text.length);
  return blocks;
}

function blockOf(kind: PrefixBlockKind, text: string, sourceId: string | null = null): PrefixBlock {
  return { kind, sourceId, part: { type: "text", text } };
}

const AUTHORS: ReadonlySet<string> = new Set(["user", "assistant", "tool", "host", "summary"]);

function originIn(attributes: string): Pick<PrefixBlock, "origin"> {
  const name = / name="([^"]*)"/u.exec(attributes)?.[1];
  const by = / by="([^"]*)"/u.exec(attributes)?.[1] ?? "user";
  if (name === undefined && !attributes.includes(" by=")) return {};
  if (!AUTHORS.has(by)) return {};
  return { origin: { by: by as Origin["by"], ...(name === undefined ? {} : { name }) } };
}

function rulesIn(list: string): readonly Rule[] {
  const texts = list.replace(/^- /u, "").split("\n- ");
  return texts.map((text) => ({ text, sourceId: null }));
}

/** Returns the lists of a prefix, newest first. What stands behind an arrow is kept as it is shown. */
function digestIn(text: string): Digest {
  const lines = (tag: string): readonly string[] =>
    [...text.matchAll(new RegExp(`<${tag}>\n(.*?)\n</${tag}>`, "gsu"))]
      .flatMap(([, inside = ""]) => inside.split("\n"))
      .toReversed();
  const facts = (tag: string): readonly (readonly [string, string])[] =>
    lines(tag).map((line) => {
      const arrow = line.lastIndexOf(" → ");
      return arrow === -1 ? [line, ""] : [line.slice(0, arrow), line.slice(arrow + 3)];
    });
  const some = (fact: string): readonly string[] => (fact === "" ? [] : [fact]);
  const filesModified = lines("modified-files");
  return {
    filesModified,
    filesRead: lines("read-files").filter((path) => !filesModified.includes(path)),
    commands: facts("commands").map(([command, result]): CommandRecord => {
      const [, code, files = ""] = /^exit (-?\d+)(?:; (.*))?$/u.exec(result) ?? [];
      const isExit = code !== undefined;
      return {
        command,
        exitCode: isExit ? Number(code) : null,
        files: some(isExit ? files : result),
      };
    }),
    searches: facts("searches").map(([subject, found]): SearchRecord => {
      const [tool = "", ...query] = subject.split(": ");
      return { tool, query: query.join(": "), paths: some(found), turnIds: [] };
    }),
    artifacts: facts("artifacts").map(([path, described]): ArtifactRecord => ({
      path,
      mime: described === "" ? null : described,
      visibility: null,
      sourcesUsed: [],
    })),
    hidden: facts("hidden").map(([id, replacement]) => ({ id, replacement })),
  };
}
