import { CutpointError } from "@cutpoint/core";

/**
 * Runs the conversion of one message of the host.
 *
 * @throws `invalid-input` with the position of the message if the conversion throws: the message is circular, nested too
 * deeply, or has a getter that throws
 */
export function convertMessage<Converted>(index: number, convert: () => Converted): Converted {
  try {
    return convert();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CutpointError(
      "invalid-input",
      `messages[${index}] cannot be converted: expected JSON (${reason})`,
      { cause },
    );
  }
}
