import { queryOptions } from '@tanstack/react-query';
import { graphql } from '../../../gen/gql.ts';
import { present } from '../../../platform/api/graphql.ts';
import type { AvatarPerson } from '../../../ui/text/Avatar.tsx';
import { requestRoadmap } from '../data/request.ts';
import { batched } from '../data/batches.ts';

const roadmapOwners = graphql(`
  query roadmapOwners($fullPath: ID!, $ids: [ID!]) {
    group(fullPath: $fullPath) {
      id
      epics(ids: $ids, first: 100) {
        nodes {
          id
          assignees(first: 1) {
            count
            nodes {
              id
              name
              avatarUrl
              type
            }
          }
        }
      }
    }
  }
`);

export interface Owners {
  count: number;
  /** Only the first. */
  people: readonly AvatarPerson[];
}

const nobody: Owners = { count: 0, people: [] };

const ownersOf = batched(async (fullPath: string, ids): Promise<ReadonlyMap<string, Owners>> => {
  const { group } = await requestRoadmap(roadmapOwners, { fullPath, ids: [...ids] });
  return new Map(
    present(group?.epics?.nodes).map(({ id, assignees }) => [
      id,
      { count: assignees?.count ?? 0, people: present(assignees?.nodes) },
    ]),
  );
});

/** The owners of one epic. */
export function ownersQuery(fullPath: string, epicId: string) {
  return queryOptions({
    queryKey: ['roadmapOwners', fullPath, epicId],
    queryFn: async (): Promise<Owners> => (await ownersOf(fullPath, fullPath, epicId)) ?? nobody,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}
