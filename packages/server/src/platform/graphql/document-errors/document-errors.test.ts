import { buildSchema, getVariableValues, Kind, parse, specifiedRules, type GraphQLError } from 'graphql';
import { describe, expect, test } from 'vitest';
import { MAX_DOCUMENT_ERRORS, validateDocument } from './document-errors.ts';
import { wordings } from './rules.ts';
import { wordedSyntaxError } from './syntax.ts';
import { wordedVariableError } from './variables.ts';

const schema = buildSchema(`
  directive @once on FIELD
  interface Node { id: ID! }
  type Query { currentUser: User, project(fullPath: ID!, iids: [Int!]): Project, any: Any, node: Node }
  type User implements Node { id: ID!, name: String, username(short: Boolean): String }
  type Project { id: ID!, name: String }
  union Any = User | Project
  input TitleInput { title: String!, weight: Int, parts: [TitleInput!] }
  enum Sort { UP DOWN }
  type Mutation { rename(input: TitleInput!, sort: Sort): User }
`);

interface Shown {
  message: string;
  locations?: readonly { line: number; column: number }[];
  path?: readonly (string | number)[];
  extensions?: Record<string, unknown>;
}

/** The errors of a document in the response. */
function errorsOf(text: string): Shown[] {
  return validateDocument(schema, parse(text)).map(shown);
}

function shown(error: GraphQLError | null): Shown {
  return error?.toJSON() as Shown;
}

function syntaxErrorOf(text: string): Shown {
  try {
    parse(text);
  } catch (error) {
    return shown(wordedSyntaxError(error as GraphQLError));
  }
  throw new Error('It has no syntax error');
}

test('a field that does not exist is named with its type, location and path', () => {
  expect(errorsOf('{ currentUser { nme } }')).toEqual([
    {
      message: "Field 'nme' doesn't exist on type 'User'",
      locations: [{ line: 1, column: 17 }],
      path: ['query', 'currentUser', 'nme'],
      extensions: { code: 'undefinedField', typeName: 'User', fieldName: 'nme' },
    },
  ]);
});

