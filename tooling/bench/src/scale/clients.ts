import type { Client, ClientName, ClientOptions } from "./client.ts";

/** Loads only the library under load, so that the start of a process costs no more than in an app. */
export async function createClient(name: ClientName, options: ClientOptions): Promise<Client> {
  if (name === "Cutpoint") {
    const { createCutpointClient } = await import("./cutpoint-client.ts");
    return createCutpointClient(options);
  }
  const { createLangGraphClient } = await import("./langgraph-client.ts");
  return createLangGraphClient(options);
}
