import { ValidationError } from '@milepost/core/errors';
import { workItemTypes } from '@milepost/core/work-items';
import { namesFrom } from '../links/actions.ts';
import { changeActionItem, mayDescribe } from '../work-items/commands/actions.ts';
import { itemsNamed, oneItemNamed } from '../work-items/commands/references.ts';
import type { QuickAction } from '../work-items/commands/sockets.ts';
import { workItemPolicy } from '../work-items/policy.ts';
import { addChild, removeChild } from './commands.ts';

export const hierarchyActions: readonly QuickAction[] = [
  {
    name: 'parent',
    aliases: ['set_parent', 'epic', 'parent_epic'],
    types: workItemTypes,
    description: 'Set the parent',
    params: '&epic | #issue',
    isArgumentNeeded: true,
    isOffered: mayDescribe,
    explain: (argument) => `Sets the parent to ${argument}.`,
    async perform(ctx, acted, argument) {
      const parent = await oneItemNamed(ctx, argument, acted.item);
      await changeActionItem(ctx, acted, { parentId: parent.id });
      return `Set the parent to ${namesFrom([parent], acted.item)}.`;
    },
  },
  {
    name: 'remove_parent',
    aliases: ['remove_epic', 'remove_parent_epic'],
    types: workItemTypes,
    description: 'Remove the parent',
    isOffered: (ctx, acted) => acted.item.parentId !== null && mayDescribe(ctx, acted),
    explain: () => 'Removes the parent.',
    async perform(ctx, acted) {
      await changeActionItem(ctx, acted, { parentId: null });
      return 'Removed the parent.';
    },
  },
  {
    name: 'child',
    aliases: ['add_child', 'child_epic'],
    types: ['epic', 'issue', 'incident'],
    description: 'Add children',
    params: '&epic #issue1 #issue2',
    isArgumentNeeded: true,
    isOffered: (ctx, { item }) => ctx.can(workItemPolicy.plan, item),
    explain: (argument) => `Adds ${argument} as a child.`,
    async perform(ctx, { item }, argument) {
      const children = await itemsNamed(ctx, argument, item);
      for (const { id } of children) await addChild(ctx, { parentId: item.id, childId: id });
      return `Added ${namesFrom(children, item)} as a child.`;
    },
  },
  {
    name: 'remove_child',
    aliases: ['remove_child_epic'],
    types: ['epic', 'issue', 'incident'],
    description: 'Remove children',
    params: '&epic #issue1 #issue2',
    isArgumentNeeded: true,
    isOffered: (ctx, { item }) => ctx.can(workItemPolicy.plan, item),
    explain: (argument) => `Removes the child ${argument}.`,
    async perform(ctx, { item }, argument) {
      const children = await itemsNamed(ctx, argument, item);
      const stranger = children.find(({ parentId }) => parentId !== item.id);
      if (stranger) throw new ValidationError({ base: [`${namesFrom([stranger], item)} is not a child of this item`] });
      for (const { id } of children) await removeChild(ctx, { parentId: item.id, childId: id });
      return `Removed the child ${namesFrom(children, item)}.`;
    },
  },
];
