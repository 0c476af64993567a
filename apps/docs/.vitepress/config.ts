import { globSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type DefaultTheme, type UserConfig } from "vitepress";
import { linkToRepository } from "./repository-links.ts";
import { hidePrelude } from "./hidden-prelude.ts";
import { writeLlmsTxt } from "./llms-txt.ts";
import { copyPlayground, servePlayground } from "./serve-playground.ts";

const ROOT = join(import.meta.dirname, "../../..");
const DOCS = join(ROOT, "docs");

const page = (text: string, link: string): DefaultTheme.SidebarItem => ({ text, link });

const entries = globSync("*.api.md", { cwd: join(ROOT, "api") })
  .map((file) => file.slice(0, -".api.md".length))
  .toSorted();

const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: "Start",
    items: [
      page("Choose your host", "/start/"),
      page("LangChain", "/start/langchain"),
      page("OpenAI Agents", "/start/openai-agents"),
      page("AI SDK", "/start/ai-sdk"),
      page("Anthropic", "/start/anthropic"),
      page("OpenAI", "/start/openai"),
      page("Strands", "/start/strands"),
      page("pi", "/start/pi"),
      page("Core", "/start/core"),
      page("Sessions", "/start/sessions"),
    ],
  },
  {
    text: "Understand",
    items: [
      page("How it works", "/how-it-works"),
      page("Choosing", "/choosing"),
      page("Comparison", "/comparison"),
      page("Vocabulary", "/vocabulary"),
    ],
  },
  {
    text: "Questions",
    items: [
      page("What users notice", "/questions/users"),
      page("What it costs", "/questions/cost"),
      page("Test your app", "/questions/test"),
      page("Add it, turn it off", "/questions/existing"),
      page("Debug a compaction", "/questions/debug"),
      page("Many tenants", "/questions/tenants"),
      page("Delete a person's data", "/questions/delete-data"),
      page("Production checklist", "/questions/production"),
      page("Upgrade", "/questions/upgrades"),
    ],
  },
  {
    text: "Guides",
    items: [
      page("Claude Code and Codex", "/guides/claude-code-and-codex"),
      page("Sub-agents", "/guides/sub-agents"),
      page("Branches", "/guides/branches"),
      page("Rules of the user", "/guides/rules"),
      page("Prompt caching", "/guides/caching"),
      page("Large tool results", "/guides/large-results"),
      page("Tools for the model", "/guides/tools"),
      page("Thinking models", "/guides/thinking"),
      page("Retention and erasure", "/guides/retention"),
      page("Many machines", "/scaling"),
      page("Migrate", "/guides/migrate"),
      page("Write a store", "/guides/write-a-store"),
      page("Write an adapter", "/guides/write-an-adapter"),
    ],
  },
  {
    text: "Measured",
    items: [
      page("Retention", "/eval"),
      page("Cost", "/economics"),
      page("The offline summarizer", "/digest"),
      page("Tokens", "/tokens"),
      page("Performance", "/performance"),
      page("Reliability", "/reliability"),
      page("Dependencies", "/dependencies"),
    ],
  },
  {
    text: "Reference",
    items: [
      page("Errors", "/errors"),
      page("Rules of the local provider", "/provider-sim-rules"),
      {
        text: "Public names",
        link: "/reference/",
        collapsed: true,
        items: entries.map((entry) => page(entry, `/reference/${entry}`)),
      },
    ],
  },
];

/** The site is made from the Markdown files in `docs/`, which also read well in the repository. */
const config: UserConfig<DefaultTheme.Config> = defineConfig({
  srcDir: "../../docs",
  title: "Cutpoint",
  description: "Compacts long model conversations in TypeScript.",
  cleanUrls: true,
  head: [
    // Commands and printed text have long lines. Code scrolls instead.
    ["style", {}, ".vp-doc :is(.language-sh,.language-text) code{white-space:pre-wrap}"],
    // Plots follow the theme of the page, not of the system.
    ["style", {}, ":root:not(.dark){color-scheme:light}"],
    // Text on or beside these colors has the contrast of WCAG 2 AA, at least 4.5.
    [
      "style",
      {},
      ":root{--vp-code-lang-color:var(--vp-c-text-2)}:root:not(.dark){--vp-button-brand-bg:var(--vp-c-indigo-1)}",
    ],
    // Without an icon, browsers request one that is not there.
    ["link", { rel: "icon", href: "data:," }],
  ],
  // The heading of a reference page is a variable, so VitePress does not find its title.
  transformPageData: ({ params }) =>
    params === undefined ? {} : { title: String(params["title"]) },
  themeConfig: {
    nav: [
      { text: "Start", link: "/start/" },
      { text: "Guides", link: "/guides/sub-agents" },
      { text: "Playground", link: "/playground.html", target: "_self" },
      { text: "Comparison", link: "/comparison" },
      { text: "Reference", link: "/reference/" },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: "local" },
    socialLinks: [{ icon: "github", link: "https://github.com/cutpoint/cutpoint" }],
  },
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config(markdown) {
      markdown.use(linkToRepository, { docs: DOCS, root: ROOT });
      markdown.use(hidePrelude);
    },
  },
  vite: {
    plugins: [
      servePlayground(),
      {
        // The pages are outside this package, so their imports of Vue are resolved from here.
        name: "resolve-from-site",
        enforce: "pre",
        async resolveId(source, importer) {
          if (!importer?.startsWith(DOCS) || !/^vue(?:$|\/)/u.test(source)) return null;
          return this.resolve(source, import.meta.filename, { skipSelf: true });
        },
      },
    ],
  },
  buildEnd: async ({ outDir }) => {
    await writeLlmsTxt(sidebar, { docs: DOCS, outDir });
    await copyPlayground(outDir);
  },
});

export default config;
