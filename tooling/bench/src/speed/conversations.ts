import {
  assistantMessage,
  type Item,
  userMessage,
  type Message,
  toolMessage,
} from "@cutpoint/core";

const WORDS =
  "the build of this module reads every file once and writes what it found to a table that others ask later";

/** Returns a text of the given length that is unique for each number. */
function text(number: number, characters: number): string {
  const start = `${number} `;
  return start + WORDS.repeat(Math.ceil(characters / WORDS.length)).slice(0, characters);
}

/** Returns a message of an agent. The sizes are those of real sessions (324 characters on average). */
export function messageAt(place: number): Message {
  const turn = Math.floor(place / 4);
  const call = {
    callId: `call-${turn}`,
    name: "read",
    arguments: JSON.stringify({ path: `src/module-${turn % 97}.ts`, note: text(turn, 150) }),
  };
  switch (place % 4) {
    case 0:
      return userMessage(text(place, 120));
    case 1:
      return assistantMessage(text(place, 60), [call]);
    case 2:
      return toolMessage(call, text(place, 700));
    default:
      return assistantMessage(text(place, 200));
  }
}

/** Creates a conversation of `length` items. */
export function conversationOf(length: number): readonly Item[] {
  return Array.from({ length }, (_, place) => ({
    id: `item-${place}`,
    message: messageAt(place),
    at: 1_700_000_000_000 + place,
  }));
}
