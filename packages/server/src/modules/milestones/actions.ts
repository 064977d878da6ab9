import { ValidationError } from '@milepost/core/errors';
import { nameIn } from '@milepost/core/text/quick-actions';
import { shortReference } from '@milepost/core/text/references';
import type { WorkItemType } from '@milepost/core/work-items';
import { changeActionItem, mayDescribe } from '../work-items/commands/actions.ts';
import type { QuickAction } from '../work-items/commands/sockets.ts';
import { milestoneTitled } from './store/items.ts';

/** The types with a milestone of their own; an epic has those of its child issues. */
const types: readonly WorkItemType[] = ['issue', 'incident', 'task'];

export const milestoneActions: readonly QuickAction[] = [
  {
    name: 'milestone',
    types,
    description: 'Set the milestone',
    params: '%milestone',
    isArgumentNeeded: true,
    isOffered: mayDescribe,
    explain: (argument) => `Sets the milestone to ${argument}.`,
    async perform(ctx, acted, argument) {
      const title = nameIn(argument, '%');
      const milestone = await milestoneTitled(ctx.db, acted.item.scope.traversalIds, title);
      if (!milestone) throw new ValidationError({ base: [`There is no open milestone %"${title}" here`] });
      await changeActionItem(ctx, acted, { milestoneId: milestone.id });
      return `Set the milestone to ${shortReference({ kind: 'milestone', path: null, name: milestone.title })}.`;
    },
  },
  {
    name: 'remove_milestone',
    types,
    description: 'Remove the milestone',
    isOffered: (ctx, acted) => acted.item.milestoneId !== null && mayDescribe(ctx, acted),
    explain: () => 'Removes the milestone.',
    async perform(ctx, acted) {
      await changeActionItem(ctx, acted, { milestoneId: null });
      return 'Removed the milestone.';
    },
  },
];
