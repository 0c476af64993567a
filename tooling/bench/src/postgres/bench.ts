import { printGoals } from "../goals.ts";
import { postgresGoals } from "./postgres-goals.ts";

/** Measures the PostgreSQL store without disk waits: the server does not flush. */
export async function bench(): Promise<void> {
  printGoals("PostgreSQL", await postgresGoals());
}
