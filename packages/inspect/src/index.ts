export type { InspectedSession, PageDataOptions } from "./page-data-of.ts";
export type { PlaygroundExample } from "./inspect-page.ts";
export { inspectPage, playgroundPage } from "./inspect-page.ts";
