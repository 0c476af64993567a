import { expect, test } from "vitest";
import { invalidInputWith } from "../../core/test/support/invalid-input.ts";
import { createChatClient } from "../src/chat-client.ts";
import { emptyChat } from "../src/chat-state.ts";
import { withCompaction, withoutCompaction } from "../src/complete-chat.ts";
import { createChat } from "../src/create-chat.ts";

const none = undefined as never;
const client = createChatClient({ url: "http://localhost/v1" });
const complete = withoutCompaction(client);
const storage = { load: async () => emptyChat(), save: async () => undefined };

test.each<[string, () => unknown, string]>([
  ["createChatClient()", () => createChatClient(none), "url is undefined: expected the base URL"],
  ["a client without a URL", () => createChatClient({} as never), "url is undefined: expected"],
  ["withoutCompaction()", () => withoutCompaction(none), "client is undefined: expected a client"],
  ["withCompaction()", () => withCompaction(none, none), "client is undefined: expected a client"],
  ["no options", () => withCompaction(client, none), "compactor is undefined: expected"],
  ["createChat()", () => createChat(none), "complete is undefined: expected withCompaction"],
  [
    "a chat without a storage",
    () => createChat({ complete, model: "any" } as never),
    "storage is undefined: expected an object with load and save",
  ],
  [
    "a chat without a model",
    () => createChat({ complete, storage } as never),
    "model is undefined: expected the name of a model",
  ],
])("%s is rejected by name", (_name, create, message) => {
  expect(create).toThrow(invalidInputWith(message));
});
