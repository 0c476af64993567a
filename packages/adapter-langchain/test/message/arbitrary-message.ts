import {
  AIMessage,
  AIMessageChunk,
  type BaseMessage,
  ChatMessage,
  FunctionMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from "@langchain/core/messages";
import * as fc from "fast-check";

const text = fc.string({ unit: "grapheme", maxLength: 40 });
const word = fc.stringMatching(/^[a-z]{1,8}$/);
/** A JSON value; JSON has no -0. */
const json = fc
  .jsonValue({ maxDepth: 2 })
  .map((value): unknown => JSON.parse(JSON.stringify(value)));
const record = fc.dictionary(word, json, { maxKeys: 3 });
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });

/** Content blocks as the providers' chat models and LangChain's own two standards write them. */
const block = fc.oneof(
  fc.record({ type: fc.constant("text"), text }),
  fc.record({ type: fc.constant("text"), text, cache_control: fc.constant({ type: "ephemeral" }) }),
  fc.record({ type: fc.constant("text"), text, annotations: fc.array(record, { maxLength: 2 }) }),
  fc.record({ type: fc.constant("reasoning"), reasoning: text }),
  fc.record({ type: fc.constant("thinking"), thinking: text, signature: word }),
  fc.record({ type: fc.constant("redacted_thinking"), data: word }),
  fc.record({
    type: fc.constant("reasoning"),
    id: word,
    summary: fc.array(fc.record({ type: fc.constant("summary_text"), text }), { maxLength: 2 }),
    encrypted_content: word,
  }),
  fc.record({
    type: fc.constant("image_url"),
    image_url: fc.oneof(
      fc.constant("https://example.org/a.png"),
      fc.record({ url: fc.constant("data:image/png;base64,AAAA"), detail: fc.constant("low") }),
    ),
  }),
  fc.record({
    type: fc.constantFrom("image", "audio", "video", "file"),
    data: fc.oneof(fc.constant("AAAA"), fc.uint8Array({ maxLength: 9 })),
    mimeType: fc.constantFrom("image/png", "audio/wav", "application/pdf"),
  }),
  fc.record({
    type: fc.constant("file"),
    source_type: fc.constant("base64"),
    mime_type: fc.constant("application/pdf"),
    data: fc.constant("AAAA"),
    metadata: fc.constant({ filename: "a.pdf" }),
  }),
  fc.record({ type: fc.constant("file"), fileId: word }),
  fc.record({ type: fc.constant("text-plain"), text, title: word }),
  fc.record({
    type: fc.constantFrom("image", "document"),
    source: fc.constantFrom(
      { type: "base64", media_type: "image/png", data: "AAAA" },
      { type: "url", url: "https://example.org/a.pdf" },
      { type: "text", media_type: "text/plain", data: "words" },
    ),
  }),
  fc.record({
    type: fc.constant("input_audio"),
    input_audio: fc.constant({ data: "AAAA", format: "wav" }),
  }),
  fc.record({ type: fc.constant("refusal"), refusal: text }),
  fc.record({ type: fc.constant("server_tool_call"), id: word, name: word, args: record }),
  fc.record({ type: fc.constant("non_standard"), value: record }),
  fc.record({ type: fc.constant("never_heard_of"), value: json }),
);
const content = fc.oneof(text, fc.array(block, { maxLength: 4 }));

const beside = {
  id: optional(word),
  name: optional(word),
  additional_kwargs: fc.oneof(fc.constant({}), record),
  response_metadata: fc.oneof(fc.constant({}), record),
};

const call = fc.record({
  name: word,
  args: record,
  id: word,
  type: fc.constant("tool_call" as const),
});

const usage = fc
  .record({
    input_tokens: fc.nat(9999),
    output_tokens: fc.nat(999),
    cache: optional(fc.record({ cache_read: fc.nat(99), cache_creation: fc.nat(99) })),
    reasoning: optional(fc.nat(99)),
  })
  .map(({ input_tokens, output_tokens, cache, reasoning }) => ({
    input_tokens,
    output_tokens,
    total_tokens: input_tokens + output_tokens,
    ...(cache === undefined ? {} : { input_token_details: cache }),
    ...(reasoning === undefined ? {} : { output_token_details: { reasoning } }),
  }));

