import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type InspectedSession, type PageDataOptions, pageDataOf } from "./page-data-of.ts";

/** Place of the data in the template. */
const PLACE = "%DATA%";

/**
 * Renders the page of a session as one HTML file, without links to anything else.
 *
 * Secrets are replaced unless `redact` is `false`. The session is contained as compressed text.
 */
export async function inspectPage(
  session: InspectedSession,
  options: PageDataOptions = {},
): Promise<string> {
  return fillTemplate("page.html", await pageDataOf(session, options));
}

/** A session that a playground offers. */
export type PlaygroundExample = {
  readonly title: string;
  /** One sentence. */
  readonly description: string;
  /** The content of its file, in any format of `@cutpoint/readers`. */
  readonly text: string;
};

/**
 * Renders a page that reads and compacts sessions in the browser, as one HTML file.
 *
 * The page makes no request, so it works from any server and from a file.
 */
export async function playgroundPage(examples: readonly PlaygroundExample[]): Promise<string> {
  return fillTemplate("playground.html", { examples });
}

async function fillTemplate(name: string, data: object): Promise<string> {
  const contained = (await promisify(gzip)(JSON.stringify(data))).toString("base64");
  const [before, after] = (await readTemplate(name)).split(PLACE);
  return `${before}${contained}${after}`;
}

async function readTemplate(name: string): Promise<string> {
  const place = new URL(`../dist/${name}`, import.meta.url);
  try {
    return await readFile(place, "utf8");
  } catch (cause) {
    throw new Error(`${place.pathname} is missing: run \`npx --yes pnpm@12 build\` first`, {
      cause,
    });
  }
}
