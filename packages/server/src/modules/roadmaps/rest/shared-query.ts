import { digitsOf } from '@milepost/core/global-ids';
import { formatDay, parseDay } from '@milepost/core/days';
import { filteredSignals, progressClasses } from '@milepost/core/filters/signal-values';
import { epicHealths } from '@milepost/core/roadmap/health';
import { layouts, type Layout } from '@milepost/core/roadmap/ranges';
import { hasFilters } from '@milepost/core/roadmap/filters';
import { epicStates, parseSort } from '@milepost/core/roadmap/settings';
import { execute, type DocumentNode, type GraphQLSchema } from 'graphql';
import { Type, type Static } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { InputError } from '../../../platform/rest/input.ts';
import { sharedDocuments, sharedNames, type SharedOperation } from './shared-documents.ts';
import type { RoadmapQuery } from './listing.ts';
import { pathsWithin, type Paths } from './paths.ts';

const MAX_PRESSED = 50;
const texts = Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: MAX_PRESSED }));
const someOf = <Value extends string>(values: readonly Value[]) =>
  Type.Optional(Type.Array(Type.Enum([...values]), { maxItems: MAX_PRESSED }));

/** The filters that a visitor toggles in the summary strip and the legend; they narrow what the link shows. */
const narrowedInput = Type.Object({
  state: Type.Optional(Type.Enum([...epicStates])),
  signals: someOf(filteredSignals),
  health_status: someOf(['NONE', ...epicHealths]),
  progress_classes: someOf(progressClasses),
  colors: texts,
  labels: texts,
  statuses: texts,
  /** In the link's naming. */
  group_paths: texts,
});

/** The choices of a page; everything else is fixed by the link. */
export const sharedInput = Type.Object({
  operation: Type.Union(
    (Object.keys(sharedDocuments) as SharedOperation[]).map((name) => Type.Literal(name)) as [
      ReturnType<typeof Type.Literal<SharedOperation>>,
    ],
  ),
  sort: Type.Optional(Type.String({ maxLength: 50 })),
  timeframe_start: Type.Optional(Type.String({ format: 'date' })),
  timeframe_end: Type.Optional(Type.String({ format: 'date' })),
  first: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  cursor: Type.Optional(Type.String({ maxLength: 2_000 })),
  /** The parent epic: its group's path in the link's naming, and its iid. */
  full_path: Type.Optional(Type.String({ maxLength: 2_000 })),
  iid: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,9}$' })),
  top_level: Type.Optional(Type.Boolean()),
  undated: Type.Optional(Type.Boolean()),
  /** The key of a lane: only its rows. */
  lane: Type.Optional(Type.String({ maxLength: 1_000 })),
  /** How lanes are made and drawn. */
  group_by: Type.Optional(Type.String({ maxLength: 300 })),
  then_by: Type.Optional(Type.String({ maxLength: 300 })),
  show_empty_lanes: Type.Optional(Type.Boolean()),
  /** The key of a lane of the first level: the lanes of the second level in it. */
  within: Type.Optional(Type.String({ maxLength: 1_000 })),
  layout: Type.Optional(
    Type.Union(layouts.map((each) => Type.Literal(each)) as [ReturnType<typeof Type.Literal<Layout>>]),
  ),
  first_weekday: Type.Optional(Type.Integer({ minimum: 0, maximum: 6 })),
  tracking: Type.Optional(Type.Union([Type.Literal('WEIGHT'), Type.Literal('COUNT')])),
  /** The visitor's day. */
  today: Type.Optional(Type.String({ format: 'date' })),
  narrowed: Type.Optional(narrowedInput),
  /** Only these of the link's epics. */
  ids: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
});
export type SharedInput = Static<typeof sharedInput>;

/** Answers a query of the page in the form of its own documents, with the link's filters. */
export async function answerShared(
  ctx: Context,
  schema: GraphQLSchema,
  question: RoadmapQuery,
  input: SharedInput,
): Promise<object> {
  const run: RunDocument = async (document, variableValues) => {
    const result = await execute({ schema, document, contextValue: ctx, variableValues });
    const [error] = result.errors ?? [];
    if (error?.extensions['code'] === 'INVALID_CURSOR') throw new InputError(['cursor is invalid']);
    if (error) throw error.originalError ?? error;
    return result.data;
  };
  const data = await run(sharedDocuments[input.operation], variablesOf(question, input));
  const named = await shownAmong(linkedIds(data), question, run);
  return present(data, { paths: pathsWithin(ctx.viewer, question.group), named }) as object;
}

type RunDocument = (document: DocumentNode, variables: Record<string, unknown>) => Promise<unknown>;

/** Maximum number of ids in one query. */
const MAX_IDS = 100;

/** Which of these work items are epics that the link shows: the others are not named. */
async function shownAmong(
  ids: readonly string[],
  { args }: RoadmapQuery,
  run: RunDocument,
): Promise<ReadonlySet<string>> {
  const { sort: _sort, timeframe: _days, topLevelHierarchyOnly: _top, ...filters } = args;
  const shown = new Set<string>();
  for (let at = 0; at < ids.length; at += MAX_IDS) {
    const some = ids.slice(at, at + MAX_IDS).map((id) => `gid://gitlab/Epic/${digitsOf(id)}`);
    const data = await run(sharedNames, { ...filters, ids: some, first: MAX_IDS });
    const { group } = data as { group: { epics: { nodes: ({ id: string } | null)[] } | null } | null };
    for (const node of group?.epics?.nodes ?? []) if (node) shown.add(digitsOf(node.id));
  }
  return shown;
}