const answer = fc.record({
  content,
  ...beside,
  tool_calls: fc.array(call, { maxLength: 3 }),
  invalid_tool_calls: fc.array(
    fc.record({
      name: word,
      args: fc.constant('{"broken'),
      id: word,
      error: fc.constant("Malformed args."),
      type: fc.constant("invalid_tool_call" as const),
    }),
    { maxLength: 1 },
  ),
  usage_metadata: optional(usage),
  response_metadata: fc.oneof(
    fc.constant({}),
    fc.record({
      model_name: fc.constantFrom("gpt-4.1-2026-01-01", "claude"),
      finish_reason: fc.constantFrom("stop", "length", "tool_calls"),
      logprobs: json,
    }),
    fc.record({ stop_reason: fc.constantFrom("end_turn", "max_tokens"), model: word }),
  ),
});

/** As Anthropic's chat model writes it: the calls stand among the content as well. */
const anthropicAnswer = fc.record({ calls: fc.array(call, { maxLength: 2 }), text }).map(
  ({ calls, text: words }) =>
    new AIMessage({
      content: [
        { type: "text", text: words },
        ...calls.map(({ id, name, args }) => ({ type: "tool_use", id, name, input: args })),
      ],
      tool_calls: calls,
    }),
);

type Fields<T extends new (fields: never) => unknown> = ConstructorParameters<T>[0];

/** A message of a class that LangChain does not know, with a field of its own. */
export class NoticeMessage extends HumanMessage {
  severity: string;

  constructor(fields: { content: string; severity: string }) {
    super({ content: fields.content });
    this.severity = fields.severity;
  }
}

/** Every kind of message but `RemoveMessage`. */
export const anyMessage: fc.Arbitrary<BaseMessage> = fc.oneof(
  fc
    .record({ content, ...beside })
    .map((fields) => new HumanMessage(fields as Fields<typeof HumanMessage>)),
  fc
    .record({ content, ...beside })
    .map((fields) => new SystemMessage(fields as Fields<typeof SystemMessage>)),
  answer.map((fields) => new AIMessage(fields as Fields<typeof AIMessage>)),
  anthropicAnswer,
  fc
    .record({
      content,
      ...beside,
      tool_call_id: word,
      status: fc.constantFrom("success" as const, "error" as const, undefined),
      artifact: optional(json),
    })
    .map((fields) => new ToolMessage(fields as Fields<typeof ToolMessage>)),
  fc
    .record({ content: text, role: fc.constantFrom("user", "assistant", "developer", "critic") })
    .map((fields) => new ChatMessage(fields)),
  fc.record({ content: text, name: word }).map((fields) => new FunctionMessage(fields)),
  fc.record({ content: text, severity: word }).map((fields) => new NoticeMessage(fields)),
);

/** An answer as a stream leaves it: chunks added up. */
export const streamedAnswer: fc.Arbitrary<AIMessageChunk> = fc
  .record({
    texts: fc.array(text, { minLength: 1, maxLength: 3 }),
    calls: fc.array(call, { maxLength: 2 }),
    usage,
  })
  .map(({ texts, calls, usage: usage_metadata }) =>
    [
      ...texts.map((piece) => new AIMessageChunk({ content: piece, id: "run" })),
      ...calls.map(
        ({ name, args, id }, index) =>
          new AIMessageChunk({
            content: "",
            tool_call_chunks: [
              {
                name,
                args: JSON.stringify(args),
                id: `${id}-${index}`,
                index,
                type: "tool_call_chunk",
              },
            ],
          }),
      ),
      new AIMessageChunk({ content: "", usage_metadata } as Fields<typeof AIMessageChunk>),
    ].reduce((sum, chunk) => sum.concat(chunk)),
  );
