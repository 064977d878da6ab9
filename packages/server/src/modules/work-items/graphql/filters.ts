import type { HealthStatus } from '@milepost/core/work-items';
import { builder } from '../../../platform/graphql/builder.ts';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import { HealthStatusEnum, IssueTypeEnum } from './enums.ts';
import type { FilterFields } from '../sockets.ts';

/** What nobody has, and what somebody has. */
const wildcards = { NONE: { value: 'none' }, ANY: { value: 'any' } } as const;
export const AssigneeWildcardEnum = builder.enumType('AssigneeWildcardId', { values: wildcards });
export const WeightWildcardEnum = builder.enumType('WeightWildcardId', { values: wildcards });
export const MilestoneWildcardEnum = builder.enumType('MilestoneWildcardId', {
  values: { ...wildcards, STARTED: { value: 'started' }, UPCOMING: { value: 'upcoming' } } as const,
});
const NegatedMilestoneWildcardEnum = builder.enumType('NegatedMilestoneWildcardId', {
  values: { STARTED: { value: 'started' }, UPCOMING: { value: 'upcoming' } } as const,
});
export const IterationWildcardEnum = builder.enumType('IterationWildcardId', {
  values: { ...wildcards, CURRENT: { value: 'current' } } as const,
});
export const ParentWildcardEnum = builder.enumType('EpicWildcardId', { values: wildcards });
export const HealthStatusFilterEnum = builder.enumType('HealthStatusFilter', {
  values: {
    ...wildcards,
    onTrack: { value: 'on_track' },
    needsAttention: { value: 'needs_attention' },
    atRisk: { value: 'at_risk' },
  } as const,
});

/** A list that may hold null, as some published arguments may: the nulls are left out. */
export const itemsOptional = { list: false, items: false } as const;

const CustomFieldFilterInput = builder.inputType('WorkItemWidgetCustomFieldFilterInputType', {
  description: 'A select field, by id or by name, and options of it, by ids or by values',
  fields: (t) => ({
    customFieldId: t.field({ type: 'IssuablesCustomFieldID' }),
    customFieldName: t.string(),
    selectedOptionIds: t.field({ type: ['IssuablesCustomFieldSelectOptionID'] }),
    selectedOptionValues: t.stringList(),
  }),
});
/** The argument of every list that can be narrowed by the fields of a group. */
export const customFieldArgument = builder.args((t) => ({
  customField: t.field({
    type: [CustomFieldFilterInput],
    description: 'Has all of these options, in each of the fields',
  }),
}));

export const NegatedEpicFilterInput = builder.inputType('NegatedEpicFilterInput', {
  description: 'What epics must not match',
  fields: (t) => ({
    authorUsername: t.string(),
    customField: t.field({ type: [CustomFieldFilterInput] }),
    labelName: t.field({ type: ['String'], required: itemsOptional }),
    myReactionEmoji: t.string(),
  }),
});
export const UnionedEpicFilterInput = builder.inputType('UnionedEpicFilterInput', {
  description: 'Of what epics must match any',
  fields: (t) => ({
    authorUsername: t.stringList(),
    authorUsernames: t.stringList(),
    customField: t.field({ type: [CustomFieldFilterInput] }),
    labelName: t.stringList(),
    labelNames: t.stringList(),
  }),
});

type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];

const negated = (t: InputFields) => ({
  assigneeUsernames: t.stringList(),
  authorUsername: t.field({ type: ['String'] }),
  customField: t.field({ type: [CustomFieldFilterInput] }),
  iids: t.stringList(),
  labelName: t.stringList(),
  milestoneTitle: t.stringList(),
  milestoneWildcardId: t.field({ type: NegatedMilestoneWildcardEnum }),
  iterationId: t.idList(),
  iterationWildcardId: t.field({ type: IterationWildcardEnum }),
  epicId: t.string(),
  myReactionEmoji: t.string(),
  weight: t.string(),
  types: t.field({ type: [IssueTypeEnum] }),
  healthStatusFilter: t.field({ type: [HealthStatusEnum] }),
});
const unioned = (t: InputFields) => ({
  assigneeUsernames: t.stringList(),
  authorUsernames: t.stringList(),
  customField: t.field({ type: [CustomFieldFilterInput] }),
  labelNames: t.stringList(),
});
export const NegatedIssueFilterInput = builder.inputType('NegatedIssueFilterInput', { fields: negated });
export const UnionedIssueFilterInput = builder.inputType('UnionedIssueFilterInput', { fields: unioned });
export const NegatedWorkItemFilterInput = builder.inputType('NegatedWorkItemFilterInput', { fields: negated });
export const UnionedWorkItemFilterInput = builder.inputType('UnionedWorkItemFilterInput', { fields: unioned });

