import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../gen/gql.ts';
import { useAfterPaint } from '../../ui/feedback/after-paint.ts';
import { graphqlQuery } from '../../platform/api/queries.ts';
import { session } from '../../platform/session/session.ts';

const pendingTodosCount = graphql(`
  query pendingTodosCount {
    currentUser {
      id
      todos(first: 0, state: [pending]) {
        count
      }
    }
  }
`);

/** The polling interval while the page is visible. */
const EVERY_MS = 60_000;

/** The number of pending to-dos; undefined until it is loaded, after the page itself. */
export function useWaitingTodos(): number | undefined {
  const isPainted = useAfterPaint();
  const { data } = useQuery({
    ...graphqlQuery(['todos', 'count'], pendingTodosCount, {}),
    enabled: isPainted && session().viewer !== null,
    refetchInterval: EVERY_MS,
    select: ({ currentUser }) => currentUser?.todos?.count ?? 0,
  });
  return data;
}