const cases: readonly [document: string, message: string, path: readonly (string | number)[], extensions: object][] = [
  [
    'query Mine { me: currentUser { ... on User { nme } } }',
    "Field 'nme' doesn't exist on type 'User'",
    ['query Mine', 'me', '... on User', 'nme'],
    { code: 'undefinedField' },
  ],
  [
    '{ currentUser { ...F } } fragment F on User { nme }',
    "Field 'nme' doesn't exist on type 'User'",
    ['fragment F', 'nme'],
    { code: 'undefinedField', fieldName: 'nme' },
  ],
  [
    '{ any { name } }',
    "Selections can't be made directly on unions (see selections on Any)",
    ['query', 'any', 'name'],
    { code: 'selectionMismatch', nodeName: 'Any' },
  ],
  [
    '{ currentUser }',
    "Field must have selections (field 'currentUser' returns User but has no selections. Did you mean 'currentUser { ... }'?)",
    ['query', 'currentUser'],
    { code: 'selectionMismatch', nodeName: "field 'currentUser'", typeName: 'User' },
  ],
  [
    '{ currentUser { name { first } } }',
    `Selections can't be made on scalars (field 'name' returns String but has selections ["first"])`,
    ['query', 'currentUser', 'name'],
    { code: 'selectionMismatch', typeName: 'String' },
  ],
  [
    '{ currentUser { username(shrt: true) } }',
    "Field 'username' doesn't accept argument 'shrt'",
    ['query', 'currentUser', 'username', 'shrt'],
    { code: 'argumentNotAccepted', name: 'username', typeName: 'Field', argumentName: 'shrt' },
  ],
  [
    '{ project { id } }',
    "Field 'project' is missing required arguments: fullPath",
    ['query', 'project'],
    { code: 'missingRequiredArguments', className: 'Field', name: 'project', arguments: 'fullPath' },
  ],
  [
    '{ currentUser { username(short: "yes") } }',
    `Argument 'short' on Field 'username' has an invalid value ("yes"). Expected type 'Boolean'.`,
    ['query', 'currentUser', 'username', 'short'],
    { code: 'argumentLiteralsIncompatible', typeName: 'Field', argumentName: 'short' },
  ],
  [
    '{ project(fullPath: "a", iids: [1, "x"]) { id } }',
    `Argument 'iids' on Field 'project' has an invalid value ([1, "x"]). Expected type '[Int!]'.`,
    ['query', 'project', 'iids'],
    { code: 'argumentLiteralsIncompatible' },
  ],
  [
    'mutation { rename(input: {title: "a", weight: "x"}) { id } }',
    `Argument 'weight' on InputObject 'TitleInput' has an invalid value ("x"). Expected type 'Int'.`,
    ['mutation', 'rename', 'input', 'weight'],
    { code: 'argumentLiteralsIncompatible', typeName: 'InputObject', argumentName: 'weight' },
  ],
  [
    'mutation { rename(input: {title: "a", parts: [{title: "b"}, {titel: "c", title: "d"}]}) { id } }',
    "InputObject 'TitleInput' doesn't accept argument 'titel'",
    ['mutation', 'rename', 'input', 'parts', 1, 'titel'],
    { code: 'argumentNotAccepted', name: 'TitleInput', typeName: 'InputObject', argumentName: 'titel' },
  ],
  [
    'mutation { rename(input: {weight: 1}) { id } }',
    "Argument 'title' on InputObject 'TitleInput' is required. Expected type String!",
    ['mutation', 'rename', 'input'],
    { code: 'missingRequiredInputObjectAttribute', argumentName: 'title', inputObjectType: 'TitleInput' },
  ],
  [
    'mutation { rename(input: {title: "a"}, sort: SIDEWAYS) { id } }',
    "Argument 'sort' on Field 'rename' has an invalid value (SIDEWAYS). Expected type 'Sort'.",
    ['mutation', 'rename', 'sort'],
    { code: 'argumentLiteralsIncompatible' },
  ],
  [
    'query ($a: Int = "x") { project(fullPath: "a", iids: [$a]) { id } }',
    "Default value for $a doesn't match type Int",
    ['query'],
    { code: 'defaultValueInvalidType', variableName: 'a', typeName: 'Int' },
  ],
  [
    'query ($p: ID) { project(fullPath: $p) { id } }',
    'Nullability mismatch on variable $p and argument fullPath (ID / ID!)',
    ['query', 'project', 'fullPath'],
    { code: 'variableMismatch', variableName: 'p', typeName: 'ID', errorMessage: 'Nullability mismatch' },
  ],
  [
    'query ($p: Int!) { project(fullPath: $p) { id } }',
    'Type mismatch on variable $p and argument fullPath (Int! / ID!)',
    ['query', 'project', 'fullPath'],
    { code: 'variableMismatch', argumentName: 'fullPath' },
  ],
  [
    'query ($p: [ID!]!) { project(fullPath: $p) { id } }',
    'List dimension mismatch on variable $p and argument fullPath ([ID!]! / ID!)',
    ['query', 'project', 'fullPath'],
    { code: 'variableMismatch' },
  ],
  [
    'query ($p: Nothing) { currentUser { username(short: $p) } }',
    "Nothing isn't a defined input type (on $p)",
    ['query'],
    { code: 'variableRequiresValidType', typeName: 'Nothing', variableName: 'p' },
  ],
  [
    'query ($p: User) { currentUser { username(short: $p) } }',
    "User isn't a valid input type (on $p)",
    ['query'],
    { code: 'variableRequiresValidType', typeName: 'User' },
  ],
  [
    '{ project(fullPath: $p) { id } }',
    'Variable $p is used by anonymous query but not declared',
    ['query', 'project', 'fullPath'],
    { code: 'variableNotDefined', variableName: 'p' },
  ],
  [
    'query Mine($p: ID) { currentUser { id } }',
    'Variable $p is declared by Mine but not used',
    ['query Mine'],
    { code: 'variableNotUsed', variableName: 'p' },
  ],
  [
    'query ($p: ID!, $p: ID!) { project(fullPath: $p) { id } }',
    'There can be only one variable named "p"',
    ['query'],
    { code: 'variableNotUnique', variableName: 'p' },
  ],
  [
    '{ currentUser { ...Gone } }',
    'Fragment Gone was used, but not defined',
    ['query', 'currentUser', '... Gone'],
    { code: 'useAndDefineFragment', fragmentName: 'Gone' },
  ],
  [
    '{ currentUser { id } } fragment Idle on User { id }',
    'Fragment Idle was defined, but not used',
    ['fragment Idle'],
    { code: 'useAndDefineFragment', fragmentName: 'Idle' },
  ],
  [
    '{ currentUser { ... on Project { id } } }',
    "Fragment on Project can't be spread inside User",
    ['query', 'currentUser', '... on Project'],
    { code: 'cannotSpreadFragment', typeName: 'Project', fragmentName: 'unknown', parentName: 'User' },
  ],
  [
    '{ currentUser { ...P } } fragment P on Project { id }',
    "Fragment P on Project can't be spread inside User",
    ['query', 'currentUser', '... P'],
    { code: 'cannotSpreadFragment', fragmentName: 'P' },
  ],
  [
    '{ currentUser { ... on Nothing { id } } }',
    "No such type Nothing, so it can't be a fragment condition",
    ['query', 'currentUser', '... on Nothing'],
    { code: 'undefinedType', typeName: 'Nothing' },
  ],
  [
    '{ currentUser { ... on Sort { id } } }',
    'Invalid fragment on type Sort (must be Union, Interface or Object)',
    ['query', 'currentUser', '... on Sort'],
    { code: 'fragmentOnNonCompositeType', typeName: 'Sort' },
  ],
  [
    '{ currentUser { ...L } } fragment L on User { ...L }',
    'Fragment L contains an infinite loop',
    ['fragment L', '... L'],
    { code: 'infiniteLoop', fragmentName: 'L' },
  ],
  [
    '{ currentUser { name @hidden } }',
    'Directive @hidden is not defined',
    ['query', 'currentUser', 'name'],
    { code: 'undefinedDirective', directiveName: 'hidden' },
  ],
  [
    'query @once { currentUser { id } }',
    "'@once' can't be applied to queries (allowed: fields)",
    ['query'],
    { code: 'directiveCannotBeApplied', targetName: 'queries', name: 'once' },
  ],
  [
    '{ currentUser { name @once @once } }',
    'The directive "once" can only be used once at this location.',
    ['query', 'currentUser', 'name'],
    { code: 'directiveNotUniqueForLocation', directiveName: 'once' },
  ],
  [
    '{ currentUser { username(short: true, short: true) } }',
    'There can be only one argument named "short"',
    ['query', 'currentUser', 'username', 'short'],
    { code: 'argumentNotUnique', name: 'short' },
  ],
  [
    'mutation { rename(input: {title: "a", title: "b"}) { id } }',
    'There can be only one input field named "title"',
    ['mutation', 'rename', 'input', 'title'],
    { code: 'inputFieldNotUnique', name: 'title' },
  ],
  [
    '{ currentUser { x: id x: name } }',
    "Field 'x' has a field conflict: id or name?",
    ['query', 'currentUser', 'x'],
    { code: 'fieldConflict', fieldName: 'x', conflicts: 'id or name' },
  ],
  [
    '{ a: currentUser { x: username(short: true) x: username } }',
    "Field 'x' has an argument conflict: {short:true} or {}?",
    ['query', 'a', 'x'],
    { code: 'fieldConflict', fieldName: 'x' },
  ],
  [
    'query A { currentUser { id } } query A { currentUser { id } }',
    'Operation name "A" must be unique',
    ['query A'],
    { code: 'uniquelyNamedOperations', operationName: 'A' },
  ],
  [
    '{ currentUser { id } } query A { currentUser { id } }',
    'Operation name is required when multiple operations are present',
    ['query'],
    { code: 'uniquelyNamedOperations' },
  ],
  [
    '{ currentUser { ...F } } fragment F on User { id } fragment F on User { id }',
    'Fragment name "F" must be unique',
    ['fragment F'],
    { code: 'fragmentNotUnique', fragmentName: 'F' },
  ],
  [
    '{ currentUser { id } } type More { id: ID }',
    'Query cannot contain schema definitions',
    [],
    { code: 'queryContainsSchemaDefinitions' },
  ],
];

