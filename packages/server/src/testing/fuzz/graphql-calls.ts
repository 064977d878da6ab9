import fc from 'fast-check';
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import type { CastName } from '../cast.ts';
import { countFor, type Turns } from './turns.ts';
import { days, integers, junk, poolsFor, Ref, refTo, texts, times } from './values.ts';

/** A field of the schema with all its arguments as variables, reached from the root through existing objects. */
export interface Probe {
  name: string;
  isMutation: boolean;
  document: string;
  args: readonly GraphQLArgument[];
  /** Variables of the fields on the path. */
  way: Readonly<Record<string, Ref>>;
}

export interface GraphqlCall {
  who: CastName;
  probe: Probe;
  variables: Readonly<Record<string, unknown>>;
}

/** Every field of the schema with arguments, and every root field. */
export function probesOf(schema: GraphQLSchema): Probe[] {
  const { queryType, mutationType } = { queryType: schema.getQueryType(), mutationType: schema.getMutationType() };
  const probes: Probe[] = [];
  const seen = new Set<string>();
  const last: Way[] = [];
  let ways: Way[] = [{ type: queryType as GraphQLObjectType, fields: [], variables: {} }];
  // Breadth first: each type is probed on its shortest path.
  while (ways.length > 0) {
    const next: Way[] = [];
    for (const way of ways) {
      if (seen.has(way.type.name)) continue;
      seen.add(way.type.name);
      for (const field of Object.values(way.type.getFields())) {
        if (field.args.length > 0 || way.fields.length === 0) probes.push(probeOf(way, field, false));
        // The viewer's own lists are mostly empty: other paths to a type come first.
        if (field.name === 'currentUser') last.push(...waysOn(schema, way, field));
        else next.push(...waysOn(schema, way, field));
      }
    }
    ways = next.length > 0 ? next : last.splice(0);
  }
  for (const field of Object.values(mutationType?.getFields() ?? {})) {
    probes.push(probeOf({ type: mutationType as GraphQLObjectType, fields: [], variables: {} }, field, true));
  }
  return probes;
}

interface Way {
  type: GraphQLObjectType;
  /** Fields from the root, with their arguments. */
  fields: readonly string[];
  /** By name: type and value. */
  variables: Readonly<Record<string, { type: string; value: Ref }>>;
}

/** The paths that continue through a field: none if its arguments cannot be filled with existing objects. */
function waysOn(schema: GraphQLSchema, way: Way, field: GraphQLField<unknown, unknown>): Way[] {
  if (way.fields.length > 6) return [];
  const needed = field.args.filter((arg) => isRequiredArgument(arg) || arg.name === 'iid');
  const variables = { ...way.variables };
  const written: string[] = [];
  for (const arg of needed) {
    const pool = poolOf(arg.name, getNamedType(arg.type).name, field.name);
    if (pool === null) return [];
    const name = `w${Object.keys(variables).length}`;
    variables[name] = { type: String(arg.type), value: new Ref(pool, 0) };
    written.push(`${arg.name}: $${name}`);
  }
  const named = getNamedType(field.type);
  const call = written.length > 0 ? `${field.name}(${written.join(', ')})` : field.name;
  if (isObjectType(named)) return [{ type: named, fields: [...way.fields, call], variables }];
  if (isLeafType(named)) return [];
  return schema
    .getPossibleTypes(named as never)
    .map((type) => ({ type, fields: [...way.fields, call, `... on ${type.name}`], variables }));
}

/** The pool of existing values for an argument; null if there is none. */
function poolOf(name: string, type: string, field: string): string | null {
  if (name === 'fullPath' || type === 'ID') {
    if (field === 'project') return 'projectPath';
    if (field === 'epic' || field === 'epics') return 'epicIid';
    if (field === 'group' || field === 'namespace') return 'groupPath';
    return name === 'fullPath' ? 'groupPath' : (poolsFor(name)[0] ?? 'ID');
  }
  if (type.endsWith('ID')) return type;
  return poolsFor(name)[0] ?? null;
}

function probeOf(way: Way, field: GraphQLField<unknown, unknown>, isMutation: boolean): Probe {
  const declared = [
    ...Object.entries(way.variables).map(([name, { type }]) => `$${name}: ${type}`),
    ...field.args.map(({ name, type }) => `$${name}: ${String(type)}`),
  ];
  const args = field.args.length > 0 ? `(${field.args.map(({ name }) => `${name}: $${name}`).join(', ')})` : '';
  const selection = selectionOf(getNamedType(field.type) as GraphQLObjectType, 2);
  const inner = `${field.name}${args} ${selection}`;
  const body = way.fields.reduceRight((text, each) => `${each} { ${text} }`, inner);
  return {
    name: `${way.type.name}.${field.name}`,
    isMutation,
    document: `${isMutation ? 'mutation' : 'query'} ${declared.length > 0 ? `(${declared.join(', ')})` : ''} { ${body} }`,
    args: field.args,
    way: Object.fromEntries(Object.entries(way.variables).map(([name, { value }]) => [name, value])),
  };
}

