import { invalidInput, isRecord } from "@cutpoint/core/kit";

type ClientOptions = { readonly client: unknown; readonly model: unknown };

/** @throws `invalid-input` if the client or the name of the model is missing */
export function assertClient(options: ClientOptions | undefined, expected: string): void {
  if (!isRecord(options?.client)) throw invalidInput("client", options?.client, expected);
  if (typeof options?.model !== "string")
    throw invalidInput("model", options?.model, "expected the name of a model");
}
