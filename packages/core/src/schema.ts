export { parseEntry, parseMark, parseMessage } from "./model/schema.ts";
