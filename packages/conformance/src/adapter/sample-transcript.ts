import type { AdapterRig } from "./rig.ts";
import {
  assistantMessage,
  type Message,
  type ToolCallPart,
  toolMessage,
  userMessage,
} from "@cutpoint/core";

const filler = "Some more words, so that this message has a size that is worth a cut. ".repeat(3);

const human = (text: string): Message => userMessage(text + filler);

function answer(text: string, ...calls: readonly Omit<ToolCallPart, "type">[]): Message {
  return assistantMessage(text + filler, calls);
}

function call(callId: string, name: string, values: object): Omit<ToolCallPart, "type"> {
  return { callId, name, arguments: JSON.stringify(values) };
}

function result(callId: string, name: string, text: string): Message {
  return toolMessage({ callId, name }, text + filler);
}

/** PNG of one pixel. */
const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/**
 * A conversation that is hard to cut: parallel calls, calls directly after results, an image, an answer without text.
 */
export const sampleTranscript: readonly Message[] = [
  human("First question: what is in the two files? "),
  answer("I read both. ", call("a", "read", { path: "a.ts" }), call("b", "read", { path: "b.ts" })),
  result("a", "read", "The first file. "),
  result("b", "read", "The second file. "),
  answer("The first one imports the second. "),
  human("Second question: and the third file? "),
  assistantMessage("", [call("c", "read", { path: "c.ts" })]),
  result("c", "read", "The third file. "),
  answer("It needs a fourth. ", call("d", "read", { path: "d.ts" })),
  result("d", "read", "The fourth file. "),
  answer("That was the last one. "),
  {
    role: "user",
    provenance: "user",
    parts: [
      { type: "text", text: `Third question: what does the image show? ${filler}` },
      { type: "file", mediaType: "image/png", url: PIXEL },
    ],
  },
  answer("A single pixel. "),
  human("Fourth question: which of them are tested? "),
  answer(
    "I look at three at once. ",
    call("e", "list", { path: "test" }),
    call("f", "grep", { pattern: "test\\(", path: "." }),
    call("g", "list", { path: "bench" }),
  ),
  result("e", "list", "One test. "),
  result("f", "grep", "No match. "),
  result("g", "list", "Nothing. "),
  answer("Only the first. "),
];

/** Returns the transcript for a host. One without files has no image in it, which would be most of its tokens. */
export function transcriptFor({ samples }: Pick<AdapterRig, "samples">): readonly Message[] {
  if (samples.files !== null) return sampleTranscript;
  return sampleTranscript.map((message) =>
    message.role === "user"
      ? { ...message, parts: message.parts.filter(({ type }) => type !== "file") }
      : message,
  );
}
