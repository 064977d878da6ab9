import { parseDay } from '@milepost/core/days';
import { hasFilters, readFilters } from '@milepost/core/roadmap/filters';
import { parseSort } from '@milepost/core/roadmap/settings';
import { execute, type GraphQLSchema } from 'graphql';
import { Type, type Static } from 'typebox';
import type { Context } from '../../platform/context.ts';
import { InputError } from '../../platform/rest/input.ts';
import { sharedDocuments, type SharedOperation } from './rest-shared-documents.ts';
import type { RoadmapQuestion } from './rest-listing.ts';
import { pathsWithin, type Paths } from './rest-paths.ts';

/** What a page may choose; everything else is what the link was made with. */
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
  /** The epic whose children are asked for: its group's path as the link's answers name it, and its number. */
  full_path: Type.Optional(Type.String({ maxLength: 2_000 })),
  iid: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,9}$' })),
  top_level: Type.Optional(Type.Boolean()),
});
export type SharedInput = Static<typeof sharedInput>;

/** Answers one of the page's questions in the form of its own documents, with the filters of the link. */
export async function answerShared(
  ctx: Context,
  schema: GraphQLSchema,
  question: RoadmapQuestion,
  input: SharedInput,
): Promise<object> {
  const result = await execute({
    schema,
    document: sharedDocuments[input.operation],
    contextValue: ctx,
    variableValues: variablesOf(question, input),
  });
  const [error] = result.errors ?? [];
  if (error?.extensions['code'] === 'INVALID_CURSOR') throw new InputError(['cursor is invalid']);
  if (error) throw error.originalError ?? error;
  return present(result.data, pathsWithin(ctx.viewer, question.group)) as object;
}

function variablesOf({ group, settings, args }: RoadmapQuestion, input: SharedInput): Record<string, unknown> {
  const timeframe = timeframeIn(input);
  if (input.operation === 'groupMilestonesEE') return { fullPath: group.fullPath, timeframe };
  const { fullPath, sort, iid, includeDescendantGroups, topLevelHierarchyOnly, timeframe: _own, ...filters } = args;
  const listed = {
    ...filters,
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
  const isFiltered = hasFilters(readFilters(settings.filterParams));
  const isCount = input.operation === 'roadmapEpicCount';
  return {
    ...listed,
    fullPath,
    iid,
    includeDescendantGroups,
    topLevelHierarchyOnly: isCount && !isFiltered ? (input.top_level ?? false) : topLevelHierarchyOnly,
  };
}

function timeframeIn({ timeframe_start: start, timeframe_end: end }: SharedInput): object | null {
  const days = [parseDay(start ?? ''), parseDay(end ?? '')];
  return days.includes(null) ? null : { start, end };
}

/** Names groups from the link's own group on, and leaves every address out. */
function present(value: unknown, paths: Paths): unknown {
  if (Array.isArray(value)) return value.map((each) => present(each, paths));
  if (typeof value !== 'object' || value === null) return value;
  const shown = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, present(each, paths)]));
  if (typeof shown['fullPath'] === 'string') shown['fullPath'] = paths.path(shown['fullPath']);
  if (typeof shown['fullName'] === 'string') shown['fullName'] = paths.name(shown['fullName']);
  if ('hasChildrenWithinTimeframe' in shown) {
    shown['webPath'] = '';
    shown['hasChildren'] = shown['hasChildrenWithinTimeframe'];
    shown['userPermissions'] = { adminEpic: false };
  }
  if ('groupMilestone' in shown) shown['webPath'] = '';
  // An epic that is only the way to its children, and the item at the other end of a link.
  if ('children' in shown || 'features' in shown) shown['title'] = '';
  return shown;
}
