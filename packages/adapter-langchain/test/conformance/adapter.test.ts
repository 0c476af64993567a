import { describeAdapterConformance } from "@cutpoint/conformance/vitest";
import { describe } from "vitest";
import { subjects } from "./subjects.ts";

const adapters = subjects.filter((subject) => subject.type === "adapter");

/** A thread that is viewed, one whose messages move, one that is replaced, and a chat history. */
const isShort = (name: string): boolean =>
  /createAgent, OpenAI Responses|in a store|the thread replaced|RunnableWithMessageHistory, OpenAI/u.test(
    name,
  );

for (const { name, rig } of adapters)
  describe("LangChain", { tags: isShort(name) ? [] : ["long"] }, () => {
    describeAdapterConformance(name, rig);
  });
