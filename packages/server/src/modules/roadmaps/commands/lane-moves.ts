import { DomainError, NotFoundError, unreachable, ValidationError } from '@milepost/core/errors';
import { HierarchyCycleError } from '@milepost/core/hierarchy';
import type {
  CustomFieldId,
  CustomFieldOptionId,
  LabelId,
  MilestoneId,
  StatusId,
  UserId,
  WorkItemId,
} from '@milepost/core/ids';
import type { GroupKey } from '@milepost/core/roadmap/lanes/grouping';
import { changedSteps, laneRefusals, refusedKind } from '@milepost/core/roadmap/lanes/lane-drops';
import { groupKindOf, groupSubjectOf, type LaneStep } from '@milepost/core/roadmap/lanes/lane-keys';
import { healthStatuses } from '@milepost/core/work-items';
import type { Context, Trx } from '../../../platform/context.ts';
import { lockTree } from '../../hierarchy/store.ts';
import { namespacesById } from '../../namespaces/store.ts';
import { changeWithin } from '../../work-items/commands.ts';
import type { WorkItemChange } from '../../work-items/commands/fields.ts';
import { workItemPolicy } from '../../work-items/policy.ts';
import { findVisibleWorkItemById, visibleWorkItem, type WorkItem } from '../../work-items/store.ts';
import { assignableAmong, lockWorkItem, type LockedWorkItem } from '../../work-items/store/writing.ts';
import { labelOfValue, laneStepsOf, lastLaneEditor, orderValues, ownValues } from '../store/lanes/own-values.ts';

/** Somebody else moved the epic to another lane meanwhile. */
export class StaleLaneError extends DomainError {
  override name = 'StaleLaneError';
  readonly code = 'STALE_LANE' as const;
  readonly kind = 'conflict' as const;
  /** `who`: the other person's name, if known. */
  constructor(who: string | null) {
    super(`${who ?? 'Someone'} changed the value of the lane meanwhile.`);
  }
}

/** The values of a field that lanes are grouped by: ids, or a health status. */
export interface LaneValues {
  by: GroupKey;
  values: readonly string[];
}

export interface LaneMove {
  /** The target lane: only values that differ from `read` change. */
  to: readonly LaneStep[];
  /** The lane that was read: the move is refused if the epic is no longer in it. */
  read: readonly LaneStep[] | null;
  /** Exactly these values, instead of those of `to`: for an undo. */
  values: readonly LaneValues[] | null;
  /** Dates that change with it. */
  dates: WorkItemChange;
}

/** Moves an epic to another lane, by setting the values that lanes are grouped by. Returns the values it had. */
export async function moveToLane(
  ctx: Context,
  id: WorkItemId,
  { to, read, values, dates }: LaneMove,
): Promise<{ epic: WorkItem; previous: LaneValues[] }> {
  const { rootId } = await findVisibleWorkItemById(ctx, id, ['epic']);
  const entered = changedSteps(read ?? [], to);
  const keys = (values ?? entered).map(({ by }) => by);
  const refused = refusedKind(keys.map((by) => ({ by, value: null })));
  if (refused) throw new ValidationError({ base: [laneRefusals[refused] ?? ''] });
  const previous = await ctx.transaction(async (trx) => {
    const within = ctx.within(trx);
    // Locked before the row, as in every change of dates and parents.
    await lockTree(trx, rootId, keys.includes('PARENT') ? 'exclusive' : 'shared');
    const epic = await lockWorkItem(trx, id);
    if (!epic || !ctx.can(workItemPolicy.read, epic)) throw new NotFoundError('Work item');
    ctx.require(workItemPolicy.plan, epic);
    if (keys.includes('PARENT')) await requireVisibleParent(within, epic);
    if (read) await requireUnchanged(within, trx, epic, read, keys);
    const before: LaneValues[] = [];
    for (const by of keys) before.push({ by, values: await ownValues(trx, id, by) });
    const wanted = values ?? (await valuesOf(trx, epic, entered, before));
    await write(within, trx, epic, { before, wanted, dates });
    return before;
  });
  return { epic: await findVisibleWorkItemById(ctx, id, ['epic']), previous };
}

/** Without its lane such a parent would be replaced unnoticed, and no undo could restore it. */
async function requireVisibleParent(ctx: Context, { parentId, title }: LockedWorkItem): Promise<void> {
  if (parentId === null || (await visibleWorkItem(ctx, parentId))) return;
  throw new ValidationError({ base: [`“${title}” has a parent that you are not allowed to see`] });
}

async function requireUnchanged(
  ctx: Context,
  trx: Trx,
  epic: LockedWorkItem,
  read: readonly LaneStep[],
  keys: readonly GroupKey[],
): Promise<void> {
  const home = await ctx.load(namespacesById, epic.namespaceId);
  if (!home || keys.length === 0) return;
  const now = (await laneStepsOf(ctx, home, [epic.id], keys)).get(epic.id) ?? [];
  for (const { by, value } of now) {
    const seen = read.find((step) => step.by === by);
    if (seen && seen.value !== value) throw new StaleLaneError(await lastLaneEditor(trx, epic.id, by));
  }
}

