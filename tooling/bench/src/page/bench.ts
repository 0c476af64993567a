import { inspectPage } from "@cutpoint/inspect";
import { BROWSER, launchBrowser } from "../../../../packages/inspect/test/support/browser.ts";
import { setup } from "../../../../packages/inspect/test/support/build-page.ts";
import { generatedSession } from "../../../../packages/inspect/test/support/generated-session.ts";

/** Messages of a session, and the time in which its page must open, in ms. */
const LIMITS: readonly (readonly [messages: number, limit: number])[] = [
  [10, 1_000],
  [4_000, 1_000],
  [20_000, 3_000],
];
const ROUNDS = 5;

/** Measures how long a browser needs to open the page of a session: from its address to the first content. */
export async function bench(): Promise<void> {
  if (BROWSER === null) return;
  await setup();
  await using browser = await launchBrowser();
  for (const [messages, limit] of LIMITS) {
    const started = performance.now();
    const html = await inspectPage(generatedSession({ messages }));
    const rendered = performance.now() - started;
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { milliseconds, page } = await browser.open(html);
      times.push(milliseconds);
      await page.close();
    }
    const median = times.toSorted((left, right) => left - right)[ROUNDS >> 1] ?? 0;
    const isFast = median < limit;
    console.log(
      `${messages} messages: page of ${Math.round(html.length / 1_000)} kB in ${Math.round(rendered)} ms, opens in ${Math.round(median)} ms, limit ${limit} ms${isFast ? "" : " (TOO SLOW)"}`,
    );
    if (!isFast) process.exitCode = 1;
  }
}
