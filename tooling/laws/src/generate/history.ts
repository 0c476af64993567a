import type {
  AssistantMessage,
  FinishReason,
  Item,
  Message,
  Part,
  ToolCallPart,
  ToolMessage,
} from "@cutpoint/core";
import * as fc from "fast-check";
import { maybe, rarely, record } from "./record.ts";
import { anyText, words } from "./text.ts";
import { anyCall, type GeneratedCall } from "./tool-calls.ts";

type Call = Omit<ToolCallPart, "type">;

/** One thing that happens in a hostile conversation; {@link hostileMessages} plays a list of them. */
type Event =
  | { readonly type: "say"; readonly message: Message }
  | {
      readonly type: "answer";
      readonly text: string | null;
      readonly reasoning: Part | null;
      readonly extra: Part | null;
      readonly calls: readonly GeneratedCall[];
      /** How many of the calls are answered at once; the rest may be answered later, or never. */
      readonly answered: number;
      /** Takes the id of an earlier call again. */
      readonly reusesId: boolean;
      readonly results: readonly ToolMessage["parts"][];
      readonly outcome: FinishReason | null;
      readonly usage: boolean;
      readonly group: string | null;
    }
  | { readonly type: "late-result"; readonly pick: number; readonly parts: ToolMessage["parts"] }
  | { readonly type: "again"; readonly pick: number; readonly parts: ToolMessage["parts"] }
  | { readonly type: "orphan"; readonly callId: string; readonly parts: ToolMessage["parts"] };

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

const systemMessage: fc.Arbitrary<Message> = anyText.map((text) => ({
  role: "system",
  parts: [{ type: "text", text }],
}));

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
  outcome: maybe(fc.constantFrom<FinishReason[]>("stop", "length", "aborted", "error"), 3),
  usage: fc.boolean(),
  group: maybe(fc.constantFrom("g1", "g2"), 10),
});

const thought: fc.Arbitrary<Event> = reasoningPart.map((part) => ({
  type: "say",
  message: { role: "assistant", parts: [part] },
}));

const grouped: fc.Arbitrary<Event> = fc
  .tuple(userMessage, fc.constantFrom("g1", "g2"))
  .map(([message, group]) => ({
    type: "say",
    message: { ...message, group, adapterMetadata: { kept: true } },
  }));

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: userMessage.map((message) => ({ type: "say" as const, message })) },
  { weight: 12, arbitrary: answer },
  { weight: 2, arbitrary: thought },
  { weight: 1, arbitrary: grouped },
  { weight: 1, arbitrary: systemMessage.map((message) => ({ type: "say" as const, message })) },
  {
    weight: 3,
    arbitrary: record({
      type: fc.constant("late-result" as const),
      pick: fc.nat(9),
      parts: contentParts,
    }),
  },
  {
    weight: 1,
    arbitrary: record({
      type: fc.constant("again" as const),
      pick: fc.nat(9),
      parts: contentParts,
    }),
  },
  {
    weight: 1,
    arbitrary: record({
      type: fc.constant("orphan" as const),
      callId: fc.constantFrom("c0", "c1", "never-called"),
      parts: contentParts,
    }),
  },
);

/**
 * A conversation with everything that goes wrong in one: calls without results, results far from their call, before
 * it, twice or without any; ids used again, blank and broken texts, reasoning on its own, systems in the middle,
 * answers that were cut short.
 */
export const hostileMessages: fc.Arbitrary<readonly Message[]> = fc
  .tuple(fc.option(systemMessage, { freq: 2 }), fc.array(event, { maxLength: 14, size: "max" }))
  .map(([system, events]) => [...(system === null ? [] : [system]), ...play(events)]);

function play(events: readonly Event[]): readonly Message[] {
  const messages: Message[] = [];
  const calls: Call[] = [];
  const waiting: Call[] = [];
  const respond = (call: Pick<Call, "callId" | "name">, parts: ToolMessage["parts"]): void => {
    messages.push({ role: "tool", callId: call.callId, name: call.name, parts });
  };
  for (const event of events) {
    switch (event.type) {
      case "say":
        messages.push(event.message);
        break;
      case "answer": {
        const made = event.calls.map((call, place) => ({
          ...call,
          callId:
            event.reusesId && place === 0 && calls[0] !== undefined
              ? calls[0].callId
              : `c${calls.length + place}`,
        }));
        messages.push(answerOf(event, made));
        calls.push(...made);
        made.forEach((call, place) => {
          if (place < event.answered) respond(call, event.results[place] ?? []);
          else waiting.push(call);
        });
        break;
      }
      case "late-result": {
        const [call] = waiting.splice(event.pick % Math.max(1, waiting.length), 1);
        if (call !== undefined) respond(call, event.parts);
        break;
      }
      case "again": {
        const call = calls[event.pick % Math.max(1, calls.length)];
        if (call !== undefined) respond(call, event.parts);
        break;
      }
      case "orphan":
        respond(
          calls.findLast((call) => call.callId === event.callId) ?? {
            callId: event.callId,
            name: "read",
          },
          event.parts,
        );
        break;
    }
  }
  return messages;
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
    ...(event.outcome === null ? {} : { finishReason: event.outcome }),
    ...(event.usage ? { usage: { inputTokens: 700, outputTokens: 20 } } : {}),
    ...(event.group === null ? {} : { group: event.group }),
  };
}

/** Messages as items, with turn ids on some. */
function asItems(messages: fc.Arbitrary<readonly Message[]>): fc.Arbitrary<readonly Item[]> {
  return fc
    .tuple(messages, fc.array(fc.nat(3), { minLength: 4, maxLength: 30 }))
    .map(([said, turns]) =>
      said.map((message, place) => {
        const turn = turns[place % turns.length] ?? 0;
        return {
          id: `i${place}`,
          message,
          at: 1_700_000_000_000 + place * 1_000,
          ...(turn === 0 ? {} : { turnId: `t${Math.floor(place / 4) + turn}` }),
        };
      }),
    );
}

/** Ids that are also names of what every object inherits. */
const INHERITED: readonly string[] = [
  "constructor",
  "__proto__",
  "toString",
  "hasOwnProperty",
  "valueOf",
];

/** The same items with ids that a careless look-up finds in every object. */
export function withInheritedIds(items: readonly Item[]): readonly Item[] {
  return items.map((item, place) => ({ ...item, id: INHERITED[place] ?? item.id }));
}

/** Any conversation, as items. */
export const hostileItems: fc.Arbitrary<readonly Item[]> = asItems(hostileMessages);
