import { plugInGraphql } from '../../work-items/graphql/plugs.ts';
import { bothWays } from '../../work-items/graphql/sorts.ts';

/** What reactions add to lists of work items over GraphQL. */
export function plugInGraphqlFields(): void {
  plugInGraphql({
    name: 'reactions',
    sorts: bothWays('POPULARITY', 'popularity'),
  });
}
