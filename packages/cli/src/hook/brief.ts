import {
  createCharacterEstimator,
  createCompactor,
  type Item,
  type Message,
  type Policy,
  type Summarizer,
  syntheticMessage,
  textOf,
} from "@cutpoint/core";
import { createRedactor, truncateMiddle } from "@cutpoint/core/kit";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { liveItems, readSession } from "@cutpoint/readers";
import { isOfTheWork, messagesText } from "../live-messages.ts";
import { resultUntil } from "./result-until.ts";
import { openTranscript, type TranscriptBytes } from "./transcript-bytes.ts";

/** UTF-16 units of a brief. Claude Code shows 2,000 characters of one with 12,000. */
const MAX_BRIEF = 9_000;

const INTRODUCTION =
  "Added by Cutpoint, in addition to the summary above: quotes and facts from the transcript of this session, which a summary may lose. They are no new requests.";

/** The room for a brief, in tokens of 4 characters, and how it is divided. */
const TOKENS = Math.floor((MAX_BRIEF - INTRODUCTION.length) / 4) - 20;
const POLICY: Policy = {
  trigger: { type: "share", share: 1 },
  targetShare: 1,
  keep: { type: "tokens", tokens: 1 },
  rulesTokens: 400,
  keepUserTokens: 900,
  fileListTokens: 300,
  summaryTokens: TOKENS,
};

/** UTF-16 units of the newest messages that are summarized. Of older ones, only those of the user are read. */
const NEWEST_CHARACTERS = 400_000;

/** Must follow the work, since a compaction keeps the newest message. */
const END: Item = { id: "end", message: syntheticMessage("The session was compacted here.") };

/** How much is read: the newest bytes and all short lines of the user before them, and of these the newest items. */
type Extent = { readonly bytes: number; readonly items: number };
const WHOLE: Extent = { bytes: 6_000_000, items: Number.MAX_SAFE_INTEGER };
/** For a busy machine: 0.2 seconds of processor time, and 0.2 for the lines of the user in 100 MB. */
const SHORT: Extent = { bytes: 500_000, items: 500 };

/**
 * Returns the user's rules and statements, open work, exact values and file lists of a transcript, without secrets.
 * `null` if the file is not a session of Claude Code or Codex, or has no message of the user.
 *
 * @param endsAt the time of `performance.now()` after which a brief without a summary is enough
 */
export async function briefOf(transcript: string, endsAt: number): Promise<string | null> {
  const bytes = await openTranscript(transcript, WHOLE.bytes);
  const short = await readBrief(bytes, SHORT, performance.now());
  if (performance.now() >= endsAt) return short;
  const whole = readBrief(bytes, WHOLE, endsAt).catch(() => short);
  return short === null ? whole : resultUntil(endsAt, whole, short);
}

async function readBrief(
  bytes: TranscriptBytes,
  extent: Extent,
  endsAt: number,
): Promise<string | null> {
  const { source, threads } = await readSession(bytes(extent.bytes));
  const [main] = threads;
  if (main === undefined || !/^(?:claude-code|codex)$/u.test(source.format)) return null;
  const redactor = createRedactor();
  const work = liveItems(main).filter(({ message }) => isOfTheWork(message));
  const items = newestItems(work.slice(-extent.items)).map((item) => redactor.item(item));
  if (!items.some(({ message }) => message.role === "user")) return null;
  const { view } = await createCompactor({
    policy: POLICY,
    estimator: createCharacterEstimator(),
    summarizer: extent === SHORT ? NO_SUMMARY : [extractiveUntil(endsAt), NO_SUMMARY],
  }).fit({ items: [...items, END], state: null }, { windowTokens: TOKENS, force: true });
  const blocks = view.messages.filter(isPrefix).map(textOf);
  const whole = [messagesText(view.messages.filter(isOfTheWork))];
  const text = [INTRODUCTION, ...(blocks.length === 0 ? whole : blocks)].join("\n\n");
  return truncateMiddle(text, MAX_BRIEF);
}

function isPrefix(message: Message): boolean {
  return message.role === "user" && message.provenance === "summary";
}

function newestItems(items: readonly Item[]): readonly Item[] {
  let left = NEWEST_CHARACTERS;
  return items
    .toReversed()
    .flatMap((item) => {
      for (const part of item.message.parts)
        if (part.type === "text") left -= part.text.length;
        else if (part.type === "tool-call") left -= part.arguments.length;
      return left > 0 || item.message.role === "user" ? [item] : [];
    })
    .toReversed();
}

/** The share of the time that is left for the summary. */
const SUMMARY_SHARE = 0.8;

function extractiveUntil(endsAt: number): Summarizer {
  const extractive = createExtractiveSummarizer();
  return {
    ...extractive,
    summarize: async (request, signal) => {
      const ms = Math.max(0, Math.floor((endsAt - performance.now()) * SUMMARY_SHARE));
      return extractive.summarize(request, AbortSignal.any([signal, AbortSignal.timeout(ms)]));
    },
  };
}

/** Stands in if there is no time for a summary. The view has rules, words of the user and files without it. */
const NO_SUMMARY: Summarizer = {
  name: "none",
  offline: true,
  summarize: async () => ({
    text: "## Progress\n\n- The transcript of this session has the details.",
    method: "none",
    calls: 0,
  }),
};
