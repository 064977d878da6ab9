import { ValidationError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import { wordsOf } from '@milepost/core/text/quick-actions';
import { workItemTypes } from '@milepost/core/work-items';
import type { Context } from '../../../platform/context.ts';
import { usersById, usersByUsername, type User } from '../../users/store.ts';
import { changeActionItem, mayDescribe } from '../commands/actions.ts';
import type { QuickAction } from '../commands/sockets.ts';
import { assignableAmong, assigneeIdsOn } from '../store/writing.ts';
import type { WorkItem } from '../store.ts';

/** The people in an argument: `@ada @bea`, or `me`. Throws ValidationError for an unknown person. */
async function peopleIn(ctx: Context, argument: string): Promise<User[]> {
  const words = wordsOf(argument.replaceAll(',', ' ')).filter((word) => word !== 'and');
  const names = words.map((word) => word.replace(/^@/, '').toLowerCase());
  const found = await usersByUsername(ctx.db, names);
  const people: User[] = [];
  for (const name of names) {
    const person = found.find(({ username }) => username.toLowerCase() === name) ?? (await self(ctx, name));
    if (!person) throw new ValidationError({ base: [`There is no user named @${name}`] });
    people.push(person);
  }
  return people;
}

async function self(ctx: Context, name: string): Promise<User | null> {
  if (name !== 'me' || ctx.viewer.id === null) return null;
  return ctx.load(usersById, ctx.viewer.id);
}

async function assignable(ctx: Context, item: WorkItem, argument: string): Promise<User[]> {
  const people = await peopleIn(ctx, argument);
  const able = await assignableAmong(
    ctx.db,
    item.scope,
    people.map(({ id }) => id),
  );
  const other = people.find(({ id }) => !able.includes(id));
  if (other) throw new ValidationError({ base: [`@${other.username} cannot see this`] });
  return people;
}

const idsOf = (people: readonly User[]): UserId[] => people.map(({ id }) => id);
const namesOf = (people: readonly User[]): string => people.map(({ username }) => `@${username}`).join(' ');

/** Quick actions for assignees. */
export const peopleActions: readonly QuickAction[] = [
  {
    name: 'assign',
    types: workItemTypes,
    description: 'Assign people',
    params: '@user1 @user2 | me',
    isArgumentNeeded: true,
    isOffered: mayDescribe,
    explain: (argument) => `Assigns ${argument}.`,
    async perform(ctx, acted, argument) {
      const people = await assignable(ctx, acted.item, argument);
      await changeActionItem(ctx, acted, { addAssigneeIds: idsOf(people) });
      return `Assigned ${namesOf(people)}.`;
    },
  },
  {
    name: 'unassign',
    types: workItemTypes,
    description: 'Take people off, or everyone',
    params: '@user1 @user2',
    isOffered: mayDescribe,
    explain: (argument) => `Removes ${argument === '' ? 'all assignees' : `the assignees ${argument}`}.`,
    async perform(ctx, acted, argument) {
      const people = argument === '' ? [] : await peopleIn(ctx, argument);
      const current = await assigneeIdsOn(ctx.db, acted.item.id);
      const removed = argument === '' ? current : idsOf(people).filter((id) => current.includes(id));
      if (removed.length === 0) throw new ValidationError({ base: ['None of them is assigned'] });
      await changeActionItem(ctx, acted, { removeAssigneeIds: removed });
      return argument === '' ? 'Removed all assignees.' : `Removed the assignees ${namesOf(people)}.`;
    },
  },
  {
    name: 'reassign',
    types: workItemTypes,
    description: 'Replace the assignees',
    params: '@user1 @user2',
    isArgumentNeeded: true,
    isOffered: mayDescribe,
    explain: (argument) => `Replaces the assignees by ${argument}.`,
    async perform(ctx, acted, argument) {
      const people = await assignable(ctx, acted.item, argument);
      await changeActionItem(ctx, acted, { assigneeIds: idsOf(people) });
      return `Replaced the assignees by ${namesOf(people)}.`;
    },
  },
];
