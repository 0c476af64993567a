import type { JSX } from "preact";

/** A labelled list of choices. */
export function Choice<Value extends string | number>({
  choices,
  label,
  onChange,
  value,
}: {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
}): JSX.Element {
  return (
    <label>
      {label}{" "}
      <select
        value={value}
        onChange={(event) => {
          const chosen = choices[event.currentTarget.selectedIndex];
          if (chosen !== undefined) onChange(chosen[0]);
        }}
      >
        {choices.map(([name, title]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Returns the names of a table with their titles. */
export function titlesOf<Name extends string>(
  choices: Readonly<Record<Name, string | { readonly title: string }>>,
): readonly (readonly [Name, string])[] {
  return Object.entries<string | { readonly title: string }>(choices).map(([name, choice]) => [
    name as Name,
    typeof choice === "string" ? choice : choice.title,
  ]);
}
