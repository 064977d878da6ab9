import { ValidationError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import { healthStatuses } from '@milepost/core/work-items';
import { Type, type Static } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { labelTitled } from '../../labels/store.ts';
import { milestoneTitled } from '../../milestones/store/items.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { usersByUsername } from '../../users/store.ts';
import type { WorkItemChange } from '../../work-items/commands/fields.ts';
import { NoSuchItemError, findItem } from './items.ts';

const MAX_NAMES = 100;
const names = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: MAX_NAMES, description }));
const day = (description: string) =>
  Type.Optional(Type.Union([Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\d$` }), Type.Null()], { description }));

/** The fields of an item that a change set can set: objects are named as people name them. Null clears a field. */
export const itemFields = {
  description: Type.Optional(Type.String({ maxLength: 1_048_576, description: 'Markdown' })),
  labels: names('Titles of existing labels; replaces all labels'),
  add_labels: names('Titles of existing labels to add'),
  remove_labels: names('Titles of labels to remove'),
  assignees: names('Usernames; replaces all assignees'),
  milestone: Type.Optional(
    Type.Union([Type.String({ maxLength: 255 }), Type.Null()], { description: 'Title of an open milestone' }),
  ),
  start_date: day('YYYY-MM-DD'),
  due_date: day('YYYY-MM-DD'),
  weight: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 2_147_483_647 }), Type.Null()])),
  health_status: Type.Optional(Type.Union([Type.Enum([...healthStatuses]), Type.Null()])),
  confidential: Type.Optional(Type.Boolean()),
  parent: Type.Optional(
    Type.Union([Type.String({ maxLength: 1_000 }), Type.Null()], {
      description: 'Reference of the parent epic or issue, such as group&5',
    }),
  ),
};
const allFields = Type.Object({ ...itemFields, title: Type.Optional(Type.String()) });
export type GivenFields = Static<typeof allFields>;

/** Where the names of fields are looked up: the namespace of the item. */
export type Home = Pick<Namespace, 'fullPath' | 'kind' | 'scope'>;

/**
 * The change that named fields ask for. Throws ValidationError for a name that does not exist there, NoSuchItemError for a parent
 * that the viewer may not read. `parents`: items that are not references.
 */
export async function changeOf(
  ctx: Context,
  home: Home,
  given: GivenFields,
  parents: ReadonlyMap<string, NonNullable<WorkItemChange['parentId']>>,
): Promise<WorkItemChange> {
  const labels = (titles: readonly string[], field: string) => labelsNamed(ctx, home, titles, field);
  const { milestone, parent } = given;
  return {
    ...(given.title !== undefined && { title: given.title }),
    ...(given.description !== undefined && { description: given.description }),
    ...(given.labels && { labelIds: await labels(given.labels, 'labels') }),
    ...(given.add_labels && { addLabelIds: await labels(given.add_labels, 'add_labels') }),
    ...(given.remove_labels && { removeLabelIds: await labels(given.remove_labels, 'remove_labels') }),
    ...(given.assignees && { assigneeIds: await peopleNamed(ctx, given.assignees) }),
    ...(milestone !== undefined && {
      milestoneId: milestone === null ? null : await milestoneNamed(ctx, home, milestone),
    }),
    ...(given.start_date !== undefined && { startDateFixed: given.start_date, startDateIsFixed: true }),
    ...(given.due_date !== undefined && { dueDateFixed: given.due_date, dueDateIsFixed: true }),
    ...(given.weight !== undefined && { weight: given.weight }),
    ...(given.health_status !== undefined && { healthStatus: given.health_status }),
    ...(given.confidential !== undefined && { isConfidential: given.confidential }),
    ...(parent !== undefined && { parentId: parent === null ? null : await parentNamed(ctx, home, parent, parents) }),
  };
}

async function labelsNamed(ctx: Context, home: Home, titles: readonly string[], field: string) {
  const found = await Promise.all(titles.map((title) => labelTitled(ctx.db, home.scope.traversalIds, title)));
  const missing = titles.filter((_title, index) => !found[index]);
  if (missing.length > 0) throw new ValidationError({ [field]: [`do not exist here: ${missing.join(', ')}`] });
  return found.flatMap((label) => (label ? [label.id] : []));
}

async function peopleNamed(ctx: Context, given: readonly string[]): Promise<UserId[]> {
  const usernames = given.map((name) => name.replace(/^@/, '').toLowerCase());
  const found = new Map(
    (await usersByUsername(ctx.db, usernames)).map((user) => [user.username.toLowerCase(), user.id]),
  );
  const missing = usernames.filter((name) => !found.has(name));
  if (missing.length > 0) throw new ValidationError({ assignees: [`are unknown: ${missing.join(', ')}`] });
  return usernames.flatMap((name) => found.get(name) ?? []);
}

async function milestoneNamed(ctx: Context, home: Home, title: string) {
  const milestone = await milestoneTitled(ctx.db, home.scope.traversalIds, title.replace(/^%/, ''));
  if (!milestone) throw new ValidationError({ milestone: ['is not the title of an open milestone here'] });
  return milestone.id;
}

async function parentNamed(
  ctx: Context,
  home: Home,
  reference: string,
  parents: ReadonlyMap<string, NonNullable<WorkItemChange['parentId']>>,
) {
  const known = parents.get(reference);
  if (known !== undefined) return known;
  if (reference.startsWith('new:')) throw new NoSuchItemError(reference);
  return (await findItem(ctx, reference, { path: home.fullPath, kind: home.kind })).id;
}
