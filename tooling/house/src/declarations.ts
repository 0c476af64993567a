import type { Class, ClassElement, Statement, TSSignature, TSType } from "oxc-parser";
import { readModule } from "./module-record.ts";
import type { WorkspacePackage } from "./workspace.ts";

/** A property or method of a type; `types` is empty where what it holds is not told by a type. */
type Member = { readonly name: string; readonly types: readonly ScopedType[] };

/** A type as it is written in one file, whose names mean what they mean there. */
type ScopedType = { readonly node: TSType; readonly scope: Scope };
type Scope = ReadonlyMap<string, Declaration>;
type Declaration = { readonly members: () => readonly Member[]; readonly type: ScopedType | null };

/** What the published packages declare: their entries, and the types that can be reached from them. */
export type Declarations = {
  /** Whether an entry (`core`, `core/schema`) exports a name. */
  hasExport(entry: string, name: string): boolean;
  /** Whether an exported type has a member, or a member of a member, by its path from the type's name. */
  hasMember(path: readonly string[]): boolean;
  /** Whether an exported type has a text among its values, or among those of its `type` or `role`. */
  hasValue(type: string, value: string): boolean;
};

/** Reads the declarations of the published packages from their sources. */
export function readDeclarations(packages: readonly WorkspacePackage[]): Declarations {
  const entries = new Map<string, ReadonlySet<string>>();
  const exported = new Map<string, Declaration[]>();
  for (const { folder, kind, manifest, sources } of packages) {
    if (kind !== "package") continue;
    const names = new Set<string>();
    for (const [subpath, conditions] of Object.entries(manifest.exports ?? {})) {
      const path = conditions["@cutpoint/source"]?.slice(2) ?? "";
      const record = readModule(path, sources.get(path) ?? "");
      entries.set(
        `${folder.slice("packages/".length)}${subpath.slice(1)}`,
        new Set(record.exportedNames),
      );
      for (const name of record.exportedNames) names.add(name);
    }
    for (const [path, text] of sources)
      if (path.startsWith("src/"))
        for (const [name, declaration] of declarationsIn(path, text, exported))
          exported.set(name, [...(exported.get(name) ?? []), declaration]);
    for (const name of names) if (!exported.has(name)) exported.set(name, []);
  }
  const isPublic = (name: string): boolean => [...entries.values()].some((all) => all.has(name));
  const find = (name: string): readonly Declaration[] =>
    isPublic(name) ? (exported.get(name) ?? []) : [];
  return {
    hasExport: (entry, name) => entries.get(entry)?.has(name) === true,
    hasMember: ([type = "", ...path]) =>
      find(type).some((declaration) => reaches(declaration.members(), path, exported)),
    hasValue: (type, value) =>
      find(type).some(
        (declaration) =>
          declaration.type !== null && valuesOf(declaration.type, exported).has(value),
      ),
  };
}

type Exported = ReadonlyMap<string, readonly Declaration[]>;

function declarationsIn(path: string, text: string, exported: Exported): Scope {
  const scope = new Map<string, Declaration>();
  for (const statement of readModule(path, text).program.body) {
    const node = declarationOf(statement);
    if (node?.type === "TSTypeAliasDeclaration") {
      const type = { node: node.typeAnnotation, scope };
      scope.set(node.id.name, { type, members: () => membersOf(type, exported) });
    } else if (node?.type === "TSInterfaceDeclaration") {
      const inherited = node.extends.flatMap(({ expression }) =>
        expression.type === "Identifier" ? expression.name : [],
      );
      scope.set(node.id.name, {
        type: null,
        members: () => [
          ...node.body.body.flatMap((member) => signatureMember(member, scope)),
          ...inherited.flatMap((name) => named(name, scope, exported).flatMap((d) => d.members())),
        ],
      });
    } else if (node?.type === "ClassDeclaration" && node.id !== null) {
      scope.set(node.id.name, { type: null, members: () => classMembers(node, scope) });
    }
  }
  return scope;
}

function declarationOf(statement: Statement): Statement | null {
  return statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
}

