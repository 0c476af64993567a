import type { Item } from "../message/item.ts";
import { textOf } from "../message/message.ts";
import type { SummaryFault } from "../message/receipt.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";

/** Limits and material for checking a summary. */
export type SummaryCheckLimits = {
  readonly maxTokens: number;
  readonly estimator: TokenEstimator;
  /** The summarized items. */
  readonly items: readonly Item[];
  /** The number of model calls. Without a call the text is not checked for a refusal or an echo. Default: 1. */
  readonly calls?: number;
};

const THOUGHT_START = /<(think|thinking|reasoning|thought)\b[^>]{0,100}>/giu;
const THOUGHT_END = /<\/(think|thinking|reasoning|thought)\s*>/giu;
const FENCE = /^```(?:markdown|md|text)?[ \t]*\n([\s\S]*)\n```$/iu;
const WRAPPER = /^<(summary|output|answer|response)>([\s\S]*)<\/\1>$/iu;

/** Removes what models add around an answer: closed reasoning, a code fence, or a tag around the whole text. */
export function cleanSummary(text: string): string {
  let clean = withoutThoughts(text).trim();
  for (let layers = 0; layers < 2; layers += 1)
    clean = (FENCE.exec(clean)?.[1] ?? WRAPPER.exec(clean)?.[2] ?? clean).trim();
  return clean.toWellFormed();
}

/** Removes closed reasoning. One pattern from tag to tag would search the rest of the text for each tag left open. */
function withoutThoughts(text: string): string {
  const ends = new Map<string, { readonly start: number; readonly end: number }[]>();
  for (const { 0: tag, 1: name = "", index } of [...text.matchAll(THOUGHT_END)].toReversed()) {
    const named = ends.get(name.toLowerCase()) ?? [];
    ends.set(name.toLowerCase(), named);
    named.push({ start: index, end: index + tag.length });
  }
  let clean = "";
  let from = 0;
  for (const { 0: tag, 1: name = "", index } of text.matchAll(THOUGHT_START)) {
    const left = ends.get(name.toLowerCase()) ?? [];
    if (index < from) continue;
    let next = left.at(-1);
    for (; next !== undefined && next.start < index + tag.length; next = left.at(-1)) left.pop();
    if (next === undefined) continue;
    clean += text.slice(from, index);
    from = next.end;
  }
  return clean + text.slice(from);
}

const PROTOCOL =
  /^[^\S\r\n\u2028\u2029]*(?:<\/?(?:think|thinking|reasoning|thought|tool_calls?|function_calls?|function_results|invoke)\b[^>\n]{0,200}>|<function=|\[TOOL_(?:CALLS?|REQUEST)\]|Action:[^\n]{1,200}\nAction Input:|<\|[a-z_]{2,30}\|>|<｜[^｜\n]{2,40}｜>)/imu;
const LABELLED = /^\[(?:User|Assistant|Assistant tool calls|Tool result)\]:/gmu;
const HEADING =
  /^[^\S\r\n\u2028\u2029]{0,3}#{1,6}[^\S\r\n\u2028\u2029]+\S.*$|^[^\S\r\n\u2028\u2029]*\*\*[^*\r\n\u2028\u2029]+\*\*:?[^\S\r\n\u2028\u2029]*$/gmu;
const NOTHING_SAID = /^\s*\d{1,3}[.)]|\(none\)|\bnone\b|\bn\/a\b|\[[ xX]?\]|[^\p{L}\p{N}]+/gimu;

/** Answers of models that received no conversation. Checked in short answers only. */
const NOTHING_GIVEN =
  /\b(?:empty|blank|no|any)\s+(?:conversation|chat|transcript|messages?|dialogue)\b|\bconversation\s+(?:is|was|appears to be|seems to be)\s+(?:empty|blank|missing)\b|\bnothing\s+to\s+summari[sz]e\b|\bprovide\s+(?:me\s+with\s+)?the\s+(?:conversation|transcript)\b/iu;

/** The fields of a tool call as JSON. */
const CALL_FIELDS =
  /"(?:tool_calls?|tool_uses|function_call|arguments|parameters|action_input|tool_input)"\s*:|"(?:tool|name|function|action)"\s*:\s*"[^"]*"\s*,\s*"(?:input|args|kwargs|params)"\s*:/u;