describe('each rule has its published wording, path and code', () => {
  test.for(cases)('%s', ([document, message, path, extensions]) => {
    const errors = errorsOf(document);
    expect(errors).toContainEqual(
      expect.objectContaining({ message, path, extensions: expect.objectContaining(extensions) as object }),
    );
    expect(errors.every(({ locations }) => locations && locations.length > 0)).toBe(true);
  });
});

test.for([
  ['{ currentUser { } }', 'Expected NAME, actual: RCURLY ("}") at [1, 17]', 17],
  ['query Mine', 'Unexpected end of document at [1, 11]', 11],
  ['quer { id }', 'Parse error on "quer" (IDENTIFIER) at [1, 1]', 1],
  ['{ project(fullPath: "a) }', 'Unterminated string at [1, 26]', 26],
] as const)('a syntax error names the token and its position: %s', ([document, message, column]) => {
  expect(syntaxErrorOf(document)).toEqual({
    message,
    locations: [{ line: 1, column }],
    extensions: { code: 'syntaxError' },
  });
});

test('a document of many errors is answered with the first ten', () => {
  const errors = errorsOf(`{ currentUser { ${Array.from({ length: 2000 }, (_, at) => `x${at}`).join(' ')} } }`);
  expect(errors).toHaveLength(MAX_DOCUMENT_ERRORS + 1);
  expect(errors.at(-1)).toMatchObject({ message: 'Only the first 10 errors are listed' });
  expect(errors[9]).toMatchObject({ path: ['query', 'currentUser', 'x9'] });
});

