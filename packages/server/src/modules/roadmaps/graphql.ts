import { formatGlobalId, type UserId } from '@milepost/core/ids';
import type { Context } from '../../platform/context.ts';
import { builder } from '../../platform/graphql/builder.ts';
import { costOfShortList, pageArguments, pageOfWhole } from '../../platform/graphql/connections.ts';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import { CurrentUserRef, UserCoreRef } from '../users/graphql.ts';
import { usersById, type User } from '../users/store.ts';
import { GroupPermissionsRef, GroupRef } from '../namespaces/graphql.ts';
import { namespacesById } from '../namespaces/store.ts';
import { listViews, mayUpdateView, visibleView } from '../views/commands.ts';
import { viewPolicy } from '../views/policy.ts';
import type { SavedView } from '../views/store.ts';
import { listRoadmapFeeds, listRoadmapLinks } from './commands/links.ts';
import { readRoadmapSettings } from './commands/settings.ts';

import { describeRecords } from './graphql/as-of.ts';
import { extendLanes } from './graphql/lanes.ts';
import { mutateLanes } from './graphql/lane-mutation.ts';
import { extendLaneNotes } from './graphql/lane-notes.ts';
import { mutateLinks } from './graphql/link-mutations.ts';
import { describeForecasts } from './graphql/forecast.ts';
import { describeOpening } from './graphql/opening.ts';
import { describeDensity } from './graphql/density.ts';
import { describeSignals } from './graphql/signals.ts';
import { describeStaleLimit } from './graphql/stale-limit.ts';
import { mutateViews } from './graphql/view-mutations.ts';
import {
  RoadmapLinkConnection,
  RoadmapLinkKindEnum,
  RoadmapLinkRef,
  RoadmapViewConnection,
  RoadmapViewRef,
} from './graphql/types.ts';
import { roadmapPolicy } from './policy.ts';

const RoadmapViewPermissionsRef = builder.objectRef<SavedView>('RoadmapViewPermissions');

export function extendSchema(): void {
  describeView();
  describeLink();
  extendGroup();
  describeSignals();
  describeStaleLimit();
  describeOpening();
  describeDensity();
  describeForecasts();
  describeRecords();
  builder.objectField(CurrentUserRef, 'roadmapSettings', (t) =>
    t.field({
      type: 'JSON',
      nullable: true,
      description: 'The viewer’s roadmap settings for a group, as address parameters; null if there are none',
      args: { fullPath: t.arg.id({ required: true }) },
      resolve: (_user, { fullPath }, ctx) => readRoadmapSettings(ctx, fullPath),
    }),
  );
  builder.queryField('roadmapView', (t) =>
    t.field({
      type: RoadmapViewRef,
      nullable: true,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, ctx) =>
        visibleView(ctx, { id: readGlobalId<'SavedView'>(id, 'RoadmapView'), kind: 'roadmap' }),
    }),
  );
  mutateViews();
  mutateLinks();
  extendLanes();
  mutateLanes();
  extendLaneNotes();
}

function describeView(): void {
  RoadmapViewPermissionsRef.implement({
    fields: (t) => ({
      updateRoadmapView: t.boolean({ resolve: (view, _args, ctx) => mayUpdateView(ctx, view) }),
    }),
  });
  const pathOf = async (view: SavedView, ctx: Context) => {
    const group = await ctx.load(namespacesById, view.namespaceId);
    return `/groups/${group?.fullPath ?? ''}/-/roadmap?view=${view.id}`;
  };
  RoadmapViewRef.implement({
    description: 'Named filters and settings of a roadmap',
    fields: (t) => ({
      id: t.id({ resolve: (view) => formatGlobalId('RoadmapView', view.id) }),
      name: t.exposeString('name'),
      query: t.exposeString('query', { description: "The parameters of the roadmap's address" }),
      shared: t.exposeBoolean('isShared', { description: 'Whether it is shared with everyone who sees the group' }),
      lockVersion: t.exposeInt('lockVersion', {
        description: 'The version for optimistic locking: send it with a change',
      }),
      author: t.field({
        type: UserCoreRef,
        nullable: true,
        resolve: (view, _args, ctx) => personOf(ctx, view.authorId),
      }),
      createdAt: t.field({ type: 'Time', resolve: (view) => view.createdAt }),
      updatedAt: t.field({ type: 'Time', resolve: (view) => view.updatedAt }),
      webPath: t.string({ resolve: (view, _args, ctx) => pathOf(view, ctx) }),
      webUrl: t.string({ resolve: async (view, _args, ctx) => ctx.baseUrl + (await pathOf(view, ctx)) }),
      userPermissions: t.field({ type: RoadmapViewPermissionsRef, resolve: (view) => view }),
    }),
  });
}

