import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { ImportedSession } from "@cutpoint/readers";
import { type PageDataOptions, pageDataOf } from "./page-data-of.ts";

/** Place of the data in the template. */
const PLACE = "%DATA%";

/**
 * Renders the page of a session as one HTML file, without links to anything else.
 *
 * Secrets are replaced unless `redact` is `false`. The session is contained as compressed text.
 */
export async function inspectPage(
  session: ImportedSession,
  options: PageDataOptions = {},
): Promise<string> {
  const json = JSON.stringify(await pageDataOf(session, options));
  const data = (await promisify(gzip)(json)).toString("base64");
  const [before, after] = (await readTemplate()).split(PLACE);
  return `${before}${data}${after}`;
}

async function readTemplate(): Promise<string> {
  const place = new URL("../dist/page.html", import.meta.url);
  try {
    return await readFile(place, "utf8");
  } catch (cause) {
    throw new Error(`${place.pathname} is missing: run \`npx --yes pnpm@12 build\` first`, {
      cause,
    });
  }
}
