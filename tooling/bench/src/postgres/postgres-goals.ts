import { startServer } from "@cutpoint/postgres-server";
import type { Goal } from "../goals.ts";
import { measurePostgres } from "./measure-postgres.ts";

const LEAST_SHARE = 0.7;

const MOST_ROUND_TRIPS = 5;

const SEARCH_ROUND_TRIPS = 2;

/** Measures the PostgreSQL store. Without a server, the only row contains the reason. */
export async function postgresGoals(): Promise<readonly Goal[]> {
  const started = await startServer();
  if (typeof started === "string") return [missing(started)];
  await using server = started;
  const { append, bareInsert, openings, recall, share } = await measurePostgres(
    server.connectionString,
  );
  return [
    {
      what: "PostgreSQL: speed of an append, relative to a bare INSERT on the same connection",
      goal: `≥ ${LEAST_SHARE.toFixed(2)}`,
      measured: `${share.toFixed(2)} (${append.toFixed(0)} and ${bareInsert.toFixed(0)} µs)`,
      isReached: share >= LEAST_SHARE,
    },
    ...openings.map(({ length, roundTrips, duration }) => ({
      what: `PostgreSQL: open a session of ${length} and return its view`,
      goal: `≤ ${MOST_ROUND_TRIPS} round trips`,
      measured: `${roundTrips} (${duration.toFixed(1)} ms)`,
      isReached: roundTrips <= MOST_ROUND_TRIPS,
    })),
    {
      what: `PostgreSQL: recall of a rare word, ${recall.messages} messages`,
      goal: `≤ ${SEARCH_ROUND_TRIPS} round trips`,
      measured: `${recall.roundTrips} (${recall.duration.toFixed(2)} ms)`,
      isReached: recall.roundTrips <= SEARCH_ROUND_TRIPS,
    },
  ];
}

function missing(reason: string): Goal {
  const measured = `not measured: ${reason}`;
  return { what: "PostgreSQL", goal: "", measured, isReached: false };
}
