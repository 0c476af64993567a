import { CutpointError, isCutpointError } from "@cutpoint/session/store";
import type { Entry } from "@cutpoint/session";
import { readEntry } from "@cutpoint/session/store";

/** @throws `corrupt-log` if the entry cannot be read, `unsupported-version` if a newer release wrote it */
export function decodeEntry(body: string, place: string): Entry {
  try {
    return readEntry(JSON.parse(body));
  } catch (cause) {
    if (isCutpointError(cause, "unsupported-version")) throw cause;
    const message = `could not read entry ${place} of its session`;
    throw new CutpointError("corrupt-log", message, { cause });
  }
}