test('every rule of the library that a query can break has its wording', () => {
  const unworded = specifiedRules.filter((rule) => !wordings.has(rule)).map(({ name }) => name);
  // The schema has no subscriptions, and there is no published wording for the depth of introspection.
  expect(unworded.toSorted()).toEqual(['MaxIntrospectionDepthRule', 'SingleFieldSubscriptionsRule']);
});

test('a valid document has no errors', () => {
  expect(errorsOf('query Mine($short: Boolean) { currentUser { username(short: $short) } }')).toEqual([]);
});

test('a quoted value is cut', () => {
  const [error] = errorsOf(`{ currentUser { username(short: "${'x'.repeat(5000)}") } }`);
  expect(error?.message.length).toBeLessThan(250);
});

test.for([
  [{ input: { weight: 1 } }, ['title'], 'Expected value to not be null'],
  [{ input: { title: null } }, ['title'], 'Expected value to not be null'],
  [{ input: { title: 'a', titel: 'b' } }, ['titel'], 'Field is not defined on TitleInput'],
  [
    { input: { title: 'a', parts: [{ title: 'a; at "x.y"' }, { title: 5 }] } },
    ['parts', '1', 'title'],
    'String cannot represent a non string value: 5',
  ],
] as const)('an invalid variable names the part that is wrong: %o', ([variables, path, explanation]) => {
  const document = parse('mutation ($input: TitleInput!) { rename(input: $input) { id } }');
  const [operation] = document.definitions;
  const definitions = operation?.kind === Kind.OPERATION_DEFINITION ? (operation.variableDefinitions ?? []) : [];
  const { errors = [] } = getVariableValues(schema, definitions, variables);
  expect(errors.map((error) => shown(wordedVariableError(error)))).toEqual([
    {
      message: `Variable $input of type TitleInput! was provided invalid value for ${path.join('.')} (${explanation})`,
      locations: [{ line: 1, column: 11 }],
      extensions: { code: 'variableInvalidValue', problems: [{ path, explanation }] },
    },
  ]);
});
