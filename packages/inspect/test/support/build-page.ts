import { buildPage } from "../../page/build.ts";

/** Builds the template that `inspectPage` reads, before the tests. */
export async function setup(): Promise<void> {
  await buildPage();
}
