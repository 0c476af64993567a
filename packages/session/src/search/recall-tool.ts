import { createEstimator, type Json, type TokenEstimator } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import { longestThatFits } from "@cutpoint/core/session";
import type { SearchHit } from "../store/contract.ts";
import { RECALL_NAME, RECALL_NOTHING, RECALL_PREFACE } from "../store/recall-text.ts";
import { limitQuery, QUERY_LIMIT } from "../store/search-terms.ts";
import { assertSources, findResult, type RecallSource, searchSources } from "./recall-sources.ts";

/** A tool definition that any framework can register. */
export type RecallTool = {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: { readonly [key: string]: Json };
  /**
   * Returns the tool result for the model.
   *
   * @param input the parsed arguments. If they contain no query, the result describes the expected arguments.
   */
  readonly execute: (input: unknown, signal?: AbortSignal) => Promise<string>;
};

export type RecallToolOptions = {
  /** The limit for one result, in tokens. Default: 2,000. */
  readonly maxTokens?: number;
  /** Default: `createEstimator()` of core. */
  readonly estimator?: TokenEstimator;
};

const MAX_HITS = 50;
const DEFAULT_HITS = 10;

const LIMIT = `${QUERY_LIMIT.words} words or ${QUERY_LIMIT.characters.toLocaleString("en-US")} characters`;

const DESCRIPTION =
  "Looks up what was said earlier in this conversation, also what is no longer shown. " +
  "Finds the messages that contain all words of the query or, if there are none, those that fit a question best. " +
  "Put words in double quotes to find exactly these words next to each other. " +
  `A query ends after ${LIMIT}; the rest is ignored. ` +
  "Use it for exact names, paths, numbers, errors and decisions that a summary does not give. " +
  "With a result instead of a query, it returns a part of a tool result that is shown in part.";

const IGNORED = `(The query was longer than ${LIMIT}. The rest of it was ignored.)`;

/**
 * Creates a tool `recall` that lets the model search messages that were compacted.
 *
 * @param sources for example a session, or `() => items`. Messages that several of them find are shown once.
 * @throws `invalid-input` if a source cannot be searched, or `maxTokens` is not a positive integer
 */
export function createRecallTool(
  sources: RecallSource | readonly RecallSource[],
  options: RecallToolOptions = {},
): RecallTool {
  const { maxTokens = 2000, estimator = createEstimator() } = options;
  const list = [sources].flat();
  assertSources(list);
  if (!Number.isInteger(maxTokens) || maxTokens < 1)
    throw invalidInput("maxTokens", maxTokens, "expected a positive integer");
  return {
    name: RECALL_NAME,
    description: DESCRIPTION,
    parameters: {
      type: "object",
      properties: {
        query: { type: "string", description: "The words to look for, or a question." },
        limit: {
          type: "integer",
          minimum: 1,
          maximum: MAX_HITS,
          description: `The maximum number of messages. Default: ${DEFAULT_HITS}.`,
        },
        result: { type: "string", description: "The id of a result that is shown in part." },
        from: { type: "integer", minimum: 0, description: "The first character of it to return." },
      },
      required: [],
      additionalProperties: false,
    },
    async execute(input, signal) {
      const { from, query, limit, result } = (input ?? {}) as { readonly [key: string]: unknown };
      if (typeof result === "string" && result !== "") {
        const start = typeof from === "number" && from > 0 ? Math.floor(from) : 0;
        const text = await findResult(list, result);
        return text === null
          ? `There is no result with the id ${JSON.stringify(result.slice(0, 200).toWellFormed())}.`
          : renderRange(text, { id: result, start, maxTokens, estimator });
      }
      if (typeof query !== "string" || query.trim() === "")
        return `Nothing was looked up: pass { "query": "the words to look for" }.`;
      const wanted = typeof limit === "number" && limit >= 1 ? Math.floor(limit) : DEFAULT_HITS;
      const used = limitQuery(query);
      const hits = await searchSources(list, used, {
        limit: Math.min(wanted, MAX_HITS),
        ...(signal === undefined ? {} : { signal }),
      });
      const note = used.length < query.trim().length ? `\n\n${IGNORED}` : "";
      if (hits.length === 0) return `${RECALL_NOTHING}${used.slice(0, 200).toWellFormed()}${note}`;
      const fits = (text: string): boolean => estimator.estimateText(text + note) <= maxTokens;
      return renderHits(hits, fits) + note;
    },
  };
}

/** Returns the text of a result from a position on, as far as it fits. */
function renderRange(
  text: string,
  {
    estimator,
    id,
    maxTokens,
    start,
  }: Required<RecallToolOptions> & { readonly id: string; readonly start: number },
): string {
  const rendered = (end: number): string => {
    const rest = `Characters ${start} to ${end} of ${text.length}.${end < text.length ? ` Continue with "from": ${end}.` : ""}`;
    return joinBlocks([recalled(id, "", text.slice(start, end)), rest], 0);
  };
  const length = Math.min(text.length - start, maxTokens * 8);
  if (length <= 0) return `The result has ${text.length} characters.`;
  return longestThatFits((size) => rendered(start + size), { length, maxTokens, estimator });
}

/** Returns as many hits as fit, best first. */
function renderHits(hits: readonly SearchHit[], fits: (text: string) => boolean): string {
  let result = joinBlocks([], hits.length);
  const blocks: string[] = [];
  for (const hit of hits) {
    blocks.push(renderHit(hit));
    const longer = joinBlocks(blocks, hits.length - blocks.length);
    if (!fits(longer)) break;
    result = longer;
  }
  return result;
}

function joinBlocks(blocks: readonly string[], left: number): string {
  const more = left === 0 ? [] : [`(${left} more ${left === 1 ? "message" : "messages"} left out)`];
  return [RECALL_PREFACE, ...blocks, ...more].join("\n\n");
}

function renderHit({ entryId, at, snippet }: SearchHit): string {
  const date = new Date(at);
  const time = Number.isNaN(date.getTime()) ? "" : ` time="${date.toISOString()}"`;
  return recalled(entryId, time, snippet);
}

function recalled(id: string, attributes: string, said: string): string {
  const text = said.toWellFormed().replaceAll(/<(?=\s*(?:\/\s*)?recalled\b)/giu, "&lt;");
  return `<recalled id=${JSON.stringify(id)}${attributes}>\n${text}\n</recalled>`;
}
