import { mutation } from '../../../platform/graphql/mutations.ts';
import { updateRoadmapSettings } from '../commands/settings.ts';
import { createView } from '../../views/commands.ts';
import { mutateViewsAs, viewPayload } from '../../views/graphql/mutations.ts';
import { RoadmapViewRef } from './types.ts';

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
    payload: viewPayload('roadmapView', RoadmapViewRef),
  });
  mutateViewsAs('roadmapView', RoadmapViewRef, 'roadmap');
}
