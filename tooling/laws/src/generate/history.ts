import {
  type AssistantMessage,
  type FinishReason,
  type Item,
  type Message,
  type Part,
  systemMessage,
  type ToolCallPart,
  type ToolMessage,
} from "@cutpoint/core";
import * as fc from "fast-check";
import { maybe, rarely, record } from "./record.ts";
import { anyText, words } from "./text.ts";
import { anyCall, type GeneratedCall } from "./tool-calls.ts";

type Call = Omit<ToolCallPart, "type">;

/** An event of a hostile conversation. */
type Event =
  | { readonly type: "message"; readonly message: Message }
  | {
      readonly type: "answer";
      readonly text: string | null;
      readonly reasoning: Part | null;
      readonly extra: Part | null;
      readonly calls: readonly GeneratedCall[];
      /** Number of calls that are answered at once. The others are answered later, or never. */
      readonly answered: number;
      /** Uses the id of an earlier call again. */
      readonly reusesId: boolean;
      readonly results: readonly ToolMessage["parts"][];
      readonly finishReason: FinishReason | null;
      readonly usage: boolean;
      readonly group: string | null;
    }
  | {
      readonly type: "late-result" | "repeated-result";
      readonly pick: number;
      readonly parts: ToolMessage["parts"];
    }
  | {
      readonly type: "orphan-result";
      readonly callId: string;
      readonly parts: ToolMessage["parts"];
    };

const filePart: fc.Arbitrary<Part & { type: "file" }> = fc.constantFrom(
  { type: "file", mediaType: "image/png", url: "data:image/png;base64,iVBORw0KGgo=" } as const,
  {
    type: "file",
    mediaType: "application/pdf",
    url: "https://example.org/report.pdf",
    name: "report.pdf",
  } as const,
);

const otherPart: fc.Arbitrary<Part & { type: "other" }> = fc.constantFrom(
  { type: "other", kind: "hosted-search", value: { query: "weather", status: "done" } } as const,
  { type: "other", kind: "opaque", value: [1, "two", null] } as const,
);

const reasoningPart: fc.Arbitrary<Part & { type: "reasoning" }> = fc.oneof(
  record({ type: fc.constant("reasoning" as const), text: anyText }),
  record({
    type: fc.constant("reasoning" as const),
    text: fc.oneof(words(1, 30), fc.constant("")),
    signature: fc.constantFrom("c2lnbmF0dXJl", "ZW5jcnlwdGVk"),
  }),
);

const contentParts: fc.Arbitrary<ToolMessage["parts"]> = fc.oneof(
  { weight: 8, arbitrary: anyText.map((text) => [{ type: "text", text } as const]) },
  { weight: 1, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(anyText, fc.oneof(filePart, otherPart))
      .map(([text, part]) => [{ type: "text", text } as const, part]),
  },
);

const userMessage: fc.Arbitrary<Message> = fc
  .oneof(
    { weight: 6, arbitrary: fc.constant("user" as const) },
    { weight: 2, arbitrary: fc.constant("synthetic" as const) },
    { weight: 1, arbitrary: fc.constant("summary" as const) },
  )
  .chain((provenance) => contentParts.map((parts) => ({ role: "user", provenance, parts })));

const systemMessages: fc.Arbitrary<Message> = anyText.map(systemMessage);

const answer: fc.Arbitrary<Event> = record({
  type: fc.constant("answer" as const),
  text: fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 3, arbitrary: anyText }),
  reasoning: maybe(reasoningPart, 3),
  extra: maybe(fc.oneof(filePart, otherPart), 8),
  calls: fc.oneof(
    { weight: 3, arbitrary: fc.array(anyCall, { minLength: 1, maxLength: 3 }) },
    { weight: 2, arbitrary: fc.constant([]) },
  ),
  answered: fc.oneof({ weight: 4, arbitrary: fc.constant(3) }, fc.nat(2)),
  reusesId: rarely(6),
  results: fc.array(contentParts, { minLength: 3, maxLength: 3 }),
  finishReason: maybe(fc.constantFrom<FinishReason[]>("stop", "length", "aborted", "error"), 3),
  usage: fc.boolean(),
  group: maybe(fc.constantFrom("g1", "g2"), 10),
});

const thought: fc.Arbitrary<Event> = reasoningPart.map((part) => ({
  type: "message",
  message: { role: "assistant", parts: [part] },
}));

const grouped: fc.Arbitrary<Event> = fc
  .tuple(userMessage, fc.constantFrom("g1", "g2"))
  .map(([message, group]) => ({
    type: "message",
    message: { ...message, group, adapterMetadata: { kept: true } },
  }));

const pickedResult = (type: "late-result" | "repeated-result"): fc.Arbitrary<Event> =>
  record({ type: fc.constant(type), pick: fc.nat(9), parts: contentParts });

