import type { PageMessage } from "../src/page-data.ts";

/** The windows of a replay, in tokens. */
export const WINDOWS = [
  2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 200_000, 1_000_000,
] as const;

/** Returns the largest window that a session fills three times, or the smallest one. */
export function suggestWindow(messages: readonly PageMessage[]): number {
  const total = messages.reduce((sum, { tokens }) => sum + tokens, 0);
  return WINDOWS.findLast((window) => 3 * window <= total) ?? WINDOWS[0];
}
