import type { Server } from "@cutpoint/postgres-server";
import { Client as PostgresClient } from "pg";
import { type ClientName, MESSAGE_BYTES } from "./client.ts";
import { createClient } from "./clients.ts";

/** What the server writes for one turn of two messages. */
export type BytesPerTurn = {
  readonly client: ClientName;
  /** Bytes of write-ahead log, compactions included. */
  readonly written: number;
  /** `written` divided by the bytes of the two texts. */
  readonly ratio: number;
};

export const MESSAGES_BEFORE = 2000;

export const WINDOW_TOKENS = 128_000;

/** Enough for at least one compaction. LangGraph writes the same at each turn. */
const TURNS: Readonly<Record<ClientName, number>> = {
  Cutpoint: 200,
  "LangGraph PostgresSaver": 10,
};

/** Measures the write-ahead log of some turns after 2,000 messages. */
export async function measureBytesPerTurn(
  { connectionString }: Server,
  client: ClientName,
): Promise<BytesPerTurn> {
  const sessionId = `bytes ${client}`;
  const options = { connectionString, maxConnections: 1, windowTokens: WINDOW_TOKENS };
  const monitor = new PostgresClient({ connectionString });
  await monitor.connect();
  const position = async (): Promise<bigint> => {
    const text = "SELECT pg_current_wal_insert_lsn() - '0/0' AS bytes";
    const { rows } = await monitor.query<{ readonly bytes: string }>(text);
    return BigInt(rows[0]?.bytes ?? "0");
  };
  try {
    {
      await using filling = await createClient(client, options);
      await filling.fill(sessionId, MESSAGES_BEFORE);
    }
    const before = await position();
    {
      await using playing = await createClient(client, options);
      const conversation = await playing.open(sessionId);
      for (let turn = 0; turn < TURNS[client]; turn += 1)
        await conversation.turn(conversation.length + 2 * turn, () => {});
      await conversation.close();
    }
    const written = Number((await position()) - before) / TURNS[client];
    return { client, written, ratio: written / (2 * MESSAGE_BYTES) };
  } finally {
    await monitor.end();
  }
}
