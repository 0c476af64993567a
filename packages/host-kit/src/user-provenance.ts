import type { Part } from "@cutpoint/core";
import { SUMMARY_PREAMBLE } from "@cutpoint/core/kit";

/** Returns the author of a message with the role `user`. A summary is identified by the start of its text. */
export function userProvenance([first]: readonly Part[]): "user" | "summary" {
  return first?.type === "text" && first.text.startsWith(SUMMARY_PREAMBLE) ? "summary" : "user";
}
