import type { AssistantMessage, Fitted, Mark, Outcome } from "@cutpoint/core";
import type { AgentInputItem, ModelRequest, Usage } from "@openai/agents-core";
import { type Answered, type HostItems, hostItems } from "../items/host-items.ts";
import { isRecord, someText } from "../items/json.ts";
import { projectionOf } from "../items/projection.ts";
import {
  type Answer,
  type Booking,
  bookedUsage,
  overflowBooking,
  summaryBookings,
  usageOf,
} from "./booked-usage.ts";
import type { HostCompactor } from "./host-compactor.ts";
import type { KeptMark, MarkKeeper, Memory } from "./mark-keeper.ts";
import { fitOptions, inputItems, ownAttempt } from "./request-facts.ts";
import type { ServerRung } from "./server-rung.ts";

/** What the calls of a decorated model share; nothing of it belongs to a run. */
export type Shared = {
  readonly compactor: HostCompactor;
  readonly marks: MarkKeeper;
  /** What an answer took, by the id of the item that it answers. */
  readonly reports: Memory<Answered>;
  readonly server: ServerRung;
};

/** A call to a model as it is to be made now. */
export type CompactedCall = {
  readonly request: ModelRequest;
  /**
   * The call to make instead, after an error, or an answer that says nothing, shows that the request was too large; `null`
   * where it shows no such thing, nothing became smaller, or this is the second attempt.
   *
   * @param reported what the failed attempt took, where it told
   */
  readonly retryAfter: (failure: unknown, reported?: unknown) => Promise<CompactedCall | null>;
  /** Remembers an answer, and gives its usage with all that was taken for it. */
  readonly answered: (answer: Answer) => Promise<Usage>;
};

/**
 * Compacts the input of a request where that is due. A request that needs nothing is given back as it is.
 *
 * @throws what the request's signal was aborted with
 */
export async function compactedCall(
  { compactor, marks, reports, server }: Shared,
  request: ModelRequest,
  model: string | undefined,
): Promise<CompactedCall> {
  const input = inputItems(request);
  const attempt = ownAttempt(request);
  const host = hostItems(input, reports.get);
  const options = fitOptions(request, model);
  const before = await findMark(marks, host);
  const fitted = await compactor.fit(host, before, options);
  return callAfter(before, fitted, [], true);

  async function callAfter(
    known: KeptMark | null,
    fitted: Fitted,
    earlier: readonly Booking[],
    isFirst: boolean,
  ): Promise<CompactedCall> {
    request.signal?.throwIfAborted();
    const made = await server.compacted(host, known, fitted, options);
    const kept = await keepMark(known, fitted.mark, made.items);
    const bookings = [...earlier, ...bookingsOf(fitted.outcome), ...made.bookings];
    const items = server.shown(host, fitted, kept?.server, model);
    return {
      request: isSame(items, input) ? attempt : { ...attempt, input: items },
      async retryAfter(failure, reported) {
        if (!isFirst) return null;
        const again = await compactor.recover(host, kept, failure, options);
        if (!again.retry) return null;
        return callAfter(kept, again, [...bookings, overflowBooking(reported)], false);
      },
      async answered({ output, usage }) {
        const last = host.items.at(-1)?.id;
        const taken = usageOf(usage);
        if (last !== undefined && taken !== undefined) reports.set(last, { usage: taken, model });
        if (kept !== null && kept.coveredThrough !== null)
          await marks.keep(answerIds(output), kept);
        return bookedUsage(usage, bookings);
      },
    };
  }

  async function keepMark(
    known: KeptMark | null,
    mark: Mark | null,
    made: KeptMark["server"],
  ): Promise<KeptMark | null> {
    const last = host.items.at(-1)?.id;
    if (mark === null || last === undefined) return null;
    if (mark === known) return known;
    const { coveredThrough } = mark;
    const kept: KeptMark = made === undefined ? mark : { ...mark, server: made };
    await marks.keep(coveredThrough === null ? [last] : [coveredThrough, last], kept);
    return kept;
  }
}

/**
 * The mark of a conversation: that of its newest item that has one; else that of an answer which was given to a
 * compacted request, so that it can be said that the mark no longer stands on anything.
 */
async function findMark(
  marks: MarkKeeper,
  { items, sources }: HostItems,
): Promise<KeptMark | null> {
  const ids = items.map(({ id }) => id).toReversed();
  const known = await marks.find(ids);
  if (known !== null) return known;
  return marks.find(answerIds([...sources.values()].map(({ own }) => own)).toReversed());
}

/** Ids that a provider made up for what it said; one that makes up none is not looked up. */
function answerIds(items: readonly AgentInputItem[]): readonly string[] {
  return items.flatMap((item) => {
    const id = someText(item.id) ?? ("callId" in item ? someText(item.callId) : undefined);
    const isAnswer = projectionOf(item).role === "assistant";
    return id === undefined || id === "FAKE_ID" || !isAnswer ? [] : [`answer ${id}`];
  });
}

/** What the summarizer of a compaction took. */
export function bookingsOf(outcome: Outcome): readonly Booking[] {
  switch (outcome.type) {
    case "compacted":
      return summaryBookings(outcome.receipt.calls, outcome.receipt.attempts);
    case "failed":
      return summaryBookings(0, outcome.error.failure?.attempts ?? []);
    default:
      return [];
  }
}

function isSame(items: readonly AgentInputItem[], input: readonly AgentInputItem[]): boolean {
  return items.length === input.length && items.every((item, index) => item === input[index]);
}

/** An answer that says nothing, in words that tell whether its request did not fit; `null` for one that says something. */
export function silentAnswer({ output, usage, providerData }: Answer): AssistantMessage | null {
  const isSaying = output.some((item) =>
    projectionOf(item).parts.some(
      (part) => part.type !== "reasoning" && !(part.type === "text" && part.text.trim() === ""),
    ),
  );
  const taken = usageOf(usage);
  if (isSaying || taken === undefined) return null;
  const isCut = isRecord(providerData) && providerData["status"] === "incomplete";
  return { role: "assistant", parts: [], usage: taken, outcome: isCut ? "length" : "complete" };
}
