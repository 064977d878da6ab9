import { formatDay, parseDay, type Day } from '@milepost/core/days';
import { NotFoundError, ValidationError } from '@milepost/core/errors';
import type { CadenceId, IterationId } from '@milepost/core/ids';
import { cadenceProblems, iterationState, missingIterations, type Schedule } from '@milepost/core/timeboxes/iterations';
import { Viewer } from '@milepost/core/roles';
import { requireIncluded } from '../../entitlements/policy.ts';
import { Context, type Trx } from '../../../platform/context.ts';
import { automationAccount } from '../../users/store/automation.ts';
import { nextIids, type Namespace } from '../../namespaces/store.ts';
import { lockManagedCadence, spanOf } from '../commands.ts';
import { iterationPolicy } from '../policy.ts';
import {
  cadencesById,
  insertCadence,
  lockCadence,
  removeCadence,
  rollOver,
  saveCadence,
  type Cadence,
} from '../store/cadences.ts';
import { insertIterations, iterationsOfCadence, renumber, type Iteration } from '../store.ts';

declare module '../../../platform/context.ts' {
  interface Events {
    'cadence.created': { cadenceId: CadenceId };
    'cadence.updated': { cadenceId: CadenceId };
    'cadence.deleted': { cadenceId: CadenceId; title: string };
    'workItem.iterationChanged': { fromId: IterationId | null; toId: IterationId | null };
  }
}

export interface CadenceFields {
  title: string;
  description?: string | null;
  isAutomatic: boolean;
  isActive: boolean;
  /** `YYYY-MM-DD` */
  startDate?: string | null;
  durationInWeeks?: number | null;
  iterationsInAdvance?: number | null;
  rollsOver?: boolean | null;
}

/** Creates a cadence of a group; an automatic one gets its first iterations at once. */
export async function createCadence(
  ctx: Context,
  group: Namespace,
  fields: CadenceFields,
  today: Day,
): Promise<Cadence> {
  ctx.require(iterationPolicy.manage, group);
  requireIncluded(group, 'iterations');
  const values = checked(fields);
  const id = await ctx.transaction(async (trx) => {
    const cadenceId = await insertCadence(trx, { ...values, namespaceId: group.id });
    trx.announce({ name: 'cadence.created', namespaceId: group.id, data: { cadenceId } });
    await scheduleIterations(ctx, trx, cadenceId, today);
    return cadenceId;
  });
  return (await ctx.load(cadencesById, id)) as Cadence;
}

/** Changes the given fields. */
export async function updateCadence(
  ctx: Context,
  id: CadenceId,
  changes: Partial<CadenceFields>,
  today: Day,
): Promise<Cadence> {
  await ctx.transaction(async (trx) => {
    const { cadence, group } = await lockManagedCadence(ctx, trx, id);
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    await saveCadence(trx, id, checked({ ...cadence, ...given }));
    trx.announce({ name: 'cadence.updated', namespaceId: group.id, data: { cadenceId: id } });
    await scheduleIterations(ctx, trx, id, today);
  });
  const cadence = await ctx.load(cadencesById, id);
  if (!cadence) throw new NotFoundError('Iterations cadence');
  return cadence;
}

/** Deletes a cadence with its iterations; returns its group. */
export async function deleteCadence(ctx: Context, id: CadenceId): Promise<Namespace> {
  return ctx.transaction(async (trx) => {
    const { cadence, group } = await lockManagedCadence(ctx, trx, id);
    await removeCadence(trx, id);
    trx.announce({ name: 'cadence.deleted', namespaceId: group.id, data: { cadenceId: id, title: cadence.title } });
    return group;
  });
}

/**
 * Creates the iterations that an automatic cadence lacks on a day, and moves open items out of iterations that ended if it rolls
 * over. Idempotent and safe to run concurrently: the cadence is locked, and each iteration rolls over once.
 */
export async function scheduleIterations(ctx: Context, trx: Trx, cadenceId: CadenceId, today: Day): Promise<void> {
  const cadence = await lockCadence(trx, cadenceId);
  if (!cadence) return;
  const schedule = scheduleOf(cadence);
  if (schedule) await addMissing(trx, cadence, schedule, today);
  if (cadence.rollsOver) await moveOpenItemsOn(ctx, trx, cadence, today);
}

async function addMissing(trx: Trx, cadence: Cadence, schedule: Schedule, today: Day): Promise<void> {
  const { id: cadenceId, namespaceId } = cadence;
  const existing = await iterationsOfCadence(trx, cadenceId);
  const missing = missingIterations(schedule, existing.map(spanOf), today);
  if (missing.length === 0) return;
  const first = await nextIids(trx, namespaceId, 'iterations', missing.length);
  const rows = missing.map(({ start, due }, index) => ({
    cadenceId,
    namespaceId,
    iid: first + index,
    sequence: existing.length + index + 1,
    startDate: formatDay(start),
    dueDate: formatDay(due),
  }));
  const ids = await insertIterations(trx, rows);
  await renumber(trx, cadenceId);
  for (const iterationId of ids) trx.announce({ name: 'iteration.created', namespaceId, data: { iterationId } });
}

/** Items of an iteration that ended move to the first one that has not. Without such an iteration they stay where they are. */
async function moveOpenItemsOn(ctx: Context, trx: Trx, cadence: Cadence, today: Day): Promise<void> {
  const iterations = await iterationsOfCadence(trx, cadence.id);
  const isPast = (each: Iteration) => iterationState(spanOf(each), today) === 'closed';
  const next = iterations.find((each) => !isPast(each));
  if (!next) return;
  for (const past of iterations.filter((each) => isPast(each) && each.rolledOverAt === null)) {
    const moved = await rollOver(trx, past.id, next.id);
    if (moved.length === 0) continue;
    const automation = new Context(ctx.services, new Viewer(await automationAccount(trx)), trx);
    await trx.actAs(automation, () => {
      for (const { workItemId, namespaceId, fromId } of moved) {
        const data = { fromId, toId: next.id };
        trx.announce({ name: 'workItem.iterationChanged', namespaceId, workItemId, data });
      }
      return Promise.resolve();
    });
  }
}

function scheduleOf(cadence: Cadence): Schedule | null {
  const startDate = parseDay(cadence.startDate ?? '');
  if (!cadence.isAutomatic || !cadence.isActive || startDate === null || !cadence.durationInWeeks) return null;
  return {
    startDate,
    durationInWeeks: cadence.durationInWeeks,
    iterationsInAdvance: cadence.iterationsInAdvance ?? 0,
  };
}

function checked(fields: CadenceFields) {
  const title = fields.title.trim();
  const startDate = parseDay(fields.startDate?.slice(0, 10) ?? '');
  const { durationInWeeks = null, iterationsInAdvance = null, isAutomatic, isActive } = fields;
  const problems = cadenceProblems({ title, isAutomatic, startDate, durationInWeeks, iterationsInAdvance });
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
  return {
    title,
    description: fields.description ?? '',
    isAutomatic,
    isActive,
    startDate: startDate === null ? null : formatDay(startDate),
    durationInWeeks,
    iterationsInAdvance,
    rollsOver: fields.rollsOver ?? false,
  };
}
