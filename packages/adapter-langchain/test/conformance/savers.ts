import { MemorySaver } from "@langchain/langgraph";
import type { SaverPlace } from "./agent-rig.ts";

/** Threads in the process's memory. */
export async function memoryPlace(): Promise<SaverPlace> {
  let saver = new MemorySaver();
  return {
    saver: () => saver,
    async restart() {
      saver = new MemorySaver();
    },
    async [Symbol.asyncDispose]() {},
  };
}