/** The values of a lane. Of several assignees or options the first one, which decides the lane, is replaced. */
async function valuesOf(
  trx: Trx,
  epic: LockedWorkItem,
  steps: readonly LaneStep[],
  before: readonly LaneValues[],
): Promise<LaneValues[]> {
  const wanted: LaneValues[] = [];
  for (const { by, value } of steps) {
    if (value === null) {
      wanted.push({ by, values: [] });
      continue;
    }
    const kind = groupKindOf(by);
    const [, ...others] = before.find((each) => each.by === by)?.values ?? [];
    if (kind === 'ASSIGNEE' || kind === 'FIELD') {
      wanted.push({ by, values: [value, ...others.filter((other) => other !== value)] });
    } else if (kind === 'LABEL') {
      const label = await labelOfValue(trx, epic.scope.traversalIds, groupSubjectOf(by), value);
      if (label === null) {
        const title = `${groupSubjectOf(by)}::${value}`;
        throw new ValidationError({ base: [`The label “${title}” does not exist in ${epic.namespacePath}`] });
      }
      wanted.push({ by, values: [label] });
    } else wanted.push({ by, values: [value] });
  }
  return wanted;
}

async function write(
  ctx: Context,
  trx: Trx,
  epic: LockedWorkItem,
  { before, wanted, dates }: { before: readonly LaneValues[]; wanted: readonly LaneValues[]; dates: WorkItemChange },
): Promise<void> {
  const change: WorkItemChange = { ...dates };
  for (const { by, values } of wanted) {
    const had = before.find((each) => each.by === by)?.values ?? [];
    Object.assign(change, changeTo(change, by, values, had));
  }
  await requireAssignable(trx, epic, change.assigneeIds ?? [], before);
  try {
    await changeWithin(ctx, trx, epic.id, change);
  } catch (error) {
    if (!(error instanceof HierarchyCycleError)) throw error;
    const parent = await visibleWorkItem(ctx, error.parentId);
    throw new ValidationError({ base: [`“${parent?.title ?? ''}” is below “${epic.title}” and cannot be its parent`] });
  }
  for (const { by, values } of wanted) await orderValues(trx, epic.id, by, values);
}

const numbers = (values: readonly string[]): number[] => values.map(Number);

/** The change that leaves an epic with these values. Throws ValidationError for values that are invalid for the grouping. */
function changeTo(
  change: WorkItemChange,
  by: GroupKey,
  values: readonly string[],
  had: readonly string[],
): WorkItemChange {
  const kind = groupKindOf(by);
  const isHealth = kind === 'HEALTH';
  const isKnown = (value: string) =>
    isHealth ? healthStatuses.some((each) => each === value) : /^[1-9]\d{0,14}$/.test(value);
  if (!values.every(isKnown)) throw new ValidationError({ lane: ['is invalid'] });
  const [value] = values;
  const id = value === undefined ? null : Number(value);
  switch (kind) {
    case 'LABEL':
      return {
        addLabelIds: [...(change.addLabelIds ?? []), ...(numbers(values) as LabelId[])],
        removeLabelIds: [
          ...(change.removeLabelIds ?? []),
          ...(numbers(had.filter((each) => !values.includes(each))) as LabelId[]),
        ],
      };
    case 'ASSIGNEE':
      return { assigneeIds: numbers(values) as UserId[] };
    case 'FIELD': {
      const fieldId = Number(groupSubjectOf(by)) as CustomFieldId;
      return {
        customFields: [
          ...(change.customFields ?? []),
          { fieldId, optionIds: numbers(values) as CustomFieldOptionId[] },
        ],
      };
    }
    case 'MILESTONE':
      return { milestoneId: id as MilestoneId | null };
    case 'HEALTH':
      return { healthStatus: healthStatuses.find((each) => each === value) ?? null };
    case 'STATUS':
      if (id === null) throw new ValidationError({ base: ['An epic always has a status'] });
      return { statusId: id as StatusId };
    case 'PARENT':
      return { parentId: id as WorkItemId | null };
    case 'SUBGROUP':
    case 'ITERATION':
    case 'AUTHOR':
      return {};
    default:
      return unreachable(kind);
  }
}

/** People who cannot see an item cannot be assigned, so a move to their lane would do nothing. */
async function requireAssignable(
  trx: Trx,
  epic: LockedWorkItem,
  ids: readonly UserId[],
  before: readonly LaneValues[],
): Promise<void> {
  const newcomers = ids.filter((id) => !before.some(({ by, values }) => by === 'ASSIGNEE' && values.includes(`${id}`)));
  if (newcomers.length === 0) return;
  const assignable = await assignableAmong(trx, epic.scope, newcomers);
  if (newcomers.some((id) => !assignable.includes(id))) {
    throw new ValidationError({ assignees: [`must be able to see ${epic.namespacePath}`] });
  }
}
