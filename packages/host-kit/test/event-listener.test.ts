import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createGuardedCall } from "../src/guarded-call.ts";
import { chatCodec } from "../src/http/chat/codec.ts";

/** Returns the warnings of the process about a model. */
async function warningsAbout(
  model: string,
  options: Parameters<typeof createGuardedCall>[0],
): Promise<readonly string[]> {
  const warnings: string[] = [];
  const listen = ({ message }: Error): void => void warnings.push(message);
  process.on("warning", listen);
  const open = createGuardedCall(options, chatCodec);
  const messages = [{ role: "user", content: "Hello." }] as const;
  for (let call = 0; call < 3; call += 1) await open({ messages, options: { model } });
  await setImmediate(); // warnings are emitted in the next tick
  process.off("warning", listen);
  return warnings.filter((message) => message.includes(model));
}

test("an unknown window is reported once if the app has no listener", async () => {
  expect(await warningsAbout("local-a", {})).toEqual([
    expect.stringMatching(/window of local-a is unknown.*set policy\.windowTokens/),
  ]);
});

test.each([
  ["has a listener", { onEvent: () => undefined }],
  ["listens to warnings", { onWarning: () => undefined }],
  ["names the window", { policy: { windowTokens: 8_000 } }],
])("nothing is reported if the app %s", async (_what, options) => {
  expect(await warningsAbout("local-b", options)).toEqual([]);
});
