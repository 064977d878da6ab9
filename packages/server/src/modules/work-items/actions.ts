import { formatDay, utcDayOf, type Day } from '@milepost/core/days';
import { formatDuration, parseDuration } from '@milepost/core/dates/durations';
import { ValidationError } from '@milepost/core/errors';
import { daySpoken } from '@milepost/core/dates/spoken-days';
import { hasFeature } from '@milepost/core/settings/features';
import { epicColorOf, epicColors, healthStatuses, workItemTypes, type HealthStatus } from '@milepost/core/work-items';
import { changeActionItem, mayDescribe } from './commands/actions.ts';
import { peopleActions } from './actions/people.ts';
import { workItemPolicy } from './policy.ts';
import type { QuickAction } from './commands/sockets.ts';
import { issueTypes, type WorkItem } from './store.ts';

const everyType = workItemTypes;
const dateParams = 'in 2 days | this Friday | December 31st | 2026-12-31';

/** Parses the argument of `/due` and similar actions. Throws ValidationError for an invalid day. */
function dayIn(argument: string): string {
  const day: Day | null = daySpoken(argument, utcDayOf(new Date()));
  if (day === null) throw new ValidationError({ base: [`"${argument}" is not a date`] });
  return formatDay(day);
}

function wholeNumberIn(argument: string): number {
  if (!/^\d{1,9}$/.test(argument))
    throw new ValidationError({ base: ['The weight must be a whole number, 0 or more'] });
  return Number(argument);
}

function healthIn(argument: string): HealthStatus {
  const wanted = argument.toLowerCase().replaceAll(/[\s-]+/g, '_');
  const known = healthStatuses.find((each) => each === wanted);
  if (!known) throw new ValidationError({ base: [`The health status must be one of ${healthStatuses.join(', ')}`] });
  return known;
}

function colorIn(argument: string): string {
  const named = epicColors.find(({ name }) => name.toLowerCase() === argument.toLowerCase())?.color;
  const color = named ?? epicColorOf(argument.startsWith('#') ? argument : `#${argument}`);
  if (color === null) {
    const names = epicColors.map(({ name, color: each }) => `${name.toLowerCase()} (${each})`).join(', ');
    throw new ValidationError({ base: [`The color must be one of ${names}`] });
  }
  return color;
}

function durationIn(argument: string): number {
  const seconds = parseDuration(argument);
  if (seconds === null) throw new ValidationError({ base: [`"${argument}" is not a duration, such as 1w 3d 2h 14m`] });
  return seconds;
}

const typeNameOf = (item: WorkItem): string => item.type;

