import { describeAdapterConformance } from "@cutpoint/conformance/vitest";
import { describe } from "vitest";
import { subjects } from "./subjects.ts";

const adapters = subjects.filter((subject) => subject.type === "adapter");

/** A thread that is viewed, one whose messages move, and a chat history. The full tier runs the others too. */
const isShort = (name: string): boolean =>
  /createAgent, OpenAI Responses|in a store|RunnableWithMessageHistory, OpenAI/u.test(name);

for (const { name, rig } of adapters)
  describe("LangChain", { tags: isShort(name) ? [] : ["long"] }, () => {
    describeAdapterConformance(name, rig);
  });
