import { type Signal, signal } from "@preact/signals";

export type Theme = "light" | "dark";

const system = matchMedia("(prefers-color-scheme: dark)");

/** The theme of the page: that of the system until the user chooses one. */
export const theme: Signal<Theme> = signal(system.matches ? "dark" : "light");
let isChosen = false;

export function followTheme(): void {
  document.documentElement.dataset["theme"] = theme.value;
  system.addEventListener("change", ({ matches }) => {
    if (!isChosen) setTheme(matches ? "dark" : "light");
  });
}

export function toggleTheme(): void {
  isChosen = true;
  setTheme(theme.value === "dark" ? "light" : "dark");
}

function setTheme(value: Theme): void {
  document.documentElement.dataset["theme"] = value;
  theme.value = value;
}