function describeLink(): void {
  RoadmapLinkRef.implement({
    description: 'A secret address of a roadmap or its calendar; the address itself is returned once, on creation',
    fields: (t) => ({
      id: t.id({ resolve: (link) => formatGlobalId('RoadmapLink', link.id) }),
      kind: t.field({ type: RoadmapLinkKindEnum, resolve: (link) => link.kind }),
      name: t.exposeString('name'),
      query: t.exposeString('query', { description: 'The filters and settings it shows' }),
      author: t.field({
        type: UserCoreRef,
        nullable: true,
        resolve: (link, _args, ctx) => personOf(ctx, link.authorId),
      }),
      createdAt: t.field({ type: 'Time', resolve: (link) => link.createdAt }),
      expiresAt: t.field({ type: 'Date', nullable: true, resolve: (link) => link.expiresAt }),
      lastUsedAt: t.field({ type: 'Time', nullable: true, resolve: (link) => link.lastUsedAt }),
      revokedAt: t.field({ type: 'Time', nullable: true, resolve: (link) => link.revokedAt }),
    }),
  });
}

function extendGroup(): void {
  builder.objectFields(GroupRef, (t) => ({
    roadmapEpicsLimit: t.int({
      description: 'Milepost extension. The number of epics above which a roadmap shows a warning',
      resolve: (_group, _args, ctx) => ctx.services.roadmapEpicsLimit,
    }),
    roadmapViews: t.field({
      type: RoadmapViewConnection,
      nullable: true,
      description: 'The viewer’s saved views: shared and private ones, by name',
      args: pageArguments,
      complexity: costOfShortList,
      resolve: async (group, args, ctx) => pageOfWhole(await listViews(ctx, group, 'roadmap'), args),
    }),
    roadmapLinks: t.field({
      type: RoadmapLinkConnection,
      nullable: true,
      description: 'The public links to the roadmap, for maintainers',
      args: pageArguments,
      complexity: costOfShortList,
      resolve: async (group, args, ctx) => pageOfWhole(await listRoadmapLinks(ctx, group), args),
    }),
    roadmapFeeds: t.field({
      type: RoadmapLinkConnection,
      nullable: true,
      description: "The viewer's calendar feeds of the roadmap",
      args: pageArguments,
      complexity: costOfShortList,
      resolve: async (group, args, ctx) => pageOfWhole(await listRoadmapFeeds(ctx, group), args),
    }),
  }));
  builder.objectFields(GroupPermissionsRef, (t) => ({
    createRoadmapView: t.boolean({ resolve: (group, _args, ctx) => ctx.can(viewPolicy.create, group) }),
    shareRoadmapView: t.boolean({ resolve: (group, _args, ctx) => ctx.can(viewPolicy.share, group) }),
    publishRoadmap: t.boolean({ resolve: (group, _args, ctx) => ctx.can(roadmapPolicy.publish, group) }),
    manageRoadmapLinks: t.boolean({ resolve: (group, _args, ctx) => ctx.can(roadmapPolicy.manageLinks, group) }),
  }));
}

function personOf(ctx: Context, id: UserId | null): Promise<User | null> {
  return id === null ? Promise.resolve(null) : ctx.load(usersById, id);
}
