import { selectFieldNames } from '@milepost/core/fields/select-fields';
import { parseGlobalId } from '@milepost/core/ids';
import { parseStatusId } from '@milepost/core/statuses/statuses';
import { builder } from '../../../platform/graphql/builder.ts';
import { readFields, type ValuesRead } from '../commands/values-read.ts';
import { HealthStatusEnum, SeverityEnum } from './enums.ts';
import type { InputFields } from './filter-inputs.ts';
import { givenDay, userIdsOf, wrongArgument } from './inputs.ts';
import { selectEnums } from './select-fields.ts';

type ValuesReadFields = { [Field in keyof ValuesRead]: unknown };

/** References to objects of other rooms. */
const idFields: readonly string[] = readFields.filter((field) => field.endsWith('Id'));

const ValuesReadInput = builder.inputType('WorkItemValuesReadInput', {
  description: 'Values of an item as they were read, of the fields that are changed; null if the field was empty',
  fields: (t) => ({
    ...Object.fromEntries(idFields.map((field) => [field, t.id()])),
    weight: t.int(),
    healthStatus: t.field({ type: HealthStatusEnum }),
    startDate: t.string(),
    dueDate: t.string(),
    color: t.string(),
    severity: t.field({ type: SeverityEnum }),
    assigneeIds: t.field({ type: ['UserID'], description: 'In any order' }),
    ...Object.fromEntries(selectFieldNames.map((name) => [name, t.field({ type: selectEnums[name] as never })])),
  }),
});

/** The input of mutations that change single fields. */
export const valuesReadField = (t: InputFields) =>
  t.field({
    type: ValuesReadInput,
    description: 'Milepost extension. The values that were read: refused if one of them changed since',
  });

/** Undefined if nothing needs to be compared. */
export function valuesReadOf(read: unknown): ValuesRead | undefined {
  if (!read) return undefined;
  const given = read as ValuesReadFields;
  return Object.fromEntries(
    readFields.filter((field) => given[field] !== undefined).map((field) => [field, valueOf(field, given[field])]),
  );
}

function valueOf(field: keyof ValuesRead, value: unknown): unknown {
  if (field === 'assigneeIds') return userIdsOf(value as readonly string[] | null) ?? [];
  if (typeof value !== 'string') return value;
  if (field === 'startDate' || field === 'dueDate') return givenDay(value);
  if (!idFields.includes(field)) return value;
  const id = parseStatusId(value) ?? parseGlobalId(value)?.number;
  if (id === undefined) throw wrongArgument(`${field} is not a global id`);
  return id;
}
