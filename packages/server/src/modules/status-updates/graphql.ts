import { formatGlobalId, type StatusUpdateId } from '@milepost/core/ids';
import { STATUS_UPDATES_PER_PAGE } from '@milepost/core/roadmap/status-updates';
import type { Context } from '../../platform/context.ts';
import { builder } from '../../platform/graphql/builder.ts';
import { connectionType, pageArguments, pageOf, sliceOf } from '../../platform/graphql/connections.ts';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import { mutation } from '../../platform/graphql/mutations.ts';
import { presentHtml } from '../../platform/remote-images/present.ts';
import { UserCoreRef } from '../users/graphql.ts';
import { ghost, usersById } from '../users/store.ts';
import { HealthStatusEnum } from '../work-items/graphql/enums.ts';
import { EpicPermissionsRef } from '../work-items/graphql/epics.ts';
import { readItemId } from '../work-items/graphql/item-mutations.ts';
import { EpicRef } from '../work-items/graphql.ts';
import { visibleWorkItem } from '../work-items/store.ts';
import { deleteStatusUpdate, postStatusUpdate, restoreStatusUpdate, updateStatusUpdate } from './commands.ts';
import { statusUpdatePolicy, statusUpdatesPolicy } from './policy.ts';
import { countUpdates, latestUpdateOf, updatesAfter, type StatusUpdate } from './store.ts';

const StatusUpdateRef = builder.objectRef<StatusUpdate>('EpicStatusUpdate');
const StatusUpdateConnection = connectionType('EpicStatusUpdate', StatusUpdateRef);
const PermissionsRef = builder.objectRef<StatusUpdate>('EpicStatusUpdatePermissions');

const readUpdateId = (id: string): StatusUpdateId => readGlobalId<'StatusUpdate'>(id, 'EpicStatusUpdate');

export function extendSchema(): void {
  describeUpdate();
  extendEpic();
  mutateUpdates();
}

const may =
  (rule: typeof statusUpdatePolicy.update) =>
  async (update: StatusUpdate, _args: object, ctx: Context): Promise<boolean> => {
    const item = await visibleWorkItem(ctx, update.workItemId);
    return item !== null && ctx.can(rule, { ...update, item });
  };

function describeUpdate(): void {
  PermissionsRef.implement({
    description: 'Milepost extension. What the viewer may do with a status update',
    fields: (t) => ({
      updateStatusUpdate: t.boolean({ resolve: may(statusUpdatePolicy.update) }),
      destroyStatusUpdate: t.boolean({ resolve: may(statusUpdatePolicy.destroy) }),
    }),
  });
  StatusUpdateRef.implement({
    description: 'Milepost extension. A report on the progress of an epic, with its health',
    fields: (t) => ({
      id: t.id({ resolve: ({ id }) => formatGlobalId('EpicStatusUpdate', id) }),
      health: t.field({ type: HealthStatusEnum, resolve: ({ health }) => health }),
      previousHealth: t.field({
        type: HealthStatusEnum,
        nullable: true,
        description: 'The health of the epic before',
        resolve: ({ previousHealth }) => previousHealth,
      }),
      text: t.string({ description: 'Markdown', resolve: ({ body }) => body }),
      textHtml: t.string({ resolve: ({ bodyHtml }, _args, ctx) => presentHtml(ctx.services, bodyHtml) }),
      author: t.field({
        type: UserCoreRef,
        resolve: async ({ authorId }, _args, ctx) =>
          (authorId === null ? null : await ctx.load(usersById, authorId)) ?? ghost,
      }),
      startDate: t.field({
        type: 'Date',
        nullable: true,
        description: 'Of the epic at that time',
        resolve: ({ startDate }) => startDate,
      }),
      dueDate: t.field({
        type: 'Date',
        nullable: true,
        description: 'Of the epic at that time',
        resolve: ({ dueDate }) => dueDate,
      }),
      createdAt: t.field({ type: 'Time', resolve: ({ createdAt }) => createdAt }),
      editedAt: t.field({ type: 'Time', nullable: true, resolve: ({ editedAt }) => editedAt }),
      userPermissions: t.field({ type: PermissionsRef, resolve: (update) => update }),
    }),
  });
}

