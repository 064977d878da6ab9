import { fullReference } from '@milepost/core/text/references';
import type { LinkType } from '@milepost/core/links';
import { workItemTypes } from '@milepost/core/work-items';
import type { QuickAction } from '../work-items/commands/sockets.ts';
import { itemsNamed } from '../work-items/commands/references.ts';
import type { WorkItem } from '../work-items/store.ts';
import { linkItems, unlinkItems } from './commands.ts';
import { linkPolicy } from './policy.ts';

const idsOf = (items: readonly WorkItem[]) => items.map(({ id }) => id);
/** References to items, separated by spaces; relative to the namespace of `from`. */
export const namesFrom = (items: readonly WorkItem[], from: WorkItem): string =>
  items
    .map(({ type, iid, namespacePath }) =>
      fullReference({
        kind: type === 'epic' ? 'epic' : 'issue',
        path: namespacePath === from.namespacePath ? null : namespacePath,
        name: String(iid),
      }),
    )
    .join(' ');

const ways: readonly { name: string; linkType: LinkType; description: string; says: string; said: string }[] = [
  {
    name: 'relate',
    linkType: 'relates_to',
    description: 'Link as related',
    says: 'Relates this to',
    said: 'Related this to',
  },
  { name: 'blocks', linkType: 'blocks', description: 'Add a blocked item', says: 'Blocks', said: 'Blocked' },
  {
    name: 'blocked_by',
    linkType: 'is_blocked_by',
    description: 'Add a blocker',
    says: 'Marks this as blocked by',
    said: 'Marked this as blocked by',
  },
];

export const linkActions: readonly QuickAction[] = [
  ...ways.map(({ name, linkType, description, says, said }): QuickAction => ({
    name,
    types: workItemTypes,
    description,
    params: '#issue1 group/project#issue2 &epic',
    isArgumentNeeded: true,
    isOffered: (ctx, { item }) => ctx.can(linkPolicy.link, item),
    explain: (argument) => `${says} ${argument}.`,
    async perform(ctx, { item }, argument) {
      const others = await itemsNamed(ctx, argument, item);
      await linkItems(ctx, { itemId: item.id, linkType, otherIds: idsOf(others) });
      return `${said} ${namesFrom(others, item)}.`;
    },
  })),
  {
    name: 'unlink',
    types: workItemTypes,
    description: 'Remove links',
    params: '#issue1 group/project#issue2 &epic',
    isArgumentNeeded: true,
    isOffered: (ctx, { item }) => ctx.can(linkPolicy.link, item),
    explain: (argument) => `Removes the link with ${argument}.`,
    async perform(ctx, { item }, argument) {
      const others = await itemsNamed(ctx, argument, item);
      await unlinkItems(ctx, { itemId: item.id, otherIds: idsOf(others) });
      return `Removed the link with ${namesFrom(others, item)}.`;
    },
  },
];
