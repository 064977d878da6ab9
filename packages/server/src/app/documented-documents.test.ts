import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  NoUnusedVariablesRule,
  parse,
  specifiedRules,
  typeFromAST,
  validate,
  type DocumentNode,
  type GraphQLInputType,
  type VariableDefinitionNode,
} from 'graphql';
import { describe, expect } from 'vitest';
import { defaultDocumentLimits as limits } from '../platform/config/document-limits.ts';
import { checkShape } from '../platform/graphql/document-limits.ts';
import { costOf } from '../platform/graphql/documents.ts';
import { documentedDocuments } from '../testing/documented-graphql.ts';
import { test } from '../testing/http.ts';
import { schemaOfAllRooms } from './schema.ts';

const schema = schemaOfAllRooms();
// Clients declare variables that they use only on the client side.
const rules = specifiedRules.filter((rule) => rule !== NoUnusedVariablesRule);

/** They select fields that this schema does not have; the size limits apply to those too. */
const beyondTheSchema = new Set([
  'issueTimeTracking',
  'updateIssuableSeverity',
  'CurrentUserFrecentGroups',
  'CurrentUserFrecentProjects',
]);

/** Values of all variables: the largest pages, and a value for everything required. */
function variablesOf(document: DocumentNode): Record<string, unknown> {
  const [operation] = document.definitions;
  const declared = (operation as { variableDefinitions?: readonly VariableDefinitionNode[] }).variableDefinitions ?? [];
  return Object.fromEntries(
    declared.flatMap(({ variable: { name }, type: node, defaultValue }) => {
      const type = typeFromAST(schema, node as never) as GraphQLInputType;
      if (/^(first|pageSize|firstPageSize)$/.test(name.value)) return [[name.value, 100]];
      if (getNamedType(type).name === 'Boolean') return [[name.value, true]];
      return isNonNullType(type) && !defaultValue ? [[name.value, sampleOf(type)]] : [];
    }),
  );
}

function sampleOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return sampleOf(type.ofType);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    return Object.fromEntries(required.map((field) => [field.name, sampleOf(field.type)]));
  }
  if (type.name === 'Int' || type.name === 'Float') return 1;
  return type.name === 'Boolean' ? true : '1';
}

test('more than a hundred documents are known', () => {
  expect(documentedDocuments.size).toBeGreaterThan(100);
});

describe('a documented document is admitted, with the largest pages', () => {
  for (const [name, source] of documentedDocuments) {
    test(name, async ({ ask }) => {
      expect(source.length).toBeLessThanOrEqual(limits.characters);
      const document = parse(source, { maxTokens: limits.tokens });
      expect(checkShape(document, limits)).toBeNull();
      if (beyondTheSchema.has(name)) return;
      expect(validate(schema, document, rules).map(({ message }) => message)).toEqual([]);
      const variables = variablesOf(document);
      expect(costOf(schema, document, limits, { variables })).toBeGreaterThan(0);
      const codes = (await ask('nobody', source, variables)).errors?.map(({ extensions }) => extensions?.['code']);
      expect(codes ?? []).not.toContain('QUERY_TOO_COMPLEX');
      expect(codes ?? []).not.toContain('QUERY_TOO_LONG');
    });
  }
});
