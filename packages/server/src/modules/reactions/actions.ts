import { NotFoundError } from '@milepost/core/errors';
import { workItemTypes } from '@milepost/core/work-items';
import type { QuickAction } from '../work-items/commands/sockets.ts';
import { findAwardable, toggleReaction } from './commands.ts';
import { reactionPolicy } from './policy.ts';

export const reactionActions: readonly QuickAction[] = [
  {
    name: 'react',
    aliases: ['award'],
    types: workItemTypes,
    description: 'Toggle an emoji reaction',
    params: ':emoji:',
    isArgumentNeeded: true,
    isOffered: (ctx, { item }) =>
      ctx.can(reactionPolicy.create, { target: { workItemId: item.id }, item, isSystem: false }),
    explain: (argument) => `Toggles the ${argument} reaction.`,
    async perform(ctx, { item }, argument) {
      const awardable = await findAwardable(ctx, 'WorkItem', item.id);
      if (!awardable.target.workItemId) throw new NotFoundError('Work item');
      const { isOn, reaction } = await toggleReaction(ctx, awardable, argument.replaceAll(':', ''));
      return isOn ? `Reacted with :${reaction.name}:.` : `Removed the :${reaction.name}: reaction.`;
    },
  },
];
