import { CutpointError } from "@cutpoint/core";
import { isRecord, parseJson } from "@cutpoint/core/kit";
import type { KeptState } from "./kept-state.ts";

/** The version of the text in a state store; see `docs/decisions/0018-states-by-conversation.md`. */
const VERSION = 1;

/** Returns the text that stores the states of a conversation. */
export function writeRecord(states: readonly KeptState[]): string {
  return JSON.stringify({ version: VERSION, states });
}

/**
 * Reads the states of a conversation.
 *
 * @throws `corrupt-log` if the text is damaged, `unsupported-version` if a newer release wrote it
 */
export function readRecord<HostMessage>(
  text: string,
  conversationId: string,
): readonly KeptState<HostMessage>[] {
  const record = parseJson(text);
  const name = `the states of conversation ${JSON.stringify(conversationId)}`;
  if (!isRecord(record) || typeof record["version"] !== "number")
    throw new CutpointError(
      "corrupt-log",
      `${name} are no record of Cutpoint: expected the text that was saved; call delete() to compact anew`,
    );
  const { states, version } = record;
  if (version !== VERSION || !Array.isArray(states))
    throw new CutpointError(
      "unsupported-version",
      `version of ${name} is ${String(version)}: expected ${VERSION}, upgrade @cutpoint/host-kit`,
    );
  return states as readonly KeptState<HostMessage>[];
}
