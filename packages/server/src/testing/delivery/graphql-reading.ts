import {
  getNamedType,
  getNullableType,
  isLeafType,
  isObjectType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { isTypeOfCatalog } from './graphql-fields.ts';

/** How many levels of types of the catalog one document reads. */
const MAX_LEVELS = 4;
const ROWS = 3;

const isList = (type: GraphQLObjectType) => type.name.endsWith('Connection');
/** The required arguments of a field, as in a document: only times have a value. Null for others. */
function argumentsOf({ args }: { args: readonly { name: string; type: unknown }[] }): string | null {
  const required = args.filter(({ type }) => String(type).endsWith('!'));
  if (required.some(({ type }) => String(type) !== 'Time!')) return null;
  const day = new Date().toISOString();
  return required.length === 0 ? '' : `(${required.map(({ name }) => `${name}: "${day}"`).join(', ')})`;
}

/** Everything of a type: its values, and the objects of the catalog in it. */
export function selectionOf(type: GraphQLObjectType, levels = MAX_LEVELS): string {
  const names = Object.values(type.getFields()).flatMap((field) => {
    const given = argumentsOf(field);
    if (given === null) return [];
    const inner = getNamedType(field.type);
    if (isLeafType(inner)) return [field.name];
    if (!isObjectType(inner)) return [];
    if (isList(inner)) {
      const row = rowOf(inner);
      if (!row) return [];
      const chosen = isTypeOfCatalog(row) ? (levels > 1 ? selectionOf(row, levels - 1) : '') : '{ __typename }';
      return chosen ? [`${field.name}(first: ${ROWS}) { nodes ${chosen} }`] : [];
    }
    if (!isTypeOfCatalog(inner)) return [`${field.name} { __typename }`];
    return levels > 1 ? [`${field.name}${given} ${selectionOf(inner, levels - 1)}`] : [];
  });
  return `{ ${names.join(' ')} }`;
}

/** What a document selects of a field of this type; empty for a value. */
export function wholeOf(schema: GraphQLSchema, field: string): string {
  const type = typeOf(schema, field);
  if (!isObjectType(type)) return '';
  if (!isList(type)) return selectionOf(type);
  const row = rowOf(type);
  return row ? `{ nodes ${selectionOf(row)} }` : '';
}

export function typeOf(schema: GraphQLSchema, field: string) {
  const [owner = '', name = ''] = field.split('.');
  const type = schema.getType(owner);
  const found = isObjectType(type) ? type.getFields()[name] : undefined;
  return found ? getNamedType(getNullableType(found.type)) : undefined;
}

function rowOf(connection: GraphQLObjectType): GraphQLObjectType | null {
  const nodes = connection.getFields()['nodes'];
  const row = nodes && getNamedType(nodes.type);
  return isObjectType(row) ? row : null;
}

/** Whether an answer shows anything. */
export function isShown(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isShown);
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isShown);
  return typeof value === 'string' || value === true || (typeof value === 'number' && value > 0);
}

/** Adds each `Type.field` of the catalog with a value in an answer: not null or empty, and true for a permission. */
export function collectFields(type: GraphQLObjectType, value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const row of Array.isArray(value) ? value : [value]) {
    for (const [name, each] of Object.entries(row as object)) {
      const field = type.getFields()[name];
      if (!field) continue;
      if (isRow(type) && hasValue(type, each)) found.add(`${type.name}.${name}`);
      const inner = getNamedType(field.type);
      if (isObjectType(inner)) collectFields(inner, each, found);
    }
  }
}

/** The fields that `collectFields` can find. */
export function readableFields(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && isRow(type)
      ? Object.values(type.getFields())
          .filter((field) => argumentsOf(field) !== null)
          .map(({ name }) => `${type.name}.${name}`)
      : [],
  );
}

/** The numbers of counts are read as a whole: 0 is a value, too. */
function isRow(type: GraphQLObjectType): boolean {
  return isTypeOfCatalog(type) && !/(Connection|Edge|Payload|Counts?)$/.test(type.name);
}

function hasValue(type: GraphQLObjectType, value: unknown): boolean {
  if (value === null) return false;
  if (typeof value === 'boolean') return value || !type.name.endsWith('Permissions');
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object' && 'nodes' in value) return (value.nodes as unknown[]).length > 0;
  return true;
}
