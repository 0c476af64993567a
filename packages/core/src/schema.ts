export { parseEntry, parseMark, parseMessage, requireReadableMark } from "./model/schema.ts";