const orphanResult: fc.Arbitrary<Event> = record({
  type: fc.constant("orphan-result" as const),
  callId: fc.constantFrom("c0", "c1", "never-called"),
  parts: contentParts,
});

const asEvent = (message: fc.Arbitrary<Message>): fc.Arbitrary<Event> =>
  message.map((each) => ({ type: "message", message: each }));

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: asEvent(userMessage) },
  { weight: 12, arbitrary: answer },
  { weight: 2, arbitrary: thought },
  { weight: 1, arbitrary: grouped },
  { weight: 1, arbitrary: asEvent(systemMessages) },
  { weight: 3, arbitrary: pickedResult("late-result") },
  { weight: 1, arbitrary: pickedResult("repeated-result") },
  { weight: 1, arbitrary: orphanResult },
);

/**
 * Generates conversations with all known irregularities.
 *
 * Calls without results, results that are late, early, repeated or without a call, repeated ids, blank and malformed
 * texts, separate reasoning, system messages in the middle, truncated answers.
 */
export const hostileMessages: fc.Arbitrary<readonly Message[]> = fc
  .tuple(fc.option(systemMessages, { freq: 2 }), fc.array(event, { maxLength: 14, size: "max" }))
  .map(([system, events]) => [...(system === null ? [] : [system]), ...play(events)]);

function play(events: readonly Event[]): readonly Message[] {
  const messages: Message[] = [];
  const calls: Call[] = [];
  const waiting: Call[] = [];
  const respond = (
    call: Pick<Call, "callId" | "name"> | undefined,
    parts: ToolMessage["parts"],
  ) => {
    if (call !== undefined)
      messages.push({ role: "tool", callId: call.callId, name: call.name, parts });
  };
  for (const event of events) {
    switch (event.type) {
      case "message":
        messages.push(event.message);
        break;
      case "answer": {
        const made = withIds(event, calls);
        messages.push(answerOf(event, made));
        calls.push(...made);
        waiting.push(...made.slice(event.answered));
        for (const [index, call] of made.slice(0, event.answered).entries())
          respond(call, event.results[index] ?? []);
        break;
      }
      case "late-result":
        respond(waiting.splice(event.pick % Math.max(1, waiting.length), 1)[0], event.parts);
        break;
      case "repeated-result":
        respond(calls[event.pick % Math.max(1, calls.length)], event.parts);
        break;
      case "orphan-result": {
        const { callId, parts } = event;
        respond(
          calls.findLast((call) => call.callId === callId) ?? { callId, name: "read" },
          parts,
        );
      }
    }
  }
  return messages;
}

function withIds(event: Event & { type: "answer" }, earlier: readonly Call[]): readonly Call[] {
  const [first] = earlier;
  return event.calls.map((call, index) => {
    const isReused = event.reusesId && index === 0 && first !== undefined;
    return { ...call, callId: isReused ? first.callId : `c${earlier.length + index}` };
  });
}

function answerOf(event: Event & { type: "answer" }, calls: readonly Call[]): AssistantMessage {
  return {
    role: "assistant",
    parts: [
      ...(event.reasoning === null ? [] : [event.reasoning]),
      ...(event.text === null ? [] : [{ type: "text", text: event.text } as const]),
      ...(event.extra === null ? [] : [event.extra]),
      ...calls.map((call) => ({ type: "tool-call", ...call }) as const),
    ],
    model: "model-a",
    ...(event.finishReason === null ? {} : { finishReason: event.finishReason }),
    ...(event.usage ? { usage: { inputTokens: 700, outputTokens: 20 } } : {}),
    ...(event.group === null ? {} : { group: event.group }),
  };
}

/** Converts messages to items, some of them with turn ids. */
function asItems(messages: fc.Arbitrary<readonly Message[]>): fc.Arbitrary<readonly Item[]> {
  return fc
    .tuple(messages, fc.array(fc.nat(3), { minLength: 4, maxLength: 30 }))
    .map(([list, turns]) =>
      list.map((message, index) => {
        const turn = turns[index % turns.length] ?? 0;
        return {
          id: `i${index}`,
          message,
          at: 1_700_000_000_000 + index * 1_000,
          ...(turn === 0 ? {} : { turnId: `t${Math.floor(index / 4) + turn}` }),
        };
      }),
    );
}

/** Names of inherited properties. */
const INHERITED: readonly string[] = [
  "constructor",
  "__proto__",
  "toString",
  "hasOwnProperty",
  "valueOf",
];

/** Gives items ids that equal names of inherited properties. */
export function withInheritedIds(items: readonly Item[]): readonly Item[] {
  return items.map((item, index) => ({ ...item, id: INHERITED[index] ?? item.id }));
}

/** Generates hostile conversations as items. */
export const hostileItems: fc.Arbitrary<readonly Item[]> = asItems(hostileMessages);
