import type { Message } from "./message.ts";

/** Who said a text. It is carried as data: a label in a text proves nothing. */
export type Origin = {
  readonly by: "user" | "assistant" | "tool" | "host" | "summary";
  /** The name of the tool or the person. */
  readonly name?: string;
};

const AUTHORS = { user: "user", synthetic: "host", summary: "summary" } as const;

/** Returns who said a message. */
export function originOf(message: Message): Origin {
  if (message.role === "tool") return { by: "tool", name: message.name };
  if (message.role === "user") {
    const { name, provenance } = message;
    return { by: AUTHORS[provenance], ...(name === undefined ? {} : { name }) };
  }
  return { by: message.role === "assistant" ? "assistant" : "host" };
}
