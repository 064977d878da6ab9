import { useQuery } from '@tanstack/react-query';
import { readTokens } from '@milepost/core/filters/address';
import { epicFilterArguments } from '@milepost/core/roadmap/arguments';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { request } from '../../../platform/api/graphql.ts';
import { isBehindLink } from '../data/request.ts';
import { roadmapScopes } from '../operations/lanes.ts';

const none: readonly string[] = [];

/** The label scopes that matching epics carry, most used first; undefined while they load. A public link names none. */
export function useLabelScopes(
  fullPath: string,
  { filterParams, epicsState, epicIid }: Pick<RoadmapSettings, 'filterParams' | 'epicsState' | 'epicIid'>,
): readonly string[] | undefined {
  const { iid: _iid, ...filters } = epicFilterArguments(fullPath, readTokens('epics', filterParams));
  const scope = epicIid !== null && { fullPath, includeDescendantGroups: true, ancestorIid: epicIid };
  const variables = { ...filters, ...scope, state: epicsState };
  const isShared = isBehindLink();
  const query = useQuery({
    queryKey: ['roadmapLabelScopes', variables],
    queryFn: async ({ signal }) =>
      ((await request(roadmapScopes, variables, signal)).group?.epicLabelScopes ?? []).map(({ scope }) => scope),
    enabled: !isShared,
  });
  return isShared || query.isError ? none : query.data;
}
