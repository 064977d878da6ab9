import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEnumType, isInputObjectType, isInterfaceType, isObjectType, type GraphQLNamedType } from 'graphql';
import { expect, test } from 'vitest';
import { schemaOfAllRooms } from './schema.ts';

/** Signatures of GitLab's public GraphQL reference for the types that Milepost shares; names and types only. */
const published = readFileSync(join(import.meta.dirname, '../testing/published-schema.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

/** Intentional deviations with reasons. An entry that is no longer needed fails the test. */
const deviations: Readonly<Record<string, string>> = {
  'Group.rootNamespace': 'null where the viewer may see a group but not the top-level group above it',
  'input WorkItemBulkUpdateInput.fullPath': 'optional: clients of older releases name the group in parentId',
  'IterationCadenceDestroyPayload.group': 'null where the mutation was refused, with the reason in errors',
  'IterationDeletePayload.group': 'null where the mutation was refused, with the reason in errors',
  'input GroupUpdateInput.lockMathRenderingLimitsEnabled': 'not built yet',
  'input GroupUpdateInput.mathRenderingLimitsEnabled': 'not built yet',
  'input GroupUpdateInput.sharedRunnersSetting': 'there are no runners',
  'input GroupUpdateInput.stepUpAuthRequiredOauthProvider': 'not built yet',
  'input GroupUpdateInput.webBasedCommitSigningEnabled': 'not built yet',
  'input WorkItemCreateInput.crmContactsWidget': 'there are no contacts',
  'input WorkItemUpdateInput.crmContactsWidget': 'there are no contacts',
  'input WorkItemUpdateInput.progressWidget': 'there are no objectives and key results',
  'input WorkItemUpdateInput.verificationStatusWidget': 'there are no requirements to verify',
  'input WorkItemWidgetCustomFieldValueInputType.dateValue': 'fields that hold a date do not exist yet',
  'enum CustomFieldType: DATE': 'fields that hold a date do not exist yet',
  'enum MemberAccessLevel: MINIMAL_ACCESS': 'guest is the lowest role',
};

interface Difference {
  at: string;
  ours: string;
  published: string;
}

const schema = schemaOfAllRooms();

/** `(before: String, not: NegatedIssueFilterInput)` as pairs of name and type. */
function argumentsIn(text: string | undefined): Map<string, string> {
  const pairs = (text ?? '').split(', ').filter((each) => each !== '');
  return new Map(pairs.map((each) => each.split(': ') as [string, string]));
}

function fieldsOf(type: GraphQLNamedType | undefined) {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
}

/** Differences in the type of a field, its arguments or an input field, and missing fields of inputs; those of outputs are no difference. */
function differencesIn(line: string): Difference[] {
  const asEnum = /^enum (\w+): (.*)$/.exec(line);
  if (asEnum) {
    const [, name = '', values = ''] = asEnum;
    const type = schema.getType(name);
    const ours = new Set(isEnumType(type) ? type.getValues().map((value) => value.name) : []);
    if (ours.size === 0) return [];
    const missing = values.split(' ').filter((value) => !ours.has(value));
    return missing.map((value) => ({ at: `enum ${name}: ${value}`, ours: 'missing', published: value }));
  }
  const asField = /^(input )?(\w+)\.(\w+)(?:\((.*)\))?: (\S+)/.exec(line);
  if (!asField) throw new Error(`Not a signature: ${line}`);
  const [, input = '', typeName = '', name = '', argumentText, wanted = ''] = asField;
  const type = schema.getType(typeName);
  const field = isInputObjectType(type) ? type.getFields()[name] : fieldsOf(type)[name];
  const at = `${input}${typeName}.${name}`;
  if (!field) return isInputObjectType(type) ? [{ at, ours: 'missing', published: wanted }] : [];
  const wantedArguments = argumentsIn(argumentText);
  const ownArguments = 'args' in field ? field.args : [];
  return [
    { at, ours: String(field.type), published: wanted },
    ...ownArguments.map((argument) => ({
      at: `${at}(${argument.name})`,
      ours: String(argument.type),
      published: wantedArguments.get(argument.name) ?? String(argument.type),
    })),
  ].filter((each) => each.ours !== each.published);
}

test('types of fields, arguments, inputs and enums equal the published reference, and inputs are complete', () => {
  const found = published.flatMap(differencesIn);
  expect(found.filter(({ at }) => !(at in deviations))).toEqual([]);
  const needed = new Set(found.map(({ at }) => at));
  expect(Object.keys(deviations).filter((at) => !needed.has(at))).toEqual([]);
  // An empty fixture would prove nothing.
  expect(published.length).toBeGreaterThan(1_800);
});

test('an issue below an epic has every field of an issue', () => {
  const ofIssue = Object.keys(fieldsOf(schema.getType('Issue')));
  const ofEpicIssue = new Set(Object.keys(fieldsOf(schema.getType('EpicIssue'))));
  expect(ofIssue.filter((name) => !ofEpicIssue.has(name))).toEqual([]);
});

test('payloads begin with a capital', () => {
  const small = Object.keys(schema.getTypeMap()).filter((name) => /^[a-z].*Payload$/.test(name));
  expect(small).toEqual([]);
});
