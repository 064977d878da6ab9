import { plugInGraphql } from '../../work-items/graphql/plugs.ts';
import { bothWays } from '../../work-items/graphql/sorts.ts';

/** The reaction arguments of GraphQL lists. */
export function plugInGraphqlFields(): void {
  plugInGraphql({
    name: 'reactions',
    sorts: bothWays('POPULARITY', 'popularity'),
  });
}
