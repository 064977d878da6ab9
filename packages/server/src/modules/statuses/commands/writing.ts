import { ConflictError, ValidationError } from '@milepost/core/errors';
import type { LifecycleId, StatusId } from '@milepost/core/ids';
import {
  categoryDefaults,
  lifecycleProblems,
  type StatusCategory,
  type StatusDraft,
  type StatusIcon,
} from '@milepost/core/statuses/statuses';
import type { Db } from '../../../platform/database/tables.ts';
import type { Namespace } from '../../namespaces/store.ts';
import type { Lifecycle, Status } from '../../work-items/store/statuses.ts';
import { insertLifecycle, insertStatus, ownStatuses, saveLifecycle, saveStatus, setStatuses } from '../store.ts';

/** A status in the input: an existing one by id, or a new one. An omitted property keeps its value, or is that of the category. */
export interface WantedStatus {
  id?: StatusId | undefined;
  name: string;
  category: StatusCategory;
  description?: string | undefined;
  color?: string | undefined;
  icon?: StatusIcon | undefined;
}

/** Statuses in order, with the indexes of the defaults. */
export interface WantedStatuses {
  statuses: readonly WantedStatus[];
  defaultOpen: number;
  defaultClosed: number;
  defaultDuplicate: number;
}

export interface NewLifecycle extends WantedStatuses {
  name: string;
}

export interface WrittenLifecycle {
  id: LifecycleId;
  /** Replaces inherited statuses by copies that belong to the group. */
  renewed: ReadonlyMap<StatusId, StatusId>;
}

/** Writes a new lifecycle with its statuses. Throws as `createLifecycle` does. */
export async function insertWith(trx: Db, group: Namespace, wanted: NewLifecycle): Promise<WrittenLifecycle> {
  const { statusIds, columns, renewed } = await written(trx, group, wanted);
  const id = await insertLifecycle(trx, { ...columns, rootId: group.id });
  if (id === null) throw nameTaken();
  await setStatuses(trx, id, statusIds);
  return { id, renewed };
}

/** Changes an existing lifecycle with its statuses. Throws as `updateLifecycle` does. */
export async function saveWith(
  trx: Db,
  group: Namespace,
  before: Lifecycle,
  wanted: NewLifecycle,
): Promise<WrittenLifecycle> {
  const { statusIds, columns, renewed } = await written(trx, group, wanted);
  if (!(await saveLifecycle(trx, before.id, columns))) throw nameTaken();
  await setStatuses(trx, before.id, statusIds);
  return { id: before.id, renewed };
}

const nameTaken = () => new ConflictError('The group has another lifecycle of this name.');

/** Writes the statuses of a lifecycle, and returns their ids with the columns of the lifecycle. */
async function written(trx: Db, group: Namespace, wanted: NewLifecycle) {
  const name = wanted.name.trim();
  const known = await ownStatuses(trx, group.id);
  const drafts = draftsOf(wanted.statuses, known);
  const problems = lifecycleProblems({ ...wanted, name, statuses: drafts });
  problems.push(...drafts.flatMap((draft) => conflictsOf(draft, drafts, known)));
  if (problems.length > 0) throw new ValidationError({ base: problems });
  // Temporary names, because two statuses may swap their names, which are unique.
  for (const { before } of drafts) if (before) await saveStatus(trx, before.id, { name: `#${before.id}` });
  const statusIds: StatusId[] = [];
  for (const { before, ...values } of drafts) {
    if (before) await saveStatus(trx, before.id, values);
    statusIds.push(before?.id ?? (await insertStatus(trx, { ...values, rootId: group.id })));
  }
  const renewed = new Map<StatusId, StatusId>();
  for (const [place, { id }] of wanted.statuses.entries()) {
    const statusId = statusIds[place];
    if (id !== undefined && statusId !== undefined && id !== statusId) renewed.set(id, statusId);
  }
  const at = (place: number) => statusIds[place] as StatusId;
  return {
    statusIds,
    renewed,
    columns: {
      name,
      defaultOpenId: at(wanted.defaultOpen),
      defaultClosedId: at(wanted.defaultClosed),
      defaultDuplicateId: at(wanted.defaultDuplicate),
    },
  };
}

interface Draft extends StatusDraft {
  icon: StatusIcon;
  /** The existing status of the group; undefined for a new one. */
  before: Status | undefined;
}

/**
 * The wanted statuses with all their properties. One without an id of the group (the system's ids are not) is the group's status
 * of this name, or a new one.
 */
function draftsOf(wanted: readonly WantedStatus[], known: readonly Status[]): Draft[] {
  const named = new Map(known.map((status) => [status.name.toLowerCase(), status]));
  const given = new Set(wanted.map(({ id }) => id));
  return wanted.map((status) => {
    const name = status.name.trim();
    const sameName = named.get(name.toLowerCase());
    const before = known.find(({ id }) => id === status.id) ?? (given.has(sameName?.id) ? undefined : sameName);
    const look = before ?? { ...categoryDefaults[status.category], description: '' };
    return {
      before,
      name,
      category: status.category,
      description: (status.description ?? look.description).trim(),
      color: (status.color ?? look.color).toLowerCase(),
      icon: status.icon ?? look.icon,
    };
  });
}

function conflictsOf({ before, name, category }: Draft, drafts: readonly Draft[], known: readonly Status[]): string[] {
  const kept = new Set(drafts.map((draft) => draft.before?.id));
  const hasName = known.some((each) => !kept.has(each.id) && each.name.toLowerCase() === name.toLowerCase());
  return [
    ...(before && before.category !== category ? [`The category of ${name} cannot be changed.`] : []),
    ...(before && drafts.filter((draft) => draft.before === before).length > 1 ? [`${name} is listed twice.`] : []),
    ...(hasName ? [`The group has another status named ${name}.`] : []),
  ];
}
