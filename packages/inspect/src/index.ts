export type { PageDataOptions } from "./page-data-of.ts";
export { inspectPage } from "./inspect-page.ts";