function named(name: string, scope: Scope, exported: Exported): readonly Declaration[] {
  const local = scope.get(name);
  return local === undefined ? (exported.get(name) ?? []) : [local];
}

/** The members of a type; those of a union are all that any of its types has, those of an array its elements'. */
function membersOf({ node, scope }: ScopedType, exported: Exported): readonly Member[] {
  switch (node.type) {
    case "TSTypeLiteral":
      return node.members.flatMap((member) => signatureMember(member, scope));
    case "TSUnionType":
    case "TSIntersectionType":
      return node.types.flatMap((part) => membersOf({ node: part, scope }, exported));
    case "TSParenthesizedType":
    case "TSTypeOperator":
      return membersOf({ node: node.typeAnnotation, scope }, exported);
    case "TSArrayType":
      return membersOf({ node: node.elementType, scope }, exported);
    case "TSTypeReference": {
      const name = node.typeName.type === "Identifier" ? node.typeName.name : "";
      const wrapped = node.typeArguments?.params ?? [];
      return [
        ...named(name, scope, exported).flatMap((declaration) => declaration.members()),
        ...wrapped.flatMap((part) => membersOf({ node: part, scope }, exported)),
      ];
    }
    default:
      return [];
  }
}

function signatureMember(member: TSSignature, scope: Scope): readonly Member[] {
  if (member.type !== "TSPropertySignature" && member.type !== "TSMethodSignature") return [];
  const name = keyName(member.key);
  if (name === null) return [];
  const node = member.type === "TSPropertySignature" ? member.typeAnnotation?.typeAnnotation : null;
  return [{ name, types: node === null || node === undefined ? [] : [{ node, scope }] }];
}

function classMembers(node: Class, scope: Scope): readonly Member[] {
  return node.body.body.flatMap((member: ClassElement): readonly Member[] => {
    if (member.type !== "PropertyDefinition" && member.type !== "MethodDefinition") return [];
    const name = keyName(member.key);
    const annotation = member.type === "PropertyDefinition" ? member.typeAnnotation : null;
    const types =
      annotation === null || annotation === undefined
        ? []
        : [{ node: annotation.typeAnnotation, scope }];
    return name === null ? [] : [{ name, types }];
  });
}

function keyName(key: {
  readonly type: string;
  readonly name?: unknown;
  readonly value?: unknown;
}): string | null {
  if (key.type === "Identifier" && typeof key.name === "string") return key.name;
  return typeof key.value === "string" ? key.value : null;
}

function reaches(
  members: readonly Member[],
  [name, ...rest]: readonly string[],
  exported: Exported,
): boolean {
  return members.some(
    (member) =>
      member.name === name &&
      (rest.length === 0 ||
        member.types.some((type) => reaches(membersOf(type, exported), rest, exported))),
  );
}

/** The texts that a union holds, or that tell its types apart. */
function valuesOf({ node, scope }: ScopedType, exported: Exported): ReadonlySet<string> {
  switch (node.type) {
    case "TSLiteralType":
      return new Set(
        node.literal.type === "Literal" && typeof node.literal.value === "string"
          ? [node.literal.value]
          : [],
      );
    case "TSUnionType":
    case "TSIntersectionType":
      return unite(node.types.map((part) => valuesOf({ node: part, scope }, exported)));
    case "TSParenthesizedType":
      return valuesOf({ node: node.typeAnnotation, scope }, exported);
    case "TSTypeReference": {
      const name = node.typeName.type === "Identifier" ? node.typeName.name : "";
      const types = named(name, scope, exported).flatMap(({ type }) => type ?? []);
      return unite(types.map((type) => valuesOf(type, exported)));
    }
    case "TSTypeLiteral":
      return unite(
        node.members
          .flatMap((member) => signatureMember(member, scope))
          .filter(({ name }) => name === "type" || name === "role" || name === "kind")
          .flatMap(({ types }) => types.map((type) => valuesOf(type, exported))),
      );
    default:
      return new Set();
  }
}

function unite(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return new Set(sets.flatMap((set) => [...set]));
}
