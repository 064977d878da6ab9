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
export async function askLink<Result, Variables>(
  document: GraphQLDocument<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Result> {
  const operation = shared.get(document);
  if (operation === undefined) return {} as Result;
  const asked = variables as Record<string, unknown>;
  const timeframe = asked['timeframe'] as { start: string; end: string } | null | undefined;
  const body = {
    operation,
    sort: asked['sort'],
    timeframe_start: timeframe?.start,
    timeframe_end: timeframe?.end,
    first: asked['first'],
    cursor: asked['endCursor'],
    full_path: operation === 'epicChildEpics' ? asked['fullPath'] : undefined,
    iid: operation === 'epicChildEpics' ? asked['iid'] : undefined,
    top_level: asked['topLevelHierarchyOnly'],
    undated: asked['undated'],
    ids: asked['ids'],
    lane: asked['lane'],
    group_by: asked['groupBy'],
    then_by: asked['thenBy'] ?? undefined,
    show_empty_lanes: asked['showEmptyLanes'],
    within: asked['within'],
    layout: asked['layout'],
    first_weekday: asked['firstWeekday'],
    tracking: asked['tracking'],
    today: asked['today'],
    narrowed: narrowedBy(asked),
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
function narrowedBy(asked: Record<string, unknown>): object | undefined {
  const { labelName, status, groupPaths } = (asked['or'] ?? {}) as {
    labelName?: string[];
    status?: { name?: string }[];
    groupPaths?: string[];
  };
  const narrowed = {
    state: asked['state'],
    signals: asked['signals'],
    health_status: asked['healthStatus'],
    progress_classes: asked['progressClasses'],
    colors: asked['colors'],
    labels: labelName,
    statuses: status?.map(({ name }) => name),
    group_paths: groupPaths,
  };
  return Object.values(narrowed).some((value) => value !== undefined) ? narrowed : undefined;
}
