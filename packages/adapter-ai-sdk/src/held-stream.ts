import type { LanguageModelV4StreamPart, LanguageModelV4StreamResult } from "@ai-sdk/provider";
import { emptyAnswer } from "./answer.ts";
import type { AnswerText } from "./prompt/prompt-items.ts";

/** Parts that a stream can begin with before it has content. */
const OPENING = new Set(["stream-start", "response-metadata", "ping", "raw"]);

/** A stream whose first content has arrived, or that failed or ended before it. */
export type HeldStream = {
  /** What failed, or an empty answer; `null` if the stream has content. */
  readonly failure: unknown;
  /** The stream from its start on. */
  readonly stream: ReadableStream<LanguageModelV4StreamPart>;
};

/** Reads a stream up to its first content, so that one that fails by then can be retried unseen. */
export async function holdStream({ stream }: LanguageModelV4StreamResult): Promise<HeldStream> {
  const reader = stream.getReader();
  const held: LanguageModelV4StreamPart[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (value !== undefined) held.push(value);
    if (done || !OPENING.has(value.type))
      return { failure: failureOf(value), stream: resume(held, reader) };
  }
}

function failureOf(part: LanguageModelV4StreamPart | undefined): unknown {
  if (part?.type === "error") return part.error;
  return part?.type === "finish" ? emptyAnswer(part) : null;
}

function resume(
  held: readonly LanguageModelV4StreamPart[],
  reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>,
): ReadableStream<LanguageModelV4StreamPart> {
  const waiting = [...held];
  return new ReadableStream({
    async pull(controller) {
      const first = waiting.shift();
      if (first !== undefined) return controller.enqueue(first);
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async (reason) => reader.cancel(reason),
  });
}

type FinishPart = Extract<LanguageModelV4StreamPart, { type: "finish" }>;

/** Passes a stream on. `finish` replaces its last part; `error` runs before an error is passed on. */
export function watchEnd(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  watcher: {
    readonly finish: (part: FinishPart, answer: AnswerText) => Promise<FinishPart>;
    readonly error: (error: unknown) => Promise<void>;
  },
): ReadableStream<LanguageModelV4StreamPart> {
  let text = "";
  const callIds: string[] = [];
  return stream.pipeThrough(
    new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
      async transform(part, controller) {
        if (part.type === "text-delta") text += part.delta;
        if (part.type === "tool-call") callIds.push(part.toolCallId);
        if (part.type === "error") await watcher.error(part.error);
        controller.enqueue(
          part.type === "finish" ? await watcher.finish(part, { text, callIds }) : part,
        );
      },
    }),
  );
}
