import { join } from "node:path";
import { NOTES } from "../traceability-notes.ts";
import { readWorkspace, ROOT } from "../workspace.ts";
import { DOCUMENTS } from "./documents.ts";
import { namedTests } from "./test-names.ts";
import { type Traceability, traceabilityOf, traceabilityPage } from "./traceability-page.ts";

/** Where the page lies. */
export const PAGE: string = join(ROOT, "docs", "traceability.md");

/** How the ids stand in this repository, and the page that says so. */
export function repositoryTraceability(): Traceability & { readonly page: string } {
  const sources = readWorkspace().flatMap(({ folder, sources }) =>
    [...sources].map(([path, text]) => [`${folder}/${path}`, text] as const),
  );
  const traceability = traceabilityOf(DOCUMENTS, namedTests(new Map(sources)), NOTES);
  return { ...traceability, page: traceabilityPage(DOCUMENTS, traceability) };
}
