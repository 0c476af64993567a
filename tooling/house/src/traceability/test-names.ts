import { posix } from "node:path";
import {
  type Argument,
  type CallExpression,
  type Expression,
  type ObjectExpression,
  type Program,
  Visitor,
} from "oxc-parser";
import { readModule } from "../module-record.ts";

/** A test by the name that it runs under, and the file from the root of the repository that holds it. */
export type NamedTest = { readonly file: string; readonly name: string };

/** The sources of a repository by path from its root. */
export type Sources = ReadonlyMap<string, string>;

/** The tests in all `*.test.ts` files, one for each row of a table, and the cases that others run as tests of theirs. */
export function namedTests(sources: Sources): readonly NamedTest[] {
  return [...sources].flatMap(([file, text]) => {
    const named = (name: string): NamedTest => ({ file, name });
    if (file.endsWith(".test.ts")) return testNames(file, text, sources).map(named);
    return file.startsWith("packages/conformance/src/") ? caseNames(file, text).map(named) : [];
  });
}

function testNames(file: string, text: string, sources: Sources): readonly string[] {
  const program = readModule(file, text).program;
  const names: string[] = [];
  new Visitor({
    CallExpression(call) {
      const table = tableOf(call);
      if (table === null) return;
      const title = textOf(call.arguments[0]);
      if (title === null) return;
      const rows = table === "none" ? [] : rowsOf(table, { file, program, sources });
      if (rows.length === 0) names.push(title);
      for (const row of rows) names.push(withRow(title, row));
    },
  }).visit(program);
  return names;
}

/** The table of a call that declares tests, "none" where it has none, null where it declares nothing that runs. */
function tableOf(call: CallExpression): Expression | "none" | null {
  let callee: Expression = call.callee;
  let table: Expression | "none" = "none";
  for (;;) {
    switch (callee.type) {
      case "Identifier":
        return ["test", "it", "describe"].includes(callee.name) ? table : null;
      case "MemberExpression": {
        const property = callee.property.type === "Identifier" ? callee.property.name : "";
        if (["each", "for", "skip", "todo"].includes(property)) return null;
        callee = callee.object;
        break;
      }
      case "CallExpression": {
        const [argument] = callee.arguments;
        const member: Expression = callee.callee;
        if (member.type !== "MemberExpression" || member.property.type !== "Identifier")
          return null;
        if (["each", "for"].includes(member.property.name)) {
          if (argument !== undefined && argument.type !== "SpreadElement") table = argument;
        } else if (!["skipIf", "runIf"].includes(member.property.name)) return null;
        callee = member.object;
        break;
      }
      default:
        return null;
    }
  }
}

type Place = { readonly file: string; readonly program: Program; readonly sources: Sources };
type Row = { readonly texts: readonly string[]; readonly fields: ReadonlyMap<string, string> };

/** The rows of a table that is written as a list, here or in the file that it is imported from. */
function rowsOf(table: Expression, place: Place): readonly Row[] {
  const plain = withoutTypes(table);
  if (plain.type === "Identifier") {
    const found = declared(plain.name, place);
    return found === null ? [] : rowsOf(found.value, found.place);
  }
  if (plain.type !== "ArrayExpression") return [];
  return plain.elements.flatMap((element): readonly Row[] => {
    if (element === null || element.type === "SpreadElement") return [];
    const row = withoutTypes(element);
    if (row.type === "ArrayExpression")
      return [{ texts: row.elements.map((cell) => textOf(cell) ?? ""), fields: new Map() }];
    if (row.type === "ObjectExpression") return [{ texts: [], fields: fieldsOf(row) }];
    return [{ texts: [textOf(row) ?? ""], fields: new Map() }];
  });
}

/** The value of a constant, by its name in one file. */
function declared(name: string, place: Place): { value: Expression; place: Place } | null {
  let value: Expression | null = null;
  let from: string | null = null;
  new Visitor({
    VariableDeclarator(declarator) {
      if (declarator.id.type === "Identifier" && declarator.id.name === name)
        value = declarator.init;
    },
    ImportDeclaration(statement) {
      if (statement.specifiers.some(({ local }) => local.name === name))
        from = statement.source.value;
    },
  }).visit(place.program);
  if (value !== null) return { value, place };
  if (from === null) return null;
  const file = posix.join(posix.dirname(place.file), from);
  const text = place.sources.get(file);
  return text === undefined
    ? null
    : declared(name, { ...place, file, program: readModule(file, text).program });
}

/** The title of one row's test, with the row's texts in place of %s and $name. */
function withRow(title: string, { texts, fields }: Row): string {
  let next = 0;
  return title
    .replaceAll(/%[sdifjo]/g, (mark) => texts[next++] || mark)
    .replaceAll(/\$([A-Za-z]\w*)/g, (mark, field: string) => fields.get(field) ?? mark);
}

function fieldsOf(row: ObjectExpression): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const property of row.properties) {
    if (property.type !== "Property" || property.key.type !== "Identifier") continue;
    const text = textOf(property.value);
    if (text !== null) fields.set(property.key.name, text);
  }
  return fields;
}

/** Cases of the conformance suites run under their id, their promise and what they rule out. */
function caseNames(file: string, text: string): readonly string[] {
  const names: string[] = [];
  new Visitor({
    ObjectExpression(object) {
      for (const property of object.properties) {
        if (property.type !== "Property" || property.key.type !== "Identifier") continue;
        if (property.key.name !== "rulesOut") continue;
        const fields = fieldsOf(object);
        const ruledOut = rowsOf(property.value, {
          file,
          program: readModule(file, text).program,
          sources: new Map(),
        });
        const ids = ruledOut.flatMap(({ texts }) => texts);
        names.push([`${fields.get("id") ?? ""}:`, fields.get("promise") ?? "", ...ids].join(" "));
      }
    },
  }).visit(readModule(file, text).program);
  return names;
}

function withoutTypes(expression: Expression): Expression {
  return expression.type === "TSAsExpression" || expression.type === "TSSatisfiesExpression"
    ? withoutTypes(expression.expression)
    : expression;
}

/** A text as it is written; what a template computes is shown as …; null for anything else. */
function textOf(argument: Argument | null | undefined): string | null {
  if (argument?.type === "Literal" && typeof argument.value === "string") return argument.value;
  if (argument?.type === "TemplateLiteral")
    return argument.quasis.map(({ value }) => value.cooked ?? value.raw).join("…");
  return null;
}
