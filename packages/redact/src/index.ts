export { redactStream } from "./redact-stream.ts";
export type { Redact } from "./redact-secrets.ts";
export { redactSecrets } from "./redact-secrets.ts";
