import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { UserConfig } from "vitepress";

const NAME = "playground.html";
/** `apps/docs/src/write-site.ts` writes this page. */
const PAGE = join(import.meta.dirname, "../.cutpoint/site", NAME);

type Plugin = NonNullable<NonNullable<UserConfig["vite"]>["plugins"]>[number];

/** Serves the playground while the site is served for writing. */
export function servePlayground(): Plugin {
  return {
    name: "serve-playground",
    configureServer({ middlewares }) {
      middlewares.use(`/${NAME}`, (_request, response) => {
        void readFile(PAGE).then((page) => {
          response.setHeader("content-type", "text/html").end(page);
        });
      });
    },
  };
}

/** Adds the playground to the built site. */
export async function copyPlayground(outDir: string): Promise<void> {
  await copyFile(PAGE, join(outDir, NAME));
}
