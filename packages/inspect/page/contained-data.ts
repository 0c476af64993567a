import type { PlaygroundExample } from "../src/inspect-page.ts";
import type { PageData } from "../src/page-data.ts";

/** Reads the session that the page contains, or the examples of a playground. */
export async function readPageData(): Promise<
  PageData | { readonly examples: readonly PlaygroundExample[] }
> {
  return JSON.parse(await readContained("data")) as Awaited<ReturnType<typeof readPageData>>;
}

/** Unpacks a script element with compressed text. */
export async function readContained(id: string): Promise<string> {
  const element = document.getElementById(id);
  const bytes = bytesOf(element?.textContent?.trim() ?? "");
  // The packed text is not needed again.
  element?.remove();
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked).text();
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const characters = atob(base64);
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < characters.length; index += 1)
    bytes[index] = characters.charCodeAt(index);
  return bytes;
}
