import type { GraphQLDocument } from '../../../platform/api/graphql.ts';
import { NotFoundError } from '../../../platform/api/errors.ts';
import { sendJson } from '../../../platform/api/http.ts';
import { sharedPath } from '../../../platform/session/session.ts';
import { checkSharedLink } from '../../../platform/session/shared-link.ts';
import { epicCount } from '../operations/counts.ts';
import { childEpics, groupEpics } from '../operations/epics.ts';
import { groupExtent } from '../operations/extents.ts';
import { roadmapLanes } from '../operations/lanes.ts';
import { groupMilestones } from '../operations/milestones.ts';
import { roadmapSignals } from '../operations/signals.ts';
import { roadmapSummary } from '../operations/summary.ts';

/** The data that a public link serves, by its own names. */
const shared = new Map<unknown, string>([
  [groupEpics, 'roadmapGroupEpicsWithColor'],
  [childEpics, 'epicChildEpics'],
  [epicCount, 'roadmapEpicCount'],
  [groupMilestones, 'groupMilestonesEE'],
  [groupExtent, 'roadmapExtent'],
  [roadmapLanes, 'roadmapLanes'],
  [roadmapSummary, 'roadmapSummary'],
  [roadmapSignals, 'roadmapSignals'],
]);

/** Sends a query of the roadmap to the limited endpoint of a public link; what it does not serve answers with nothing. */
export async function requestByLink<Result, Variables>(
  document: GraphQLDocument<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Result> {
  const operation = shared.get(document);
  if (operation === undefined) return {} as Result;
  const all = variables as Record<string, unknown>;
  const timeframe = all['timeframe'] as { start: string; end: string } | null | undefined;
  const body = {
    operation,
    sort: all['sort'],
    timeframe_start: timeframe?.start,
    timeframe_end: timeframe?.end,
    first: all['first'],
    cursor: all['endCursor'],
    full_path: operation === 'epicChildEpics' ? all['fullPath'] : undefined,
    iid: operation === 'epicChildEpics' ? all['iid'] : undefined,
    top_level: all['topLevelHierarchyOnly'],
    undated: all['undated'],
    ids: all['ids'],
    lane: all['lane'],
    group_by: all['groupBy'],
    then_by: all['thenBy'] ?? undefined,
    show_empty_lanes: all['showEmptyLanes'],
    within: all['within'],
    layout: all['layout'],
    first_weekday: all['firstWeekday'],
    tracking: all['tracking'],
    today: all['today'],
    narrowed: narrowedBy(all),
  };
  const path = `${sharedPath()}/query`;
  try {
    return (await sendJson<{ data: Result }>(path, { method: 'POST', body, signal })).data;
  } catch (error) {
    if (error instanceof NotFoundError) await checkSharedLink();
    throw error;
  }
}

/** The filters that strip and legend set, as the link's endpoint takes them. */
function narrowedBy(all: Record<string, unknown>): object | undefined {
  const { labelName, status, groupPaths } = (all['or'] ?? {}) as {
    labelName?: string[];
    status?: { name?: string }[];
    groupPaths?: string[];
  };
  const narrowed = {
    state: all['state'],
    signals: all['signals'],
    health_status: all['healthStatus'],
    progress_classes: all['progressClasses'],
    colors: all['colors'],
    labels: labelName,
    statuses: status?.map(({ name }) => name),
    group_paths: groupPaths,
  };
  return Object.values(narrowed).some((value) => value !== undefined) ? narrowed : undefined;
}
