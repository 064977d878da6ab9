import { ValidationError } from '@milepost/core/errors';
import { parseTimelineText } from '@milepost/core/text/incident-timeline';
import { severities, type Severity } from '@milepost/core/work-items';
import { changeActionItem, mayDescribe } from '../work-items/commands/actions.ts';
import type { QuickAction } from '../work-items/commands/sockets.ts';
import { addTimelineEvent } from './commands/timeline.ts';
import { timelinePolicy } from './policy.ts';

/** A severity in any case, or S1 (critical) to S4 (low). */
function severityIn(argument: string): Severity {
  const word = argument.trim().toLowerCase();
  const level = /^s([1-4])$/.exec(word)?.[1];
  const known = level === undefined ? severities.find((each) => each === word) : severities.at(-Number(level));
  if (!known) throw new ValidationError({ base: [`The severity must be one of ${severities.join(', ')}`] });
  return known;
}

/** Quick actions of incidents. */
export const incidentActions: readonly QuickAction[] = [
  {
    name: 'severity',
    types: ['incident'],
    description: 'Set the severity',
    params: severities.join(' | '),
    isArgumentNeeded: true,
    isOffered: mayDescribe,
    explain: (argument) => `Sets the severity to ${argument}.`,
    async perform(ctx, acted, argument) {
      const severity = severityIn(argument);
      await changeActionItem(ctx, acted, { severity });
      return `Set the severity to ${severity}.`;
    },
  },
  {
    name: 'timeline',
    types: ['incident'],
    description: 'Add an entry to the timeline',
    params: 'text | YYYY-MM-DD HH:MM',
    isArgumentNeeded: true,
    isOffered: (ctx, { item }) => ctx.can(timelinePolicy.write, item),
    explain: () => 'Adds an entry to the timeline.',
    async perform(ctx, { item }, argument) {
      await addTimelineEvent(ctx, item, parseTimelineText(argument, new Date()));
      return 'Added an entry to the timeline.';
    },
  },
];
