import type { Said } from "./instant-answers.ts";

/** Work that an adapter cannot avoid if no edit may be missed. */
export type Floor = {
  readonly name: string;
  /** Prepares two equal requests, and returns the work. */
  readonly prepare: (messages: readonly Said[]) => () => boolean;
};

export const FLOORS: readonly Floor[] = [
  {
    name: "Floor: compare two equal bodies",
    prepare(messages) {
      const [left, right] = [JSON.stringify({ messages }), JSON.stringify({ messages })];
      return () => left === right;
    },
  },
  {
    name: "Floor: `JSON.stringify` of the host",
    prepare: (messages) => () => JSON.stringify({ messages }).length > 0,
  },
  {
    name: "Floor: visit each text of two prompts",
    prepare(messages) {
      const [left, right] = [promptOf(messages), promptOf(messages)];
      return () =>
        left.every(({ content }, place) => content[0]?.text === right[place]?.content[0]?.text);
    },
  },
];

/** Creates messages as the AI SDK does for each call, with new objects and the same texts. */
function promptOf(messages: readonly Said[]) {
  return messages.map(({ content, role }) => ({
    role,
    content: [{ type: "text", text: content }],
  }));
}
