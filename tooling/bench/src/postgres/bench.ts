import { printGoals } from "../goals.ts";
import { postgresGoals } from "./postgres-goals.ts";

/** What the PostgreSQL store costs, without waiting for a disk: its server does not flush. */
export async function bench(): Promise<void> {
  printGoals("PostgreSQL", await postgresGoals());
}
