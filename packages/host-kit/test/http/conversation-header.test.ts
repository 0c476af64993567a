import { expect, test } from "vitest";
import { takeConversationId } from "../../src/http/conversation-header.ts";

test.each(["chat-1", "Gespräch 7", "50%"])("the id %s is taken out of the headers", (id) => {
  const value = id === "50%" ? id : encodeURIComponent(id);
  const headers = { "Cutpoint-Conversation-Id": value, other: "stays" };
  const { conversationId, request } = takeConversationId({ headers, method: "POST" });
  expect(conversationId).toBe(id);
  expect(request.method).toBe("POST");
  expect(Object.fromEntries(new Headers(request.headers))).toEqual({ other: "stays" });
});

test("a request without the header is returned itself", () => {
  const request = { headers: { other: "stays" } };
  expect(takeConversationId(request)).toEqual({ request });
  expect(takeConversationId(request).request).toBe(request);
});
