import { utcDayOf } from '@milepost/core/days';
import { NotFoundError, ValidationError } from '@milepost/core/errors';
import type { CadenceId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import { mutation } from '../../../platform/graphql/mutations.ts';
import { findVisibleGroup, findVisibleProject } from '../../namespaces/commands.ts';
import { GroupRef } from '../../namespaces/graphql.ts';
import type { Namespace } from '../../namespaces/store.ts';
import type { NamespaceId } from '@milepost/core/ids';
import { createCadence, deleteCadence, updateCadence } from '../commands/cadences.ts';
import { createIteration, deleteIteration, updateIteration } from '../commands.ts';
import { CadenceRef, IterationRef, readCadenceId, readIterationId } from '../graphql.ts';
import { cadencesById, cadencesOf } from '../store/cadences.ts';
import { iterationsById } from '../store.ts';

const today = () => utcDayOf(new Date());
const dayText = (date: Date | null | undefined) => date?.toISOString().slice(0, 10);

export function mutateIterations(): void {
  // Two published names of the same argument.
  for (const [name, typeName] of [
    ['iterationCreate', 'iterationCreate'],
    ['createIteration', 'CreateIteration'],
  ] as const) {
    mutation(name, {
      description: 'Creates an iteration of a manual cadence',
      typeName,
      input: (t) => ({
        groupPath: t.id(),
        projectPath: t.id(),
        iterationsCadenceId: t.field({ type: 'IterationsCadenceID' }),
        title: t.string(),
        description: t.string(),
        startDate: t.string(),
        dueDate: t.string(),
      }),
      resolve: async (input, ctx) =>
        createIteration(ctx, await cadenceFor(ctx, input), {
          title: input.title,
          description: input.description,
          startDate: input.startDate ?? '',
          dueDate: input.dueDate ?? '',
        }),
      payload: (t) => ({
        iteration: t.field({ type: IterationRef, nullable: true, resolve: (payload) => payload.result }),
      }),
    });
  }

  mutation('updateIteration', {
    description: 'Changes the given fields of an iteration',
    input: (t) => ({
      groupPath: t.id({ required: true }),
      id: t.id({ required: true }),
      title: t.string(),
      description: t.string(),
      startDate: t.string(),
      dueDate: t.string(),
    }),
    resolve: async (input, ctx) => {
      const id = readIterationId(input.id);
      const group = await findVisibleGroup(ctx, input.groupPath);
      requireAtOrAbove(await ctx.load(iterationsById, id), group);
      return updateIteration(ctx, id, {
        title: input.title,
        description: input.description,
        // An iteration has both dates: null is refused as a blank one.
        ...(input.startDate !== undefined && { startDate: input.startDate ?? '' }),
        ...(input.dueDate !== undefined && { dueDate: input.dueDate ?? '' }),
      });
    },
    payload: (t) => ({
      iteration: t.field({ type: IterationRef, nullable: true, resolve: (payload) => payload.result }),
    }),
  });

  mutation('iterationDelete', {
    description: 'Deletes an iteration',
    input: (t) => ({ id: t.field({ type: 'IterationID', required: true }) }),
    resolve: (input, ctx) => deleteIteration(ctx, readIterationId(input.id), today()),
    payload: (t) => ({ group: t.field({ type: GroupRef, nullable: true, resolve: ({ result }) => result }) }),
  });
}

export function mutateCadences(): void {
  mutation('iterationCadenceCreate', {
    description: 'Creates a cadence of a group',
    input: (t) => ({
      groupPath: t.id({ required: true }),
      title: t.string(),
      description: t.string(),
      active: t.boolean({ required: true }),
      automatic: t.boolean({ required: true }),
      startDate: t.field({ type: 'Time' }),
      durationInWeeks: t.int(),
      iterationsInAdvance: t.int(),
      rollOver: t.boolean(),
    }),
    resolve: async (input, ctx) => {
      const group = await findVisibleGroup(ctx, input.groupPath);
      const fields = {
        title: input.title ?? '',
        description: input.description,
        isActive: input.active,
        isAutomatic: input.automatic,
        startDate: dayText(input.startDate) ?? null,
        durationInWeeks: input.durationInWeeks,
        iterationsInAdvance: input.iterationsInAdvance,
        rollsOver: input.rollOver,
      };
      return createCadence(ctx, group, fields, today());
    },
    payload: (t) => ({
      iterationCadence: t.field({ type: CadenceRef, nullable: true, resolve: (payload) => payload.result }),
    }),
  });

  mutation('iterationCadenceUpdate', {
    description: 'Changes the given fields of a cadence',
    input: (t) => ({
      id: t.field({ type: 'IterationsCadenceID', required: true }),
      title: t.string(),
      description: t.string(),
      active: t.boolean(),
      automatic: t.boolean(),
      startDate: t.field({ type: 'Time' }),
      durationInWeeks: t.int(),
      iterationsInAdvance: t.int(),
      rollOver: t.boolean(),
    }),
    resolve: (input, ctx) => {
      const changes = {
        title: input.title ?? undefined,
        description: input.description,
        isActive: input.active ?? undefined,
        isAutomatic: input.automatic ?? undefined,
        startDate: dayText(input.startDate),
        durationInWeeks: input.durationInWeeks,
        iterationsInAdvance: input.iterationsInAdvance,
        rollsOver: input.rollOver ?? undefined,
      };
      return updateCadence(ctx, readCadenceId(input.id), changes, today());
    },
    payload: (t) => ({
      iterationCadence: t.field({ type: CadenceRef, nullable: true, resolve: (payload) => payload.result }),
    }),
  });

  mutation('iterationCadenceDestroy', {
    description: 'Deletes a cadence with its iterations',
    input: (t) => ({ id: t.field({ type: 'IterationsCadenceID', required: true }) }),
    resolve: (input, ctx) => deleteCadence(ctx, readCadenceId(input.id)),
    payload: (t) => ({ group: t.field({ type: GroupRef, nullable: true, resolve: ({ result }) => result }) }),
  });
}

interface IterationTarget {
  groupPath?: string | number | null;
  projectPath?: string | number | null;
  iterationsCadenceId?: string | null;
}

/** The named cadence, or the only one of the group: projects use the iterations of their groups. */
async function cadenceFor(ctx: Context, input: IterationTarget): Promise<CadenceId> {
  if (!input.groupPath === !input.projectPath) {
    throw new ValidationError({ base: ['Exactly one of groupPath and projectPath is required'] });
  }
  const namespace = input.groupPath
    ? await findVisibleGroup(ctx, input.groupPath)
    : await findVisibleProject(ctx, input.projectPath ?? '');
  if (input.iterationsCadenceId) {
    const id = readCadenceId(input.iterationsCadenceId);
    requireAtOrAbove(await ctx.load(cadencesById, id), namespace);
    return id;
  }
  const groupId = namespace.kind === 'group' ? namespace.id : (namespace.parentId as NamespaceId);
  const cadences = await cadencesOf(ctx.db, groupId);
  if (cadences.length !== 1 || !cadences[0]) throw new ValidationError({ iterations_cadence: ["can't be blank"] });
  return cadences[0].id;
}

/** The path of a mutation must name the group of the cadence or iteration, or a namespace below it. */
function requireAtOrAbove(found: { namespaceId: NamespaceId } | null | undefined, namespace: Namespace): void {
  if (!found || !namespace.scope.traversalIds.includes(found.namespaceId)) throw new NotFoundError('Iteration');
}
