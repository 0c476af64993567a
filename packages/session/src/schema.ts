export { parseEntry } from "./log/entry-schema.ts";
