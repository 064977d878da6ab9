import {
  DirectiveLocation,
  GraphQLDirective,
  GraphQLNonNull,
  GraphQLString,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type InlineFragmentNode,
} from 'graphql';

/** Published: clients that are newer than the server mark fields that the server may not have. */
export const introducedDirective = new GraphQLDirective({
  name: 'gl_introduced',
  description: 'Marks a field of a newer version: null where this server does not have it',
  locations: [DirectiveLocation.FIELD, DirectiveLocation.INLINE_FRAGMENT],
  args: {
    version: {
      type: new GraphQLNonNull(GraphQLString),
      description: 'The version that introduced the field, as in 18.1.0. Not compared: the schema decides',
    },
  },
});

/** The alias of what stands for an unknown field begins with this; the rest is the key in the response, empty for none. */
const ABSENT = '__absent_';

/** The document without marked fields that the schema lacks, or null if it has all of them. `withAbsent` completes its responses. */
export function withoutAbsent(schema: GraphQLSchema, document: DocumentNode): DocumentNode | null {
  const types = new TypeInfo(schema);
  let isChanged = false;
  const absent = (key: string): FieldNode => {
    isChanged = true;
    const alias = { kind: Kind.NAME, value: ABSENT + key } as const;
    return { kind: Kind.FIELD, alias, name: { kind: Kind.NAME, value: '__typename' } };
  };
  const visited = visit(
    document,
    visitWithTypeInfo(types, {
      Field(node) {
        if (!isMarked(node) || !types.getParentType()) return undefined;
        const known = types.getFieldDef()?.args.map(({ name }) => name);
        const isKnown = known && (node.arguments ?? []).every(({ name }) => known.includes(name.value));
        return isKnown ? undefined : absent((node.alias ?? node.name).value);
      },
      InlineFragment: (node) =>
        isMarked(node) && node.typeCondition && !schema.getType(node.typeCondition.name.value) ? absent('') : undefined,
    }),
  );
  return isChanged ? withoutUnused(document, visited) : null;
}

const isMarked = ({ directives }: FieldNode | InlineFragmentNode): boolean =>
  directives?.some(({ name }) => name.value === introducedDirective.name) ?? false;

/** Without the fragments and variables that only the removed fields used: a valid document has no unused ones. */
function withoutUnused(before: DocumentNode, document: DocumentNode): DocumentNode {
  const former = usedIn(before);
  let current = document;
  for (let count = -1; count !== current.definitions.length;) {
    count = current.definitions.length;
    const { fragments } = usedIn(current);
    const isUsed = (name: string) => fragments.has(name) || !former.fragments.has(name);
    const definitions = current.definitions.filter(
      (each) => each.kind !== Kind.FRAGMENT_DEFINITION || isUsed(each.name.value),
    );
    current = { ...current, definitions };
  }
  const { variables } = usedIn(current);
  return visit(current, {
    VariableDefinition({ variable: { name } }) {
      return former.variables.has(name.value) && !variables.has(name.value) ? null : undefined;
    },
  });
}

function usedIn(document: DocumentNode): { fragments: Set<string>; variables: Set<string> } {
  const used = { fragments: new Set<string>(), variables: new Set<string>() };
  visit(document, {
    VariableDefinition: () => false,
    Variable: ({ name }) => void used.variables.add(name.value),
    FragmentSpread: ({ name }) => void used.fragments.add(name.value),
  });
  return used;
}

/** The data of a response with null for the absent fields. */
export function withAbsent(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withAbsent);
  if (typeof data !== 'object' || data === null || data instanceof Date) return data;
  const entries = Object.entries(data).map(([key, value]): [string, unknown] =>
    key.startsWith(ABSENT) ? [key.slice(ABSENT.length), null] : [key, withAbsent(value)],
  );
  return Object.fromEntries(entries.filter(([key]) => key !== ''));
}
