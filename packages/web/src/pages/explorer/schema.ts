/** A type from introspection, up to four wrappers deep: `[Epic!]!`. */
export interface TypeName {
  kind: string;
  name: string | null;
  ofType?: TypeName | null;
}

export interface SchemaField {
  name: string;
  type: TypeName;
  args?: readonly SchemaField[];
}

export interface SchemaType {
  name: string;
  description: string | null;
  fields: readonly SchemaField[] | null;
  inputFields: readonly SchemaField[] | null;
  enumValues: readonly { name: string }[] | null;
}

const typeName = 'kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } }';

export const introspection = `query { __schema { types {
  name description
  fields { name type { ${typeName} } args { name type { ${typeName} } } }
  inputFields { name type { ${typeName} } }
  enumValues { name }
} } }`;

/** `epics(first: Int, after: String): EpicConnection`. */
export function fieldLine({ name, args = [], type }: SchemaField): string {
  const inputs = args.length === 0 ? '' : `(${args.map((each) => `${each.name}: ${printType(each.type)}`).join(', ')})`;
  return `${name}${inputs}: ${printType(type)}`;
}

export function printType(type: TypeName): string {
  if (type.kind === 'NON_NULL') return `${type.ofType ? printType(type.ofType) : ''}!`;
  if (type.kind === 'LIST') return `[${type.ofType ? printType(type.ofType) : ''}]`;
  return type.name ?? '';
}

/**
 * Types whose name, or one of whose fields, contains the text; the roots first. Introspection types (`__Type`) are excluded.
 */
export function typesMatching(types: readonly SchemaType[], search: string): SchemaType[] {
  const wanted = search.trim().toLowerCase();
  const holds = (name: string) => name.toLowerCase().includes(wanted);
  return types
    .filter((type) => !type.name.startsWith('__'))
    .filter(
      (type) =>
        holds(type.name) || [...(type.fields ?? []), ...(type.inputFields ?? [])].some((field) => holds(field.name)),
    )
    .toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

function rank({ name }: SchemaType): number {
  const index = ['Query', 'Mutation'].indexOf(name);
  return index === -1 ? 2 : index;
}
