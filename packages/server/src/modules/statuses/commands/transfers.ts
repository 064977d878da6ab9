import { ValidationError } from '@milepost/core/errors';
import type { LifecycleId, NamespaceId, StatusId } from '@milepost/core/ids';
import type { WorkItemType } from '@milepost/core/work-items';
import type { Trx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import type { RootChange } from '../../namespaces/sockets.ts';
import { lifecyclesIn, stateOfStatus, type Status } from '../../work-items/store/statuses.ts';
import { countStatusesBelow, setStatusBelow } from '../store.ts';
import { sameIn } from './replacements.ts';

/** A status of items of a group or project, and its counterpart in another top-level group. */
export interface StatusMove {
  status: Status;
  types: WorkItemType[];
  /** The number of items that have it. */
  count: number;
  lifecycleId: LifecycleId;
  /** The status of the same name and category; null if one must be chosen. */
  target: Status | null;
  /** The statuses of the same state. */
  choices: readonly Status[];
}

/** The statuses that a transfer changes, without a permission check. */
export async function statusMovesOf(
  db: Db,
  { traversalIds, fromRootId, toRootId }: Omit<RootChange, 'id'>,
): Promise<StatusMove[]> {
  const [before, after] = await Promise.all([lifecyclesIn(db, fromRootId), lifecyclesIn(db, toRootId)]);
  // Counting a million items takes seconds: skipped for types with the same lifecycle before and after.
  const types = before.flatMap(({ id, types: has }) =>
    has.filter((type) => !after.some((lifecycle) => lifecycle.id === id && lifecycle.types.includes(type))),
  );
  if (types.length === 0) return [];
  const counts = await countStatusesBelow(db, traversalIds, types);
  const known = new Map(before.flatMap(({ statuses }) => statuses.map((status) => [status.id, status] as const)));
  const moves = new Map<string, StatusMove>();
  for (const { statusId, type, count } of counts) {
    const status = known.get(statusId);
    const lifecycle = after.find(({ types }) => types.includes(type));
    if (!status || !lifecycle || lifecycle.statuses.some(({ id }) => id === statusId)) continue;
    const key = `${statusId} ${lifecycle.id}`;
    const move = moves.get(key);
    if (move) {
      move.types.push(type);
      move.count += count;
      continue;
    }
    moves.set(key, {
      status,
      types: [type],
      count,
      lifecycleId: lifecycle.id,
      target: sameIn(lifecycle, status) ?? null,
      choices: lifecycle.statuses.filter((each) => stateOfStatus(each) === stateOfStatus(status)),
    });
  }
  return [...moves.values()];
}

/**
 * Gives the items of a group or project the statuses of its new top-level group: the chosen ones, or those of the same name and
 * category. Throws ValidationError for a status that has neither, and for a choice that would open or close items.
 */
export async function moveStatuses(trx: Trx, change: RootChange, chosen: ChosenStatuses): Promise<void> {
  for (const { types, from, to } of await checkedMoves(trx, change, chosen)) {
    await setStatusBelow(trx, change.traversalIds, types, [from, to]);
  }
}

/** Old statuses and the chosen new ones. */
export type ChosenStatuses = readonly (readonly [StatusId, StatusId])[];

/** Validates the input of `moveStatuses`, and returns the changes. Throws ValidationError. */
export async function checkedMoves(
  trx: Trx,
  change: RootChange,
  chosen: ChosenStatuses,
): Promise<{ types: WorkItemType[]; from: StatusId; to: StatusId }[]> {
  const moves = await statusMovesOf(trx, change);
  const problems: string[] = [];
  const checked = [];
  for (const { status, types, count, target, choices } of moves) {
    const wanted = chosen.filter(([old]) => old === status.id).map(([, id]) => id);
    const id = choices.find((each) => wanted.includes(each.id))?.id ?? (wanted.length === 0 ? target?.id : undefined);
    if (id !== undefined) checked.push({ types, from: status.id, to: id });
    else if (wanted.length > 0) problems.push(`The chosen status cannot replace ${status.name}.`);
    else
      problems.push(
        `${count === 1 ? '1 item has' : `${count} items have`} the status ${status.name}. Choose a status of the new group for them.`,
      );
  }
  if (problems.length > 0) throw new ValidationError({ base: problems });
  return checked;
}

/** The top-level group of a target; a group that moves to the top becomes its own. */
export const rootOfTarget = (id: NamespaceId, target: { rootId: NamespaceId } | null): NamespaceId =>
  target?.rootId ?? id;
