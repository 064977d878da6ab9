import { baseOfNamespace } from '@milepost/core/text/references';
import { formatDay, parseDay, type Day } from '@milepost/core/days';
import { NotFoundError, ValidationError } from '@milepost/core/errors';
import type { CadenceId, IterationId } from '@milepost/core/ids';
import { iterationName } from '@milepost/core/timeboxes/iteration-name';
import {
  iterationDateProblems,
  iterationState,
  overlap,
  type IterationSpan,
} from '@milepost/core/timeboxes/iterations';
import { requireIncluded } from '../entitlements/policy.ts';
import type { Context, Trx } from '../../platform/context.ts';
import { renderText } from '../../platform/markdown/sockets.ts';
import { namespaceById, nextIid, type Namespace } from '../namespaces/store.ts';
import { iterationPolicy } from './policy.ts';
import { lockCadence, type Cadence } from './store/cadences.ts';
import {
  insertIterations,
  iterationsById,
  iterationsOfCadence,
  lockIteration,
  removeIteration,
  renumber,
  saveIteration,
  type Iteration,
} from './store.ts';

declare module '../../platform/context.ts' {
  interface Events {
    'iteration.created': { iterationId: IterationId };
    'iteration.updated': { iterationId: IterationId };
    'iteration.deleted': { iterationId: IterationId };
  }
}

export interface IterationFields {
  title?: string | null;
  description?: string | null;
  /** `YYYY-MM-DD` */
  startDate: string;
  dueDate: string;
}

/** Creates an iteration of a manual cadence. Throws ValidationError for an automatic one. */
export async function createIteration(ctx: Context, cadenceId: CadenceId, fields: IterationFields): Promise<Iteration> {
  const id = await ctx.transaction(async (trx) => {
    const { cadence, group } = await lockManagedCadence(ctx, trx, cadenceId);
    if (cadence.isAutomatic) {
      throw new ValidationError({
        base: ['Iterations cannot be manually added to cadences that use automatic scheduling'],
      });
    }
    const values = checked(fields, await iterationsOfCadence(trx, cadenceId));
    const iid = await nextIid(trx, group.id, 'iterations');
    const descriptionHtml = await renderText(ctx.within(trx), values.description, baseOfNamespace(group));
    const [iterationId] = await insertIterations(trx, [
      { ...values, descriptionHtml, cadenceId, namespaceId: group.id, iid, sequence: 0 },
    ]);
    await renumber(trx, cadenceId);
    if (iterationId === undefined) throw new TypeError('An inserted iteration has an id');
    trx.announce({ name: 'iteration.created', namespaceId: group.id, data: { iterationId } });
    return iterationId;
  });
  return (await ctx.load(iterationsById, id)) as Iteration;
}

/** Changes the given fields. Dates of an automatic cadence's iterations and past iterations cannot be changed. */
export async function updateIteration(
  ctx: Context,
  id: IterationId,
  changes: Partial<IterationFields>,
): Promise<Iteration> {
  await ctx.transaction(async (trx) => {
    const { iteration, cadence, group } = await lockManaged(ctx, trx, id);
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const others = (await iterationsOfCadence(trx, cadence.id)).filter((other) => other.id !== id);
    const values = checked({ ...iteration, ...given }, others);
    const datesChanged = values.startDate !== iteration.startDate || values.dueDate !== iteration.dueDate;
    if (datesChanged && cadence.isAutomatic) {
      throw new ValidationError({ base: ['The dates of automatically scheduled iterations cannot be changed'] });
    }
    const descriptionHtml = await renderText(ctx.within(trx), values.description, baseOfNamespace(group));
    await saveIteration(trx, id, { ...values, descriptionHtml });
    if (datesChanged) await renumber(trx, cadence.id);
    trx.announce({ name: 'iteration.updated', namespaceId: group.id, data: { iterationId: id } });
  });
  const iteration = await ctx.load(iterationsById, id);
  if (!iteration) throw new NotFoundError('Iteration');
  return iteration;
}

/** Deletes an iteration and removes it from its items; returns its group. In an automatic cadence only upcoming ones can be deleted. */
export async function deleteIteration(ctx: Context, id: IterationId, today: Day): Promise<Namespace> {
  return ctx.transaction(async (trx) => {
    const { iteration, cadence, group } = await lockManaged(ctx, trx, id);
    if (cadence.isAutomatic && iterationState(spanOf(iteration), today) !== 'upcoming') {
      throw new ValidationError({ base: ['upcoming iterations only can be deleted'] });
    }
    await removeIteration(trx, id);
    await renumber(trx, cadence.id);
    trx.announce({ name: 'iteration.deleted', namespaceId: group.id, data: { iterationId: id } });
    return group;
  });
}

/** Locks a cadence that the viewer may change. Throws NotFoundError for one that does not exist or is not visible. */
export async function lockManagedCadence(
  ctx: Context,
  trx: Trx,
  id: CadenceId,
): Promise<{ cadence: Cadence; group: Namespace }> {
  const cadence = await lockCadence(trx, id);
  const group = cadence && (await namespaceById(trx, cadence.namespaceId));
  if (!cadence || !group || !ctx.can(iterationPolicy.read, group)) throw new NotFoundError('Iterations cadence');
  ctx.require(iterationPolicy.manage, group);
  requireIncluded(group, 'iterations');
  return { cadence, group };
}

async function lockManaged(ctx: Context, trx: Trx, id: IterationId) {
  const iteration = await lockIteration(trx, id);
  if (!iteration) throw new NotFoundError('Iteration');
  return { iteration, ...(await lockManagedCadence(ctx, trx, iteration.cadenceId)) };
}

export function spanOf(iteration: { startDate: string; dueDate: string }): IterationSpan {
  return { start: parseDay(iteration.startDate) as Day, due: parseDay(iteration.dueDate) as Day };
}

const noDay = (text: string): string => (text.trim() === '' ? "can't be blank" : 'is invalid');

function checked(fields: IterationFields, others: readonly Iteration[]) {
  const start = parseDay(fields.startDate);
  const due = parseDay(fields.dueDate);
  if (start === null || due === null) {
    throw new ValidationError({
      ...(start === null && { start_date: [noDay(fields.startDate)] }),
      ...(due === null && { due_date: [noDay(fields.dueDate)] }),
    });
  }
  const span = { start, due };
  const problems = iterationDateProblems(span, others.map(spanOf));
  const clashing = others.filter((other) => overlap(span, spanOf(other)));
  if (problems['base'] && clashing.length > 0) {
    const names = clashing.map(
      (other) => `${iterationName(other.title, spanOf(other))} (${other.startDate} – ${other.dueDate})`,
    );
    problems['base'] = problems['base'].map((text) => `${text}: ${names.join(', ')}`);
  }
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
  const title = fields.title?.trim() || null;
  if (title !== null && title.length > 255)
    throw new ValidationError({ title: ['is too long (maximum is 255 characters)'] });
  const description = fields.description ?? '';
  return {
    title,
    description,
    startDate: formatDay(start),
    dueDate: formatDay(due),
  };
}
