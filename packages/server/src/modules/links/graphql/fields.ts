import type { LinkType } from '@milepost/core/links';
import { builder } from '../../../platform/graphql/builder.ts';
import { readItemId } from '../../work-items/graphql/item-mutations.ts';
import { plugInGraphql } from '../../work-items/graphql/plugs.ts';
import { bothWays } from '../../work-items/graphql/sorts.ts';

export const WorkItemRelatedLinkTypeEnum = builder.enumType('WorkItemRelatedLinkType', {
  values: {
    RELATED: { value: 'relates_to' },
    BLOCKS: { value: 'blocks' },
    BLOCKED_BY: { value: 'is_blocked_by' },
  } satisfies Record<string, { value: LinkType }>,
});
const LinkedItemsInput = builder.inputType('WorkItemWidgetLinkedItemsCreateInput', {
  fields: (t) => ({
    linkType: t.field({ type: WorkItemRelatedLinkTypeEnum }),
    workItemsIds: t.field({ type: ['WorkItemID'], required: true }),
  }),
});

/** The link inputs of new work items, and the order of lists, in GraphQL. */
export function plugInGraphqlFields(): void {
  plugInGraphql<object, { linkedItemsWidget?: { linkType?: LinkType | null; workItemsIds: readonly string[] } | null }>(
    {
      name: 'links',
      sorts: bothWays('BLOCKING_ISSUES', 'blocking'),
      write: {
        fields: (t, mutation) =>
          mutation === 'workItemCreate' ? { linkedItemsWidget: t.field({ type: LinkedItemsInput }) } : {},
        read: ({ linkedItemsWidget: links }) => ({
          linkedItems: links
            ? { linkType: links.linkType ?? 'relates_to', itemIds: links.workItemsIds.map(readItemId) }
            : undefined,
        }),
      },
    },
  );
}
