import { render } from "preact";
import { App } from "./app.tsx";
import { readPageData } from "./contained-data.ts";
import { createEngine } from "./engine-client.ts";
import { visibleText } from "./display-text.ts";
import { Playground } from "./playground.tsx";
import { createPageState } from "./state.ts";
import { followTheme } from "./theme.ts";

const root = document.getElementById("app") ?? document.body;
followTheme();
try {
  const data = await readPageData();
  const isPlayground = "examples" in data;
  document.title = isPlayground ? "Playground · Cutpoint" : visibleText(data.title);
  root.replaceChildren();
  render(
    isPlayground ? (
      <Playground examples={data.examples} />
    ) : (
      <App state={createPageState(data)} engine={createEngine()} />
    ),
    root,
  );
} catch (error) {
  root.textContent = `The session in this page could not be read: ${String(error)}`;
}
