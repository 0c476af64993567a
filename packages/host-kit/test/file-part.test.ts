import { expect, test } from "vitest";
import { readFilePart } from "../src/file-part.ts";

test.each([
  [
    { url: "attachment:1", name: "" },
    { mediaType: "image/*", url: "attachment:1" },
  ],
  [
    { data: "AQI=", mediaType: "image/png", name: "a.png" },
    { mediaType: "image/png", url: "data:image/png;base64,AQI=", name: "a.png" },
  ],
  [
    { data: new Uint8Array([1, 2]), mediaType: 7 },
    { mediaType: "image/*", url: "data:image/*;base64,AQI=" },
  ],
  [
    { data: new Uint8Array([1, 2]).buffer },
    { mediaType: "image/*", url: "data:image/*;base64,AQI=" },
  ],
  [
    { data: new URL("https://example.com/a") },
    { mediaType: "image/*", url: "https://example.com/a" },
  ],
  [
    { data: "data:audio/wav;base64,AQI=" },
    { mediaType: "audio/wav", url: "data:audio/wav;base64,AQI=" },
  ],
])("a file is read from %j", (source, expected) => {
  expect(readFilePart(source, "image/*")).toEqual({ type: "file", ...expected });
});

test.each([{}, { url: "", data: "" }, { data: { file_id: "a" } }])(
  "%j has no content",
  (source) => {
    expect(readFilePart(source, "image/*")).toBeNull();
  },
);
