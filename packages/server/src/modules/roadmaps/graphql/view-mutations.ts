import { mutation } from '../../../platform/graphql/mutations.ts';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import { updateRoadmapSettings } from '../commands/settings.ts';
import { createView, deleteView, restoreView, updateView, type ViewKey } from '../../views/commands.ts';
import type { SavedView } from '../../views/store.ts';
import { RoadmapViewRef } from './types.ts';

const keyOf = (id: string | number): ViewKey => ({
  id: readGlobalId<'SavedView'>(String(id), 'RoadmapView'),
  kind: 'roadmap',
});

/** Mutations of settings and views. */
export function mutateViews(): void {
  mutation('roadmapSettingsUpdate', {
    description: 'Changes some of the stored roadmap settings; null removes one',
    input: (t) => ({ fullPath: t.id({ required: true }), settings: t.field({ type: 'JSON', required: true }) }),
    resolve: async ({ fullPath, settings }, ctx) => ({
      settings: await updateRoadmapSettings(ctx, fullPath, settings),
    }),
    payload: (t) => ({
      settings: t.field({ type: 'JSON', nullable: true, resolve: ({ result }) => result?.settings ?? null }),
    }),
  });
  mutation('roadmapViewCreate', {
    description: 'Saves filters and settings of a roadmap under a name',
    input: (t) => ({
      fullPath: t.id({ required: true }),
      name: t.string({ required: true }),
      query: t.string({ required: true, description: "The parameters of the roadmap's address" }),
      shared: t.boolean({ description: 'Shared with everyone who sees the group' }),
    }),
    resolve: ({ fullPath, name, query, shared }, ctx) =>
      createView(ctx, fullPath, 'roadmap', { name, query, isShared: shared ?? false }),
    payload: viewPayload,
  });
  mutation('roadmapViewUpdate', {
    description: 'Renames, replaces or shares a view; refused if it was changed since lockVersion',
    input: (t) => ({
      id: t.id({ required: true }),
      lockVersion: t.int({ required: true }),
      name: t.string(),
      query: t.string(),
      shared: t.boolean(),
    }),
    resolve: ({ id, lockVersion, name, query, shared }, ctx) =>
      updateView(ctx, keyOf(id), {
        lockVersion,
        ...(typeof name === 'string' && { name }),
        ...(typeof query === 'string' && { query }),
        ...(typeof shared === 'boolean' && { isShared: shared }),
      }),
    payload: viewPayload,
  });
  mutation('roadmapViewDelete', {
    description: 'Deletes a view; it can be restored for a day',
    input: (t) => ({ id: t.id({ required: true }) }),
    resolve: ({ id }, ctx) => deleteView(ctx, keyOf(id)),
    payload: viewPayload,
  });
  mutation('roadmapViewRestore', {
    description: 'Restores a deleted view',
    input: (t) => ({ id: t.id({ required: true }) }),
    resolve: ({ id }, ctx) => restoreView(ctx, keyOf(id)),
    payload: viewPayload,
  });
}

type PayloadBuilder = Parameters<Parameters<typeof mutation<never, SavedView>>[1]['payload']>[0];

function viewPayload(t: PayloadBuilder) {
  return { roadmapView: t.field({ type: RoadmapViewRef, nullable: true, resolve: ({ result }) => result }) };
}
