export { createExtractiveSummarizer } from "./summarize.ts";
