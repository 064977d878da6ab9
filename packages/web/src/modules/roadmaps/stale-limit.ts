import { queryOptions } from '@tanstack/react-query';
import { graphql } from '../../gen/gql.ts';
import { NotFoundError } from '../../platform/api/errors.ts';
import { refuseUnlessDone, request } from '../../platform/api/graphql.ts';

const staleLimit = graphql(`
  query roadmapStaleLimit($fullPath: ID!) {
    group(fullPath: $fullPath) {
      id
      roadmapStaleAfterDays
      userPermissions {
        setRoadmapStaleLimit
      }
    }
  }
`);

const setStaleLimit = graphql(`
  mutation setRoadmapStaleLimit($groupPath: ID!, $days: Int, $daysRead: Int) {
    roadmapStaleLimitSet(input: { groupPath: $groupPath, days: $days, daysRead: $daysRead }) {
      errors
    }
  }
`);

export const staleLimitKey = (fullPath: string) => ['roadmapStaleLimit', fullPath] as const;

/** After how many days epics of a group are stale, and whether the viewer may change it. */
export const staleLimitQuery = (fullPath: string) =>
  queryOptions({
    queryKey: staleLimitKey(fullPath),
    queryFn: async ({ signal }) => {
      const { group } = await request(staleLimit, { fullPath }, signal);
      if (!group) throw new NotFoundError('There is no such group');
      return { days: group.roadmapStaleAfterDays, maySet: group.userPermissions.setRoadmapStaleLimit };
    },
  });

export async function saveStaleLimit(groupPath: string, days: number, daysRead: number): Promise<void> {
  refuseUnlessDone((await request(setStaleLimit, { groupPath, days, daysRead })).roadmapStaleLimitSet);
}