/** The work items at the other ends of links, without duplicates. */
function linkedIds(value: unknown, found: Set<string> = new Set()): string[] {
  if (Array.isArray(value)) for (const each of value) linkedIds(each, found);
  else if (typeof value === 'object' && value !== null) {
    const { workItem } = value as { workItem?: { id: string } | null };
    if (workItem) found.add(workItem.id);
    else for (const each of Object.values(value)) linkedIds(each, found);
  }
  return [...found];
}

function variablesOf({ group, settings, args, today }: RoadmapQuery, input: SharedInput): Record<string, unknown> {
  const timeframe = timeframeIn(input);
  if (input.operation === 'groupMilestonesEE') return { fullPath: group.fullPath, timeframe };
  const { fullPath, sort, iid, includeDescendantGroups, topLevelHierarchyOnly, timeframe: _own, ...filters } = args;
  const and = narrowingOf(input, group);
  const listed = {
    ...filters,
    ...(and && { and }),
    today: input.today ?? formatDay(today),
    progress: settings.progressTracking,
    timeframe,
    sort: input.sort === undefined ? sort : parseSort(input.sort),
    first: input.first ?? 50,
    endCursor: input.cursor ?? '',
  };
  if (input.operation === 'epicChildEpics') {
    if (input.full_path === undefined || input.iid === undefined) throw new InputError(['iid is missing']);
    const above = group.fullPath.slice(0, group.fullPath.length - group.path.length);
    return { ...listed, fullPath: above + input.full_path, iid: input.iid };
  }
  // As on the page, a filtered list is flat.
  const isFiltered = hasFilters(settings.filterParams) || hasFilter(and);
  const isCount = input.operation === 'roadmapEpicCount';
  const isPick = isCount || input.undated || input.ids !== undefined;
  return {
    ...listed,
    fullPath,
    iid,
    includeDescendantGroups,
    topLevelHierarchyOnly:
      isPick && !isFiltered ? (input.top_level ?? false) : topLevelHierarchyOnly && !hasFilter(and),
    ...(input.undated && { undated: true }),
    ...(input.ids && { ids: input.ids }),
    ...(input.lane !== undefined && { lane: input.lane }),
    ...(input.operation === 'roadmapLanes' && laneVariables(input)),
  };
}

/** The visitor's filters as arguments; null for none. Of statuses only what the link shows. */
function narrowingOf({ narrowed }: SharedInput, group: Namespace): Record<string, unknown> | null {
  if (!narrowed) return null;
  const above = group.fullPath.slice(0, group.fullPath.length - group.path.length);
  const or = {
    ...(narrowed.labels && { labelName: narrowed.labels }),
    ...(narrowed.statuses && { status: narrowed.statuses.map((name) => ({ name })) }),
    ...(narrowed.group_paths && { groupPaths: narrowed.group_paths.map((path) => above + path) }),
  };
  return {
    ...(narrowed.state && { state: narrowed.state }),
    ...(narrowed.signals && { signals: narrowed.signals }),
    ...(narrowed.health_status && { healthStatus: narrowed.health_status }),
    ...(narrowed.progress_classes && { progressClasses: narrowed.progress_classes }),
    ...(narrowed.colors && { colors: narrowed.colors }),
    ...(Object.keys(or).length > 0 && { or }),
  };
}

/** The state alone leaves the levels as they are. */
const hasFilter = (and: object | null): boolean => Object.keys(and ?? {}).some((name) => name !== 'state');

function laneVariables(input: SharedInput): Record<string, unknown> {
  if (input.group_by === undefined) throw new InputError(['group_by is missing']);
  return {
    groupBy: input.group_by,
    thenBy: input.then_by ?? null,
    showEmptyLanes: input.show_empty_lanes ?? false,
    within: input.within ?? null,
    layout: input.layout ?? 'MONTHS',
    firstWeekday: input.first_weekday ?? 0,
    tracking: input.tracking ?? 'WEIGHT',
  };
}

function timeframeIn({ timeframe_start: start, timeframe_end: end }: SharedInput): object | null {
  const days = [parseDay(start ?? ''), parseDay(end ?? '')];
  return days.includes(null) ? null : { start, end };
}

interface RestPresentation {
  paths: Paths;
  /** Iids of the work items at the other ends of links that may be named. */
  named: ReadonlySet<string>;
}

/** Names groups relative to the link's group, and leaves every address out. */
function present(value: unknown, showing: RestPresentation): unknown {
  if (Array.isArray(value)) return value.map((each) => present(each, showing));
  if (typeof value !== 'object' || value === null) return value;
  const { paths, named } = showing;
  const shown = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, present(each, showing)]));
  if (typeof shown['fullPath'] === 'string') shown['fullPath'] = paths.path(shown['fullPath']);
  if (typeof shown['fullName'] === 'string') shown['fullName'] = paths.name(shown['fullName']);
  if ('hasChildrenWithinTimeframe' in shown) {
    shown['webPath'] = '';
    shown['hasChildren'] = shown['hasChildrenWithinTimeframe'];
    shown['userPermissions'] = { adminEpic: false };
  }
  if ('groupMilestone' in shown) shown['webPath'] = '';
  // An epic that only holds the connection of its children.
  if ('children' in shown) shown['title'] = '';
  // The item at the other end of a link.
  if ('features' in shown && !named.has(digitsOf(String(shown['id'])))) shown['title'] = '';
  return shown;
}