function selectionOf(type: GraphQLObjectType, depth: number): string {
  if (isLeafType(type)) return '';
  if (!isObjectType(type)) return '{ __typename }';
  const inner = Object.values(type.getFields()).flatMap(({ name, args, type: of }) => {
    const named = getNamedType(of);
    if (isLeafType(named) && !args.some(isRequiredArgument)) return [name];
    const goesOn = depth > 0 && (name === 'nodes' || name === 'pageInfo' || type.name.endsWith('Payload'));
    return goesOn ? [`${name} ${selectionOf(named as GraphQLObjectType, depth - 1)}`] : [];
  });
  return `{ __typename ${inner.slice(0, 40).join(' ')} }`;
}

/** Of one field. Its arguments hold objects, with more combinations than the parameters of a route. */
const FEWEST_INPUTS = 4;

/** Requests to all probes, with variables by the types of their arguments. */
export function graphqlCalls(probes: readonly Probe[]): Turns<GraphqlCall>[] {
  const people = fc.oneof(
    { weight: 1, arbitrary: fc.constant<CastName>('nobody') },
    { weight: 5, arbitrary: fc.constant<CastName>('ada') },
  );
  return probes.map((probe) => ({
    inputs: fc.record({ who: people, probe: fc.constant(probe), variables: variablesOf(probe) }),
    count: countFor(parametersOf(probe), FEWEST_INPUTS),
  }));
}

/** Its arguments and the fields of those that are objects. */
function parametersOf({ args }: Probe): number {
  const fields = args.map(({ type }) => {
    const named = getNamedType(type);
    return isInputObjectType(named) ? Object.keys(named.getFields()).length : 1;
  });
  return fields.reduce((sum, count) => sum + count, 0);
}

function variablesOf({ args, way }: Probe): fc.Arbitrary<Record<string, unknown>> {
  const fields = (junkWeight: number) =>
    fc.record(
      Object.fromEntries(
        args.map((arg) => [arg.name, given(arg.name, arg.type, isRequiredArgument(arg), { junkWeight, depth: 0 })]),
      ),
    );
  return fc
    .oneof({ weight: 5, arbitrary: fields(0) }, { weight: 1, arbitrary: fields(8) })
    .map((variables) => ({ ...variables, ...way }));
}

interface Mixing {
  junkWeight: number;
  depth: number;
}

function given(name: string, type: GraphQLInputType, isRequired: boolean, mixing: Mixing): fc.Arbitrary<unknown> {
  const { junkWeight } = mixing;
  const value = fc.oneof(
    { weight: 20, arbitrary: valueOf(name, type, mixing) },
    ...(junkWeight > 0 ? [{ weight: junkWeight, arbitrary: junk }] : []),
  );
  return isRequired ? value : fc.option(value, { freq: 1, nil: undefined });
}

function valueOf(name: string, type: GraphQLInputType, mixing: Mixing): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return valueOf(name, type.ofType, mixing);
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    return fc.array(valueOf(name, nullable.ofType, mixing), { maxLength: 3 });
  }
  if (isInputObjectType(nullable)) {
    // Filters contain filters of their own type.
    if (mixing.depth > 3) return fc.constant({});
    const inner = { ...mixing, depth: mixing.depth + 1 };
    return fc.record(
      Object.fromEntries(
        Object.values(nullable.getFields()).map((field) => [
          field.name,
          given(field.name, field.type, isRequiredInputField(field), inner),
        ]),
      ),
    );
  }
  if (isEnumType(nullable)) return fc.constantFrom(...nullable.getValues().map((each) => each.name));
  const plain = scalarOf(name, getNamedType(nullable).name);
  const pools = poolsFor(name);
  return pools.length === 0 ? plain : fc.oneof(plain, ...pools.map(refTo));
}

function scalarOf(name: string, type: string): fc.Arbitrary<unknown> {
  switch (type) {
    case 'Int':
      return fc.oneof(fc.constantFrom(0, 1, 2, 20, 100, -1), integers);
    case 'Float':
      return fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), integers);
    case 'Boolean':
      return fc.boolean();
    case 'Date':
    case 'ISO8601Date':
      return days;
    case 'Time':
      return times;
    case 'JSON':
      return junk;
    case 'BigInt':
      return integers;
    case 'String':
      return /date/i.test(name) ? fc.oneof(days, texts) : texts;
    default:
      return type.endsWith('ID')
        ? fc.oneof({ weight: 4, arbitrary: refTo(type) }, { weight: 1, arbitrary: texts })
        : texts;
  }
}
