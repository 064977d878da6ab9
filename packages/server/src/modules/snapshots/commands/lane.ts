import { unreachable } from '@milepost/core/errors';
import { scopedTitle } from '@milepost/core/labels';
import type { GroupKey } from '@milepost/core/roadmap/lanes/grouping';
import { groupKindOf, groupSubjectOf, laneKeyOf } from '@milepost/core/roadmap/lanes/lane-keys';
import type { Context } from '../../../platform/context.ts';
import { visibleMilestone } from '../../milestones/commands.ts';
import type { ComparedEpic, ValuesThen } from '../store/compare.ts';

/**
 * The key of the lane that an epic was in when the first plan was saved; null if that lacks it. What a snapshot does not hold
 * counts as no value.
 */
export async function laneKeyThen(ctx: Context, epic: ComparedEpic, keys: readonly GroupKey[]): Promise<string | null> {
  const { fromLane } = epic;
  if (!fromLane) return null;
  return laneKeyOf(
    await Promise.all(keys.map(async (by) => ({ by, value: await valueThen(ctx, epic, fromLane, by) }))),
  );
}

async function valueThen(
  ctx: Context,
  { fromParentId }: ComparedEpic,
  { homeId, milestoneId, healthStatus, labelTitles }: ValuesThen,
  by: GroupKey,
): Promise<string | null> {
  const kind = groupKindOf(by);
  switch (kind) {
    case 'SUBGROUP':
      return String(homeId);
    case 'LABEL':
      return valueInScope(labelTitles, groupSubjectOf(by));
    case 'MILESTONE':
      return milestoneId !== null && (await visibleMilestone(ctx, milestoneId)) ? String(milestoneId) : null;
    case 'HEALTH':
      return healthStatus;
    case 'PARENT':
      return fromParentId === null ? null : String(fromParentId);
    case 'ITERATION':
    case 'ASSIGNEE':
    case 'AUTHOR':
    case 'STATUS':
    case 'FIELD':
      return null;
    default:
      return unreachable(kind);
  }
}

/** Scopes are compared without case. */
function valueInScope(titles: readonly string[], scope: string): string | null {
  for (const title of titles) {
    const scoped = scopedTitle(title);
    if (scoped?.scope.toLowerCase() === scope.toLowerCase()) return scoped.value;
  }
  return null;
}
