import { expect, test } from 'vitest';
import { fieldLine, typesMatching, type SchemaType } from './schema.ts';

const named = (name: string) => ({ kind: 'OBJECT', name });
const type = (name: string, ...fields: string[]): SchemaType => ({
  name,
  description: null,
  fields: fields.map((field) => ({ name: field, type: named('String') })),
  inputFields: null,
  enumValues: null,
});

test('a field is formatted as in a schema', () => {
  const list = {
    kind: 'NON_NULL',
    name: null,
    ofType: { kind: 'LIST', name: null, ofType: { kind: 'NON_NULL', name: null, ofType: named('Epic') } },
  };
  expect(fieldLine({ name: 'epics', type: list, args: [{ name: 'first', type: named('Int') }] })).toBe(
    'epics(first: Int): [Epic!]!',
  );
});

test('a search finds types by their name and fields, the roots first', () => {
  const types = [
    type('Epic', 'title'),
    type('__Type', 'title'),
    type('Mutation', 'epicSetTitle'),
    type('Query', 'title'),
    type('Label', 'color'),
  ];
  expect(typesMatching(types, 'title').map(({ name }) => name)).toEqual(['Query', 'Mutation', 'Epic']);
  expect(typesMatching(types, 'lab').map(({ name }) => name)).toEqual(['Label']);
});