/** A call as in Python, alone or in a list. */
const CALL_EXPRESSION = /^\[?[\w.]{1,100}\((?:[\w\s]{1,100}=|[{"'])[^\n]*\)\]?$/u;
const FENCED = /```[\w-]*[ \t]*\n([\s\S]*?)(?:\n```|$)/gu;

const REFUSAL =
  "(?:(?:unfortunately|regrettably)[, ]+)?(?:i['’]m (?:very |so |really )?sorry|sorry|i apologi[sz]e|my apologies|i(?:['’]m| am) (?:not able|unable|not in a position|not going) to|" +
  "i (?:can(?:no|['’])t|can not|won['’]t|will not|must decline|have to decline)|as an ai\\b|es tut mir leid|entschuldigung|tut mir leid|leider kann ich [^.!?]{0,80}nicht|ich kann [^.!?]{0,80}nicht|" +
  "(?:je suis )?désolée?|je ne peux (?:pas|malheureusement)|lo siento|lamentablemente,? no|no puedo (?:ayudar|producir|generar|resumir|crear)|извините|к сожалению, я не|я не могу|抱歉|对不起|很遗憾|我(?:无法|不能)|申し訳|ごめんなさい|恐れ入りますが)";
const REFUSED = new RegExp(`^${REFUSAL}`, "iu");
/** A refusal to summarize, in the first content of a text with headings, or after a first sentence. */
const REFUSED_TO_SUMMARIZE = new RegExp(
  `^(?:[^.!?。！？\\n]{0,160}[.!?。！？]\\s*)?${REFUSAL}[^.!?。！？\\n]{0,120}(?:summar|zusammenfass|résum|resum|摘要|总结|要約|this request|comply|assist|help with)`,
  "iu",
);
/** A code in place of an answer. */
const CODE =
  /^[[("'`]?(?:(?:request|content|output)[ _-])?(?:refus(?:ed|al)|declined|denied|blocked|filtered|filter|cannot[ _-](?:comply|summari[sz]e)|unsafe)[\])"'`.!]*$/iu;
const SHORT_CHARACTERS = 400;

export type TextFault = Extract<
  SummaryFault,
  "empty" | "protocol" | "echo" | "empty-conversation" | "filtered" | "too-large"
>;

/** Cleans a summary and checks it; `fault` is `null` if it can be used. */
export function checkSummary(
  text: string,
  limits: SummaryCheckLimits,
): { readonly text: string; readonly fault: TextFault | null } {
  const clean = cleanSummary(text);
  return { text: clean, fault: faultOf(clean, limits) };
}

function faultOf(text: string, limits: SummaryCheckLimits): TextFault | null {
  if (text === "" || isSkeleton(text)) return "empty";
  if (PROTOCOL.test(text)) return "protocol";
  if (limits.calls !== 0 && isEcho(text, limits.items)) return "echo";
  if (limits.calls !== 0) {
    const isProse = text.match(HEADING) === null;
    if (isProse && isToolCall(text)) return "protocol";
    if (isProse && text.length <= SHORT_CHARACTERS && NOTHING_GIVEN.test(text))
      return "empty-conversation";
    if (isRefusal(text, isProse)) return "filtered";
  }
  return limits.estimator.estimateText(text) > limits.maxTokens ? "too-large" : null;
}

/** Whether a text is a tool call, with at most a few sentences around it. */
function isToolCall(text: string): boolean {
  const fenced = [...text.matchAll(FENCED)].map(([, code = ""]) => code.trim());
  const around = text.replace(FENCED, "").trim();
  const last = around.slice(around.lastIndexOf("\n\n") + 1).trim();
  return (
    isCall(around) ||
    (around.length <= SHORT_CHARACTERS && fenced.some(isCall)) ||
    (around.length - last.length <= SHORT_CHARACTERS && isCall(last))
  );
}

function isCall(code: string): boolean {
  const isJson = /^[[{]/u.test(code);
  return (isJson && CALL_FIELDS.test(code.slice(0, 2_000))) || CALL_EXPRESSION.test(code);
}

function isRefusal(text: string, isProse: boolean): boolean {
  const content = text.replaceAll(HEADING, "").trim();
  return (
    CODE.test(content) || (isProse && REFUSED.test(content)) || REFUSED_TO_SUMMARIZE.test(content)
  );
}

/** Whether a text has headings but no content under them. */
function isSkeleton(text: string): boolean {
  if (text.match(HEADING) === null) return false;
  return text
    .split("\n")
    .every((line) => line.replace(HEADING, "").replace(NOTHING_SAID, "") === "");
}

const PIECE_CHARACTERS = 240;
const MOST_PIECES = 24;

/** Whether a text has the labels of a transcript, or mostly consists of long quotes from the conversation. */
function isEcho(text: string, items: readonly Item[]): boolean {
  if ((text.match(LABELLED) ?? []).length > 1) return true;
  if (text.length < 3 * PIECE_CHARACTERS) return false;
  const conversation = items.map(({ message }) => textOf(message)).join("\n");
  const count = Math.min(MOST_PIECES, Math.floor(text.length / PIECE_CHARACTERS));
  const step = Math.floor((text.length - PIECE_CHARACTERS) / Math.max(1, count - 1));
  let found = 0;
  for (let piece = 0; piece < count; piece += 1) {
    const at = piece * step;
    if (conversation.includes(text.slice(at, at + PIECE_CHARACTERS))) found += 1;
  }
  return found > count / 2;
}
