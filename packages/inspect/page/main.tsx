import { render } from "preact";
import { App } from "./app.tsx";
import { readPageData } from "./contained-data.ts";
import { visibleText } from "./display-text.ts";
import { createPageState } from "./state.ts";
import { followTheme } from "./theme.ts";

const root = document.getElementById("app") ?? document.body;
followTheme();
try {
  const data = await readPageData();
  document.title = visibleText(data.title);
  root.replaceChildren();
  render(<App state={createPageState(data)} />, root);
} catch (error) {
  root.textContent = `The session in this page could not be read: ${String(error)}`;
}
