import { plugInGraphql } from '../../work-items/graphql/plugs.ts';
import { bothWays } from '../../work-items/graphql/sorts.ts';

/** What reactions add to lists of work items over GraphQL. */
export function plugInGraphqlFields(): void {
  plugInGraphql<{ myReactionEmoji?: string | null }>({
    name: 'reactions',
    filter: {
      words: (t, _list, operator) => (operator === 'or' ? {} : { myReactionEmoji: t.string() }),
      read: ({ myReactionEmoji }) => ({ myReactionEmoji }),
    },
    sorts: bothWays('POPULARITY', 'popularity'),
  });
}
