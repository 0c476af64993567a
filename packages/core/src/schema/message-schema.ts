import { assertMessage } from "../message/assert-message.ts";
import type { Message } from "../message/message.ts";

/**
 * Returns a message after checking it. Unknown fields are allowed.
 *
 * @param field the name of the value in the error
 * @throws `invalid-input` if it is not a message; the error names the field
 */
export function parseMessage(value: unknown, field = "message"): Message {
  assertMessage(value, field);
  return value;
}
