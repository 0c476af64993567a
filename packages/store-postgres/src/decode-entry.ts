import { CutpointError, isCutpointError } from "@cutpoint/session/store";
import type { Entry } from "@cutpoint/session";
import { readEntry } from "@cutpoint/session/store";

/** @throws `corrupt-log`; `unsupported-version` where a newer release wrote it */
export function decodeEntry(body: string, place: string): Entry {
  try {
    return readEntry(JSON.parse(body));
  } catch (cause) {
    if (isCutpointError(cause, "unsupported-version")) throw cause;
    const message = `the entry at place ${place} of its session cannot be read`;
    throw new CutpointError("corrupt-log", message, { cause });
  }
}
