import { once } from "node:events";
import { startServer } from "./start-server.ts";

/**
 * Starts a server for another program: prints `{"connectionString":…}`, or `{"missing":…}` with the reason why there is
 * none, and ends the server when its input ends, however the other program came to its end.
 */
const server = await startServer();
if (typeof server === "string") console.log(JSON.stringify({ missing: server }));
else {
  await using running = server;
  console.log(JSON.stringify({ connectionString: running.connectionString }));
  await once(process.stdin.resume(), "close");
}
