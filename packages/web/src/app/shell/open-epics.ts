import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../gen/gql.ts';
import type { NamespaceSummary } from '../../modules/namespaces/summary.ts';
import { graphqlQuery } from '../../platform/api/queries.ts';
import { useAfterPaint } from '../../ui/feedback/after-paint.ts';

const openEpicsOfGroup = graphql(`
  query navigationCounts($fullPath: ID!) {
    group(fullPath: $fullPath) {
      id
      epics(state: opened, first: 1) {
        count
      }
    }
  }
`);

/** The number of open epics of a group; null until it is known. */
export function useOpenEpics(namespace: NamespaceSummary | null): number | null {
  const isPainted = useAfterPaint();
  const fullPath = namespace?.kind === 'group' ? namespace.fullPath : null;
  const { data } = useQuery({
    ...graphqlQuery(['navigationCounts', fullPath], openEpicsOfGroup, { fullPath: fullPath ?? '' }),
    enabled: isPainted && fullPath !== null,
    staleTime: 60_000,
  });
  return data?.group?.epics?.count ?? null;
}
