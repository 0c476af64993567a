import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Page, type ViewportSize } from "playwright-core";

const PLACES = [
  process.env["CUTPOINT_BROWSER"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The installed browser, or `null`. Debian: `apt-get install chromium`. */
export const BROWSER: string | null =
  PLACES.find((place) => place !== undefined && existsSync(place)) ?? null;

if (BROWSER === null)
  console.warn(
    "Skipped: the tests of the page need Chromium. Install it, or set CUTPOINT_BROWSER to its path.",
  );

/** In ms, for one action. It only detects pages that hang, since the machine may be busy. */
const TIMEOUT = 20_000;

/** A page in a browser, and everything that it did besides showing itself. */
type OpenedPage = {
  readonly page: Page;
  /** Time from the address to the first content. */
  readonly milliseconds: number;
  /** Addresses that it requested, other than its own file and memory. */
  readonly requests: readonly string[];
  /** Errors, warnings and dialogs. */
  readonly complaints: readonly string[];
};

type OpenOptions = {
  readonly colorScheme?: "dark" | "light";
  readonly viewport?: ViewportSize;
  /** A role that the page shows when it is open. Default: `tablist`. */
  readonly role?: "main" | "tablist";
};

/** Opens HTML from files, as a user does. A page takes the place of the one before, in the same tab. */
export type PageOpener = AsyncDisposable & {
  open(html: string, options?: OpenOptions): Promise<OpenedPage>;
};

export async function launchBrowser(): Promise<PageOpener> {
  const folder = mkdtempSync(join(tmpdir(), "cutpoint-page-"));
  const browser = await chromium.launch({
    executablePath: BROWSER ?? "",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(TIMEOUT);
  let count = 0;
  return {
    async open(
      html,
      { colorScheme = "light", role = "tablist", viewport = { width: 1280, height: 900 } } = {},
    ) {
      count += 1;
      const file = join(folder, `${count}.html`);
      writeFileSync(file, html);
      page.removeAllListeners();
      await page.goto("about:blank");
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      const watched = watch(page, pathToFileURL(file).href);
      const started = performance.now();
      await page.goto(pathToFileURL(file).href);
      await page
        .getByRole(role)
        .waitFor()
        .catch((cause: unknown) => {
          throw new Error(`the page did not open: ${watched.complaints.join("; ")}`, { cause });
        });
      return { ...watched, milliseconds: performance.now() - started };
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function watch(page: Page, own: string): Omit<OpenedPage, "milliseconds"> {
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => {
    if (request.url() !== own && !/^(?:blob|data):/u.test(request.url()))
      requests.push(request.url());
  });
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => {
    complaints.push(dialog.message());
    void dialog.dismiss();
  });
  return { page, requests, complaints };
}
