import { expect, test, vi } from "vitest";
import { createGuardedCall } from "../src/guarded-call.ts";
import { chatCodec } from "../src/http/chat/codec.ts";

/** Returns the warnings on the console about a model. */
async function warningsAbout(
  model: string,
  options: Parameters<typeof createGuardedCall>[0],
): Promise<readonly string[]> {
  using warn = vi.spyOn(console, "warn").mockReturnValue(undefined);
  const messages = [{ role: "user", content: "Hello." }] as const;
  // As an app does that creates its model for each request.
  for (let call = 0; call < 3; call += 1)
    await createGuardedCall(options, chatCodec)({ messages, options: { model } });
  const warnings = warn.mock.calls.map(([message]) => String(message));
  return warnings.filter((message) => message.includes(model));
}

test("an unknown window is reported once in a process if the app has no listener", async () => {
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
