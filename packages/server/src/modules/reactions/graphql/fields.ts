import { builder } from '../../../platform/graphql/builder.ts';
import { plugInGraphql } from '../../work-items/graphql/plugs.ts';
import { bothWays } from '../../work-items/graphql/sorts.ts';
import { addReaction, findAwardable, removeOwnReaction, toggleReaction } from '../commands.ts';

const perform = { ADD: addReaction, REMOVE: removeOwnReaction, TOGGLE: toggleReaction };

const ReactionActionEnum = builder.enumType('WorkItemAwardEmojiUpdateAction', {
  values: ['ADD', 'REMOVE', 'TOGGLE'] as const,
});
const ReactionInput = builder.inputType('WorkItemWidgetAwardEmojiUpdateInput', {
  fields: (t) => ({
    action: t.field({ type: ReactionActionEnum, required: true }),
    name: t.string({ required: true }),
  }),
});

interface ReactionFields {
  awardEmojiWidget?: { action: keyof typeof perform; name: string } | null;
}

/** The reaction arguments and inputs of GraphQL lists and mutations. */
export function plugInGraphqlFields(): void {
  plugInGraphql<object, ReactionFields>({
    name: 'reactions',
    sorts: bothWays('POPULARITY', 'popularity'),
    write: {
      fields: (t, mutation) =>
        mutation === 'workItemUpdate' ? { awardEmojiWidget: t.field({ type: ReactionInput }) } : {},
      beside: ({ awardEmojiWidget: widget }) =>
        widget
          ? async (ctx, item) => perform[widget.action](ctx, await findAwardable(ctx, 'WorkItem', item.id), widget.name)
          : null,
    },
  });
}