interface Negated {
  customField?: CustomFieldArgument;
  authorUsername?: string | readonly string[] | null;
  assigneeUsernames?: readonly string[] | null;
  iids?: readonly string[] | null;
  labelName?: readonly (string | null | undefined)[] | null;
  milestoneTitle?: readonly string[] | null;
  milestoneWildcardId?: string | null;
  iterationId?: readonly (string | number)[] | null;
  iterationWildcardId?: string | null;
  epicId?: string | null;
  myReactionEmoji?: string | null;
  weight?: string | null;
  healthStatusFilter?: readonly HealthStatus[] | null;
}

interface Unioned {
  customField?: CustomFieldArgument;
  authorUsername?: readonly string[] | null;
  authorUsernames?: readonly string[] | null;
  assigneeUsernames?: readonly string[] | null;
  labelName?: readonly string[] | null;
  labelNames?: readonly string[] | null;
}

/** The words of a `not` argument. */
export function negatedFields(input: Negated | null | undefined): FilterFields {
  return withoutEmpty({
    authorUsername: listOf(input?.authorUsername),
    assigneeUsername: input?.assigneeUsernames,
    customFields: customFieldsOf(input?.customField),
    iids: numbersOf(input?.iids),
    labelName: textsOf(input?.labelName),
    milestoneTitle: listOf(input?.milestoneWildcardId) ?? input?.milestoneTitle,
    iterationId: iterationIdsOf(input?.iterationId),
    iterationTitle: listOf(input?.iterationWildcardId),
    parentId: parentIdOf(input?.epicId, null),
    myReactionEmoji: input?.myReactionEmoji,
    weight: input?.weight ? Number(input.weight) : undefined,
    healthStatus: input?.healthStatusFilter?.[0],
  });
}

/** The words of an `or` argument. */
export function unionedFields(input: Unioned | null | undefined): FilterFields {
  return withoutEmpty({
    authorUsername: [...(input?.authorUsername ?? []), ...(input?.authorUsernames ?? [])],
    assigneeUsername: input?.assigneeUsernames,
    customFields: customFieldsOf(input?.customField),
    labelName: [...(input?.labelName ?? []), ...(input?.labelNames ?? [])],
  });
}

export type CustomFieldArgument =
  | readonly {
      customFieldId?: string | null;
      customFieldName?: string | null;
      selectedOptionIds?: readonly string[] | null;
      selectedOptionValues?: readonly string[] | null;
    }[]
  | null
  | undefined;

/** Conditions on the fields of a group as clients send them. */
export function customFieldsOf(argument: CustomFieldArgument): FilterFields['customFields'] {
  return argument?.map((each) => ({
    fieldId: each.customFieldId ? readGlobalId<'CustomField'>(each.customFieldId, 'Issuables::CustomField') : undefined,
    fieldName: each.customFieldName ?? undefined,
    optionIds: (each.selectedOptionIds ?? []).map((id) =>
      readGlobalId<'CustomFieldOption'>(id, 'Issuables::CustomFieldSelectOption'),
    ),
    optionValues: each.selectedOptionValues ?? [],
  }));
}

/** Ids of iterations as clients send them. */
export function iterationIdsOf(
  ids: readonly (string | number | null | undefined)[] | null | undefined,
): FilterFields['iterationId'] {
  return ids
    ?.filter((id) => id !== null && id !== undefined)
    .map((id) => readGlobalId<'Iteration'>(String(id), 'Iteration'));
}

/** Below this epic, below any or below none; the words count more, as existing clients send one or the other. */
export function parentIdOf(
  epicId: string | null | undefined,
  wildcard: 'none' | 'any' | null | undefined,
): FilterFields['parentId'] {
  if (wildcard) return wildcard;
  if (!epicId) return undefined;
  const word = epicId.toLowerCase();
  return word === 'none' || word === 'any' ? word : [readGlobalId<'WorkItem'>(epicId, 'Epic', 'WorkItem')];
}

/** The texts of a list that may hold null. */
export function textsOf(values: readonly (string | null | undefined)[] | null | undefined): string[] | undefined {
  return values?.filter((value) => typeof value === 'string');
}

/** One name, several, or none: empty ones mean "no filter". */
export function listOf(value: string | readonly string[] | null | undefined): readonly string[] | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  return typeof value === 'string' ? [value] : value;
}

export function numbersOf(values: readonly (string | number)[] | null | undefined): number[] | undefined {
  return values?.map(Number).filter((number) => Number.isInteger(number) && number > 0 && number <= 2_147_483_647);
}

/** Leaves out what says nothing: null, undefined, empty texts and lists. */
export function withoutEmpty(fields: { [Field in keyof FilterFields]?: FilterFields[Field] | null }): FilterFields {
  const given = Object.entries(fields).filter(
    ([, value]) =>
      value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(given);
}
