import { boardPath } from '@milepost/core/boards/boards';
import { unreachable } from '@milepost/core/errors';
import { formatGlobalId } from '@milepost/core/ids';
import { parseQuery } from '@milepost/core/query';
import { boardNumberOf } from '@milepost/core/views/queries';
import type { Context } from '../../platform/context.ts';
import { builder } from '../../platform/graphql/builder.ts';
import { connectionType, costOfShortList, pageArguments, pageOfWhole } from '../../platform/graphql/connections.ts';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import { mutation } from '../../platform/graphql/mutations.ts';
import { GroupPermissionsRef, GroupRef, ProjectPermissionsRef, ProjectRef } from '../namespaces/graphql.ts';
import { namespacesById, type Namespace } from '../namespaces/store.ts';
import { UserCoreRef } from '../users/graphql.ts';
import { usersById } from '../users/store.ts';
import { createView, listViews, mayUpdateView, visibleView } from './commands.ts';
import { mutateViewsAs, viewPayload } from './graphql/mutations.ts';
import { viewPolicy } from './policy.ts';
import type { SavedView } from './store.ts';

const SavedViewRef = builder.objectRef<SavedView>('SavedView');
const SavedViewConnection = connectionType('SavedView', SavedViewRef);
const SavedViewPermissionsRef = builder.objectRef<SavedView>('SavedViewPermissions');
const SavedViewKindEnum = builder.enumType('SavedViewKind', {
  description: 'The page whose filters and settings a view stores',
  values: {
    ROADMAP: { value: 'roadmap' },
    ISSUES: { value: 'issues' },
    EPICS: { value: 'epics' },
    BOARD: { value: 'board' },
  } as const,
});

export function extendSchema(): void {
  describeView();
  for (const face of [GroupRef, ProjectRef]) {
    builder.objectField(face, 'savedViews', (t) =>
      t.field({
        type: SavedViewConnection,
        nullable: true,
        description: "Milepost extension. The viewer's saved views of a page: shared and private ones, by name",
        args: { ...pageArguments, kind: t.arg({ type: SavedViewKindEnum, required: true }) },
        complexity: costOfShortList,
        resolve: async (namespace, { kind, ...args }, ctx) => pageOfWhole(await listViews(ctx, namespace, kind), args),
      }),
    );
  }
  for (const permissions of [GroupPermissionsRef, ProjectPermissionsRef]) {
    builder.objectFields(permissions, (t) => ({
      createSavedView: t.boolean({
        description: 'Milepost extension. Save views for oneself',
        resolve: (namespace, _args, ctx) => ctx.can(viewPolicy.create, namespace),
      }),
      shareSavedView: t.boolean({
        description: 'Milepost extension. Save views for everyone who sees the namespace',
        resolve: (namespace, _args, ctx) => ctx.can(viewPolicy.share, namespace),
      }),
    }));
  }
  builder.queryField('savedView', (t) =>
    t.field({
      type: SavedViewRef,
      nullable: true,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, ctx) => visibleView(ctx, { id: readGlobalId<'SavedView'>(id, 'SavedView') }),
    }),
  );
  mutateViews();
}

/** The URL path of a view. */
function pathOf({ id, kind, query }: SavedView, { kind: of, fullPath }: Namespace): string {
  const home = of === 'group' ? `/groups/${fullPath}` : `/${fullPath}`;
  switch (kind) {
    case 'roadmap':
    case 'issues':
    case 'epics':
      return `${home}/-/${kind}?view=${id}`;
    case 'board': {
      const board = boardNumberOf(parseQuery(query));
      return `${boardPath(of === 'group' ? 'group' : 'project', fullPath, board === null ? null : Number(board))}?view=${id}`;
    }
    default:
      return unreachable(kind);
  }
}

function describeView(): void {
  SavedViewPermissionsRef.implement({
    fields: (t) => ({
      updateSavedView: t.boolean({ resolve: (view, _args, ctx) => mayUpdateView(ctx, view) }),
    }),
  });
  const addressOf = async (view: SavedView, ctx: Context) => {
    const namespace = await ctx.load(namespacesById, view.namespaceId);
    return namespace ? pathOf(view, namespace) : '';
  };
  SavedViewRef.implement({
    description: 'Named filters and settings of a roadmap, a list or a board',
    fields: (t) => ({
      id: t.id({ resolve: (view) => formatGlobalId('SavedView', view.id) }),
      kind: t.field({ type: SavedViewKindEnum, resolve: (view) => view.kind }),
      name: t.exposeString('name'),
      query: t.exposeString('query', { description: "The parameters of the page's address" }),
      shared: t.exposeBoolean('isShared', { description: 'Whether it is shared with everyone who sees the namespace' }),
      lockVersion: t.exposeInt('lockVersion', { description: 'To be sent with a change' }),
      author: t.field({
        type: UserCoreRef,
        nullable: true,
        resolve: ({ authorId }, _args, ctx) => (authorId === null ? null : ctx.load(usersById, authorId)),
      }),
      createdAt: t.field({ type: 'Time', resolve: (view) => view.createdAt }),
      updatedAt: t.field({ type: 'Time', resolve: (view) => view.updatedAt }),
      webPath: t.string({ resolve: (view, _args, ctx) => addressOf(view, ctx) }),
      webUrl: t.string({ resolve: async (view, _args, ctx) => ctx.baseUrl + (await addressOf(view, ctx)) }),
      userPermissions: t.field({ type: SavedViewPermissionsRef, resolve: (view) => view }),
    }),
  });
}

function mutateViews(): void {
  mutation('savedViewCreate', {
    description: 'Saves filters and settings of a page under a name',
    input: (t) => ({
      fullPath: t.id({ required: true }),
      kind: t.field({ type: SavedViewKindEnum, required: true }),
      name: t.string({ required: true }),
      query: t.string({ required: true, description: "The parameters of the page's address" }),
      shared: t.boolean({ description: 'Shared with everyone who sees the namespace' }),
    }),
    resolve: ({ fullPath, kind, name, query, shared }, ctx) =>
      createView(ctx, fullPath, kind, { name, query, isShared: shared ?? false }),
    payload: viewPayload('savedView', SavedViewRef),
  });
  mutateViewsAs('savedView', SavedViewRef);
}
