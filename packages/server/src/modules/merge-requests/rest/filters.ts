import type { UserId } from '@milepost/core/ids';
import { UnauthenticatedError } from '@milepost/core/errors';
import { Type, type Static } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { idInput, InputError } from '../../../platform/rest/input.ts';
import { timeInput, timeOf } from '../../../platform/rest/times.ts';
import { refInput } from '../../repositories/rest/code.ts';
import type { MergeRequestFilter, PersonFilter } from '../store/lists.ts';

const person = (description: string) =>
  Type.Optional(Type.Union([idInput(), Type.Enum(['None', 'Any'])], { description }));

/** Merge requests take no reactions, so the viewer has none on any of them. */
const myReaction = Type.Optional(
  Type.String({ description: 'Merge requests take no reactions: only `None` matches, and it matches all' }),
);
const unsupported = Type.Optional(
  Type.String({
    description:
      'Not supported: answers 400. `GET /projects/:id/deployments/:deployment_id/merge_requests` lists those of a deployment',
  }),
);
const unsupportedFilters = ['environment', 'deployed_after', 'deployed_before'] as const;

const negatedInput = {
  author_id: Type.Optional(idInput()),
  author_username: Type.Optional(Type.String()),
  assignee_id: Type.Optional(idInput()),
  assignee_username: Type.Optional(Type.Array(Type.String())),
  reviewer_id: Type.Optional(idInput()),
  reviewer_username: Type.Optional(Type.String()),
  labels: Type.Optional(Type.Array(Type.String())),
  milestone: Type.Optional(Type.String()),
  my_reaction_emoji: myReaction,
  source_branch: Type.Optional(refInput()),
  target_branch: Type.Optional(refInput()),
};

/** The filters of lists of merge requests. */
export const filterInput = {
  state: Type.Optional(Type.Enum(['opened', 'closed', 'merged', 'locked', 'all'])),
  scope: Type.Optional(Type.Enum(['created_by_me', 'assigned_to_me', 'reviews_for_me', 'all'])),
  author_id: Type.Optional(idInput()),
  author_username: Type.Optional(Type.String()),
  assignee_id: person('`None`, `Any`, or an id'),
  assignee_username: Type.Optional(Type.Array(Type.String(), { description: 'All of these people' })),
  reviewer_id: person('`None`, `Any`, or an id'),
  reviewer_username: Type.Optional(Type.String()),
  labels: Type.Optional(Type.Array(Type.String(), { description: 'All of these titles; `None` or `Any`' })),
  milestone: Type.Optional(Type.String({ description: 'A title; `None` or `Any`' })),
  source_branch: Type.Optional(refInput()),
  target_branch: Type.Optional(refInput()),
  search: Type.Optional(Type.String()),
  in: Type.Optional(Type.String({ description: '`title`, `description`, or both separated by a comma' })),
  draft: Type.Optional(Type.Boolean()),
  wip: Type.Optional(Type.Enum(['yes', 'no'])),
  iids: Type.Optional(Type.Array(idInput())),
  created_after: timeInput('Created at or after this time'),
  created_before: timeInput('Created at or before this time'),
  updated_after: timeInput('Changed at or after this time'),
  updated_before: timeInput('Changed at or before this time'),
  approved_by_ids: Type.Optional(
    Type.Array(Type.Union([idInput(), Type.Enum(['None', 'Any'])]), {
      description: 'Approved by all of these people; `None` or `Any`',
    }),
  ),
  approved_by_usernames: Type.Optional(Type.Array(Type.String(), { description: 'Approved by all of these people' })),
  merge_user_id: Type.Optional(idInput({ description: 'Who merged it' })),
  merge_user_username: Type.Optional(Type.String({ description: 'Who merged it' })),
  my_reaction_emoji: myReaction,
  environment: unsupported,
  deployed_after: unsupported,
  deployed_before: unsupported,
  not: Type.Optional(Type.Object(negatedInput, { description: 'Without those that meet any of these values' })),
};

const filters = Type.Object(filterInput);
const negated = Type.Object(negatedInput);
type Filters = Static<typeof filters>;
type Negated = Static<typeof negated>;

