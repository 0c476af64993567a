export { parseEntry, parseMark, parseMessage } from "./model/schema.ts";
export { parsePolicy } from "./plan/policy-schema.ts";
