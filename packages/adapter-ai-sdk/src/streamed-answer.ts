import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { emptyAnswer } from "./answer.ts";

/** Parts that a stream can begin with before it has content. */
const OPENING = new Set(["stream-start", "response-metadata", "ping", "raw"]);

export function isOpening({ type }: LanguageModelV4StreamPart): boolean {
  return OPENING.has(type);
}

/** Returns what failed in the first part after the opening, or an empty answer; `null` if it is content. */
export function failureOf(part: LanguageModelV4StreamPart | undefined): unknown {
  if (part?.type === "error") return part.error;
  return part?.type === "finish" ? emptyAnswer(part) : null;
}

type FinishPart = Extract<LanguageModelV4StreamPart, { type: "finish" }>;

/** Passes a stream on. `finish` replaces its last part; `error` runs before an error is passed on. */
export function watchEnd(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  watcher: {
    readonly finish: (part: FinishPart) => FinishPart;
    readonly error: (error: unknown) => Promise<void>;
  },
): ReadableStream<LanguageModelV4StreamPart> {
  return stream.pipeThrough(
    new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
      async transform(part, controller) {
        if (part.type === "error") await watcher.error(part.error);
        controller.enqueue(part.type === "finish" ? watcher.finish(part) : part);
      },
    }),
  );
}
