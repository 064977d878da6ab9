import { NotFoundError } from '@milepost/core/errors';
import type { Visibility } from '@milepost/core/roles';
import { createView, deleteView, restoreView, updateView, visibleView } from '../../modules/views/commands.ts';
import type { SavedView } from '../../modules/views/store.ts';
import { permission, type PermissionRow } from '../permissions.ts';
import type { Builders } from '../test.ts';

const group = (build: Builders, visibility: Visibility) => build.group({ visibility });
const project = (build: Builders, visibility: Visibility) => build.project({ visibility });
const query = 'state=opened';

/** Views are created by commands only: the administrator creates them for the others. */
const view =
  (isShared: boolean) =>
  async (build: Builders, visibility: Visibility): Promise<SavedView> => {
    const { id } = await group(build, visibility);
    return createView(build.as('root'), id, 'roadmap', { name: 'Made', query, isShared });
  };

export const viewPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'save a view of a roadmap for oneself',
    least: 'person',
    given: group,
    perform: (ctx, { id }) => createView(ctx, id, 'roadmap', { name: 'Own', query, isShared: false }),
  }),
  permission({
    operation: 'save a view of a list for oneself',
    least: 'person',
    given: project,
    perform: (ctx, { id }) => createView(ctx, id, 'issues', { name: 'Own', query, isShared: false }),
  }),
  permission({
    operation: 'see a private view of another (administrators see their own)',
    least: 'administrator',
    isHidden: true,
    isReading: true,
    given: view(false),
    perform: async (ctx, { id }) => {
      if (!(await visibleView(ctx, { id }))) throw new NotFoundError('View');
    },
  }),
  permission({
    operation: 'see a shared view',
    least: 'visitor',
    isReading: true,
    given: view(true),
    perform: async (ctx, { id }) => {
      if (!(await visibleView(ctx, { id }))) throw new NotFoundError('View');
    },
  }),
  permission({
    operation: 'share a view with everyone who sees the group',
    least: 'planner',
    given: group,
    perform: (ctx, { id }) => createView(ctx, id, 'roadmap', { name: 'Shared', query, isShared: true }),
  }),
  permission({
    operation: 'share a view with everyone who sees the project',
    least: 'planner',
    given: project,
    perform: (ctx, { id }) => createView(ctx, id, 'board', { name: 'Shared', query, isShared: true }),
  }),
  permission({
    operation: 'change a shared view',
    least: 'planner',
    given: view(true),
    perform: (ctx, { id, lockVersion }) => updateView(ctx, { id }, { name: 'Other', lockVersion }),
  }),
  permission({
    operation: 'delete and restore a shared view',
    least: 'planner',
    given: view(true),
    perform: async (ctx, { id }) => {
      await deleteView(ctx, { id });
      await restoreView(ctx, { id });
    },
  }),
];