/** Throws UnauthenticatedError for a visitor who asks for their own, InputError for a filter that is not supported. */
export function filterOf(ctx: Context, input: Filters, scope: string): MergeRequestFilter {
  const { id } = ctx.viewer;
  const mine = id === null ? undefined : ({ id } as const);
  if (scope !== 'all' && !mine) throw new UnauthenticatedError();
  const refused = unsupportedFilters.filter((name) => input[name] !== undefined && input[name] !== '');
  if (refused.length > 0) throw new InputError(refused.map((name) => `${name} is not supported`));
  const { state = 'all' } = input;
  return {
    states: state === 'all' ? undefined : state === 'locked' ? [] : [state],
    iids: input.iids,
    author: scope === 'created_by_me' ? mine : (personOf(input.author_id) ?? named(input.author_username)),
    assignees:
      scope === 'assigned_to_me' && mine ? [mine] : peopleOf(personOf(input.assignee_id), input.assignee_username),
    reviewer: scope === 'reviews_for_me' ? mine : (personOf(input.reviewer_id) ?? named(input.reviewer_username)),
    labels: labelsOf(input.labels),
    milestone: milestoneOf(input.milestone),
    sourceBranches: input.source_branch ? [input.source_branch] : undefined,
    targetBranches: input.target_branch ? [input.target_branch] : undefined,
    search: input.search,
    searchIn: fieldsOf(input.in),
    isDraft: input.draft ?? (input.wip === undefined ? undefined : input.wip === 'yes'),
    createdAfter: timeOf('created_after', input.created_after),
    createdBefore: timeOf('created_before', input.created_before),
    updatedAfter: timeOf('updated_after', input.updated_after),
    updatedBefore: timeOf('updated_before', input.updated_before),
    approvers: approversOf(input),
    merger: personOf(input.merge_user_id) ?? named(input.merge_user_username),
    hasReaction: reactionOf(input.my_reaction_emoji),
    not: negationsOf(input.not),
  };
}

function personOf(given: number | 'None' | 'Any' | undefined): PersonFilter | undefined {
  if (given === undefined) return undefined;
  if (given === 'None' || given === 0) return 'none';
  return given === 'Any' ? 'any' : { id: given as UserId };
}

function peopleOf(person: PersonFilter | undefined, usernames: readonly string[] = []): PersonFilter[] {
  return person ? [person] : usernames.flatMap((username) => named(username) ?? []);
}

function approversOf({ approved_by_ids: ids = [], approved_by_usernames: usernames }: Filters): PersonFilter[] {
  return [...ids.flatMap((id) => personOf(id) ?? []), ...peopleOf(undefined, usernames)];
}

/** One filter for each value: a request that meets any of them is left out. */
export function negationsOf(not: Negated = {}): MergeRequestFilter[] {
  const labels = labelsOf(not.labels);
  const people = (id: number | undefined, names: readonly string[] = []): PersonFilter[] => [
    ...peopleOf(personOf(id)),
    ...peopleOf(undefined, names),
  ];
  const single = (name: string | undefined): string[] => (name === undefined ? [] : [name]);
  return [
    ...people(not.author_id, single(not.author_username)).map((author) => ({ author })),
    ...people(not.assignee_id, not.assignee_username).map((assignee) => ({ assignees: [assignee] })),
    ...people(not.reviewer_id, single(not.reviewer_username)).map((reviewer) => ({ reviewer })),
    ...(typeof labels === 'object' ? labels.map((label) => ({ labels: [label] })) : labels ? [{ labels }] : []),
    ...(not.milestone ? [{ milestone: milestoneOf(not.milestone) }] : []),
    ...(not.my_reaction_emoji ? [{ hasReaction: reactionOf(not.my_reaction_emoji) }] : []),
    ...(not.source_branch ? [{ sourceBranches: [not.source_branch] }] : []),
    ...(not.target_branch ? [{ targetBranches: [not.target_branch] }] : []),
  ];
}

function named(username: string | undefined): PersonFilter | undefined {
  return username === undefined || username === '' ? undefined : { username };
}

export function labelsOf(titles: readonly string[] | undefined): MergeRequestFilter['labels'] {
  if (titles === undefined || titles.length === 0) return undefined;
  const [first] = titles;
  return first === 'None' ? 'none' : first === 'Any' ? 'any' : titles;
}

function reactionOf(emoji: string | undefined): boolean | undefined {
  return emoji === undefined || emoji === '' ? undefined : emoji.toLowerCase() !== 'none';
}

export function milestoneOf(title: string | undefined): MergeRequestFilter['milestone'] {
  if (title === undefined || title === '') return undefined;
  return title === 'None' ? 'none' : title === 'Any' ? 'any' : { title };
}

function fieldsOf(given: string | undefined): MergeRequestFilter['searchIn'] {
  if (given === undefined || given === '') return undefined;
  const fields = given.split(',').map((field) => field.trim());
  if (!fields.every((field) => field === 'title' || field === 'description')) throw new InputError(['in is invalid']);
  return fields;
}
