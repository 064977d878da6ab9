import {
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';

/**
 * All fields of a type without arguments, `depth` objects deep, each type once per path. Fields of a union or interface get
 * aliases by type, so that none collide.
 */
export function everythingOf(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  depth: number,
  path: string[] = [],
): string {
  if (isUnionType(type) || isInterfaceType(type)) {
    const parts = schema.getPossibleTypes(type).map((each) => {
      const fields = fieldsOf(schema, each, depth, path).map((field) => `${each.name}_${field.name}: ${field.text}`);
      return fields.length === 0 ? '' : `... on ${each.name} { ${fields.join(' ')} }`;
    });
    return `__typename ${parts.join(' ')}`;
  }
  if (!isObjectType(type)) return '';
  const fields = fieldsOf(schema, type, depth, path);
  return fields.length === 0 ? '__typename' : fields.map(({ text }) => text).join(' ');
}

function fieldsOf(schema: GraphQLSchema, type: GraphQLObjectType, depth: number, path: readonly string[]) {
  const way = [...path, type.name];
  return Object.values(type.getFields()).flatMap(({ name, args, type: given }) => {
    if (args.some(isRequiredArgument) || name === 'edges') return [];
    const inner = getNamedType(given);
    if (isLeafType(inner)) return [{ name, text: name }];
    if (way.includes(inner.name)) return [];
    // A connection does not count as a level.
    const isPage = inner.name.endsWith('Connection') || inner.name === 'PageInfo';
    const called = args.some((arg) => arg.name === 'first') ? `${name}(first: 10)` : name;
    if (depth === 0 && !isPage) return [];
    if (depth === 0) {
      const count = isObjectType(inner) && inner.getFields()['count'] ? 'count' : '';
      return count ? [{ name, text: `${called} { ${count} }` }] : [];
    }
    return [{ name, text: `${called} { ${everythingOf(schema, inner, isPage ? depth : depth - 1, way)} }` }];
  });
}

/** The same per field: all together would exceed the size limit of a document. */
export function documentsAbout(
  schema: GraphQLSchema,
  typeName: string,
  { depth, around }: { depth: number; around: (fields: string) => string },
): Map<string, string> {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new TypeError(`${typeName} is not a type of the schema`);
  const documents = new Map<string, string>();
  for (const { name, text } of fieldsOf(schema, type, depth, [])) {
    documents.set(`${typeName}.${name}`, around(text));
  }
  return documents;
}
