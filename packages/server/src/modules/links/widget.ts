import type { WorkItemId } from '@milepost/core/ids';
import type { LinkType } from '@milepost/core/links';
import type { Widget } from '../work-items/sockets.ts';
import { link } from './commands.ts';

declare module '../work-items/sockets.ts' {
  interface WidgetInput {
    /** Items to link with, and the relation to them. */
    linkedItems?: { linkType: LinkType; itemIds: readonly WorkItemId[] };
  }
}

/** What a work item relates to, blocks or is blocked by. */
export const linksWidget: Widget = {
  name: 'links',
  async write(ctx, trx, { itemId, input }) {
    if (!input.linkedItems || input.linkedItems.itemIds.length === 0) return false;
    const { linkType, itemIds } = input.linkedItems;
    await link(ctx, trx, { itemId, linkType, otherIds: itemIds });
    return true;
  },
};