function extendEpic(): void {
  builder.objectFields(EpicRef, (t) => ({
    statusUpdates: t.field({
      type: StatusUpdateConnection,
      nullable: true,
      description: `Milepost extension. Newest first, ${STATUS_UPDATES_PER_PAGE} a page by default; null on public links`,
      args: pageArguments,
      resolve: async (epic, args, ctx) => {
        if (!ctx.can(statusUpdatesPolicy.read, epic)) return null;
        const isSized = typeof args.first === 'number' || typeof args.last === 'number';
        const slice = sliceOf(isSized ? args : { ...args, first: STATUS_UPDATES_PER_PAGE });
        const rows = await updatesAfter(ctx, epic.id, slice);
        return pageOf<StatusUpdate>(
          rows,
          slice,
          ({ id }) => [id],
          () => countUpdates(ctx, epic.id),
        );
      },
    }),
    latestStatusUpdate: t.field({
      type: StatusUpdateRef,
      nullable: true,
      description: 'Milepost extension. Null on public links',
      resolve: (epic, _args, ctx) =>
        ctx.can(statusUpdatesPolicy.read, epic) ? ctx.load(latestUpdateOf, epic.id) : null,
    }),
  }));
  builder.objectField(EpicPermissionsRef, 'createStatusUpdate', (t) =>
    t.boolean({
      description: 'Milepost extension',
      resolve: (epic, _args, ctx) => ctx.can(statusUpdatesPolicy.post, epic),
    }),
  );
}

function mutateUpdates(): void {
  mutation('epicStatusUpdateCreate', {
    description: 'Milepost extension. Posts a status update, which sets the health of the epic',
    input: (t) => ({
      epicId: t.field({ type: 'EpicID', required: true }),
      health: t.field({ type: HealthStatusEnum, required: true }),
      text: t.string({ required: true, description: 'Markdown' }),
    }),
    resolve: ({ epicId, health, text }, ctx) => postStatusUpdate(ctx, readItemId(epicId), { health, text }),
    payload: (t) => ({
      statusUpdate: t.field({ type: StatusUpdateRef, nullable: true, resolve: ({ result }) => result }),
    }),
  });
  mutation('epicStatusUpdateUpdate', {
    description: 'Milepost extension. Changes a status update; the health of the epic stays',
    input: (t) => ({
      id: t.id({ required: true }),
      health: t.field({ type: HealthStatusEnum }),
      text: t.string(),
    }),
    resolve: ({ id, health, text }, ctx) =>
      updateStatusUpdate(ctx, readUpdateId(id), {
        ...(health && { health }),
        ...(typeof text === 'string' && { text }),
      }),
    payload: (t) => ({
      statusUpdate: t.field({ type: StatusUpdateRef, nullable: true, resolve: ({ result }) => result }),
    }),
  });
  mutation('epicStatusUpdateDelete', {
    description: 'Milepost extension. Deletes a status update; it can be restored for a day',
    input: (t) => ({ id: t.id({ required: true }) }),
    resolve: ({ id }, ctx) => deleteStatusUpdate(ctx, readUpdateId(id)),
    payload: (t) => ({
      statusUpdate: t.field({ type: StatusUpdateRef, nullable: true, resolve: ({ result }) => result }),
    }),
  });
  mutation('epicStatusUpdateRestore', {
    description: 'Milepost extension. Restores a deleted status update',
    input: (t) => ({ id: t.id({ required: true }) }),
    resolve: ({ id }, ctx) => restoreStatusUpdate(ctx, readUpdateId(id)),
    payload: (t) => ({
      statusUpdate: t.field({ type: StatusUpdateRef, nullable: true, resolve: ({ result }) => result }),
    }),
  });
}