/** Quick actions for a work item's own fields. */
export const workItemActions: readonly QuickAction[] = [
  {
    name: 'close',
    types: everyType,
    description: 'Close this',
    isOffered: (ctx, { item }) => item.state === 'opened' && ctx.can(workItemPolicy.update, item),
    explain: (_argument, { item }) => `Closes this ${typeNameOf(item)}.`,
    async perform(ctx, acted) {
      await changeActionItem(ctx, acted, { stateEvent: 'close' });
      return `Closed this ${typeNameOf(acted.item)}.`;
    },
  },
  {
    name: 'reopen',
    types: everyType,
    description: 'Reopen this',
    isOffered: (ctx, { item }) => item.state === 'closed' && ctx.can(workItemPolicy.update, item),
    explain: (_argument, { item }) => `Reopens this ${typeNameOf(item)}.`,
    async perform(ctx, acted) {
      await changeActionItem(ctx, acted, { stateEvent: 'reopen' });
      return `Reopened this ${typeNameOf(acted.item)}.`;
    },
  },
  {
    name: 'title',
    types: everyType,
    description: 'Change the title',
    params: '<new title>',
    isArgumentNeeded: true,
    isOffered: (ctx, { item }) => ctx.can(workItemPolicy.update, item),
    explain: (argument) => `Changes the title to "${argument}".`,
    async perform(ctx, acted, argument) {
      await changeActionItem(ctx, acted, { title: argument });
      return `Changed the title to "${argument}".`;
    },
  },
  {
    name: 'confidential',
    types: everyType,
    description: 'Make confidential',
    isOffered: (ctx, acted) => !acted.item.isConfidential && mayDescribe(ctx, acted),
    explain: (_argument, { item }) => `Makes this ${typeNameOf(item)} confidential.`,
    async perform(ctx, acted) {
      await changeActionItem(ctx, acted, { isConfidential: true });
      return `Made this ${typeNameOf(acted.item)} confidential.`;
    },
  },
  {
    name: 'lock',
    types: everyType,
    description: 'Lock the discussion',
    isOffered: (ctx, { item }) => !item.isDiscussionLocked && ctx.can(workItemPolicy.plan, item),
    explain: () => 'Locks the discussion.',
    async perform(ctx, acted) {
      await changeActionItem(ctx, acted, { isDiscussionLocked: true });
      return 'Locked the discussion.';
    },
  },
  {
    name: 'unlock',
    types: everyType,
    description: 'Unlock the discussion',
    isOffered: (ctx, { item }) => item.isDiscussionLocked && ctx.can(workItemPolicy.plan, item),
    explain: () => 'Unlocks the discussion.',
    async perform(ctx, acted) {
      await changeActionItem(ctx, acted, { isDiscussionLocked: false });
      return 'Unlocked the discussion.';
    },
  },
  {
    name: 'due',
    types: everyType,
    description: 'Set the due date',
    params: dateParams,
    isArgumentNeeded: true,
    isOffered: mayDescribe,
    explain: (argument) => `Sets the due date to ${argument}.`,
    async perform(ctx, acted, argument) {
      const day = dayIn(argument);
      await changeActionItem(ctx, acted, { dueDateFixed: day, dueDateIsFixed: true });
      return `Set the due date to ${day}.`;
    },
  },
  {
    name: 'remove_due_date',
    types: everyType,
    description: 'Remove the due date',
    isOffered: (ctx, acted) => acted.item.dueDate !== null && mayDescribe(ctx, acted),
    explain: () => 'Removes the due date.',
    async perform(ctx, acted) {
      await changeActionItem(ctx, acted, { dueDateFixed: null, dueDateIsFixed: true });
      return 'Removed the due date.';
    },
  },
  {
    name: 'start_date',
    aliases: ['start'],
    types: ['epic'],
    description: 'Set the start date',
    params: dateParams,
    isArgumentNeeded: true,
    isOffered: mayDescribe,
    explain: (argument) => `Sets the start date to ${argument}.`,
    async perform(ctx, acted, argument) {
      const day = dayIn(argument);
      await changeActionItem(ctx, acted, { startDateFixed: day, startDateIsFixed: true });
      return `Set the start date to ${day}.`;
    },
  },
  {
    name: 'remove_start_date',
    types: ['epic'],
    description: 'Remove the start date',
    isOffered: (ctx, acted) => acted.item.startDate !== null && mayDescribe(ctx, acted),
    explain: () => 'Removes the start date.',
    async perform(ctx, acted) {
      await changeActionItem(ctx, acted, { startDateFixed: null, startDateIsFixed: true });
      return 'Removed the start date.';
    },
  },
  {
    name: 'weight',
    types: issueTypes,
    description: 'Set the weight',
    params: '<0, 1, 2, …>',
    isArgumentNeeded: true,
    isOffered: mayDescribe,
    explain: (argument) => `Sets the weight to ${argument}.`,
    async perform(ctx, acted, argument) {
      await changeActionItem(ctx, acted, { weight: wholeNumberIn(argument) });
      return `Set the weight to ${argument}.`;
    },
  },
  {
    name: 'clear_weight',
    types: issueTypes,
    description: 'Clear the weight',
    isOffered: (ctx, acted) => acted.item.weight !== null && mayDescribe(ctx, acted),
    explain: () => 'Clears the weight.',
    async perform(ctx, acted) {
      await changeActionItem(ctx, acted, { weight: null });
      return 'Cleared the weight.';
    },
  },
  {
    name: 'health_status',
    types: everyType,
    description: 'Set the health status',
    params: healthStatuses.join(' | '),
    isArgumentNeeded: true,
    isOffered: (ctx, acted) =>
      hasFeature(acted.item.scope, 'health_status') && acted.item.state === 'opened' && mayDescribe(ctx, acted),
    explain: (argument) => `Sets the health status to ${argument}.`,
    async perform(ctx, acted, argument) {
      const healthStatus = healthIn(argument);
      await changeActionItem(ctx, acted, { healthStatus });
      return `Set the health status to ${healthStatus.replaceAll('_', ' ')}.`;
    },
  },
  {
    name: 'clear_health_status',
    types: everyType,
    description: 'Clear the health status',
    isOffered: (ctx, acted) =>
      hasFeature(acted.item.scope, 'health_status') && acted.item.healthStatus !== null && mayDescribe(ctx, acted),
    explain: () => 'Clears the health status.',
    async perform(ctx, acted) {
      await changeActionItem(ctx, acted, { healthStatus: null });
      return 'Cleared the health status.';
    },
  },
  {
    name: 'color',
    types: ['epic'],
    description: 'Set the color of the bar',
    params: epicColors.map(({ name }) => name.toLowerCase()).join(' | '),
    isArgumentNeeded: true,
    isOffered: mayDescribe,
    explain: (argument) => `Sets the color to ${argument}.`,
    async perform(ctx, acted, argument) {
      await changeActionItem(ctx, acted, { color: colorIn(argument) });
      return `Set the color to ${argument}.`;
    },
  },
  {
    name: 'promote_to_incident',
    types: ['issue'],
    description: 'Make this an incident',
    isOffered: mayDescribe,
    explain: () => 'Makes this an incident.',
    async perform(ctx, acted) {
      await changeActionItem(ctx, acted, { type: 'incident' });
      return 'Made this an incident.';
    },
  },
  {
    name: 'estimate',
    aliases: ['estimate_time'],
    types: issueTypes,
    description: 'Set the time estimate',
    params: '<1w 3d 2h 14m>',
    isArgumentNeeded: true,
    isOffered: mayDescribe,
    explain: (argument) => `Sets the time estimate to ${argument}.`,
    async perform(ctx, acted, argument) {
      const timeEstimate = durationIn(argument);
      await changeActionItem(ctx, acted, { timeEstimate });
      return `Set the time estimate to ${formatDuration(timeEstimate) ?? '0m'}.`;
    },
  },
  {
    name: 'remove_estimate',
    aliases: ['remove_time_estimate'],
    types: issueTypes,
    description: 'Remove the time estimate',
    isOffered: (ctx, acted) => acted.item.timeEstimate > 0 && mayDescribe(ctx, acted),
    explain: () => 'Removes the time estimate.',
    async perform(ctx, acted) {
      await changeActionItem(ctx, acted, { timeEstimate: 0 });
      return 'Removed the time estimate.';
    },
  },
  ...peopleActions,
  ...[
    { name: 'shrug', description: 'Add ¯\\_(ツ)_/¯', sign: String.raw`¯\\\_(ツ)\_/¯` },
    { name: 'tableflip', description: 'Add (╯°□°)╯︵ ┻━┻', sign: '(╯°□°)╯︵ ┻━┻' },
  ].map(({ name, description, sign }) => written(name, description, (argument) => `${argument} ${sign}`.trim())),
  written('cc', 'Mention people (CC)', (argument) => `cc ${argument}`.trim()),
];

/** An action that only inserts text. */
function written(name: string, description: string, text: (argument: string) => string): QuickAction {
  return {
    name,
    types: everyType,
    description,
    params: name === 'cc' ? '@user' : '<comment>',
    text,
    isOffered: () => true,
    explain: () => '',
    perform: () => Promise.resolve(''),
  };
}
