import {
  removeDeleted,
  restoreNamespace,
  scheduleDeletion,
  setArchived,
} from '../../../modules/namespaces/commands/lifecycle.ts';
import { transferNamespace } from '../../../modules/namespaces/commands/transfers.ts';
import {
  createGroup,
  createProject,
  updateGroup,
  updateProject,
} from '../../../modules/namespaces/commands/writing.ts';
import { trackUse } from '../../../modules/namespaces/commands/frequent.ts';
import { findVisibleGroup, findVisibleNamespace, findVisibleProject } from '../../../modules/namespaces/commands.ts';
import type { Namespace } from '../../../modules/namespaces/store.ts';
import type { Visibility } from '@milepost/core/roles';
import { permission, type PermissionRow } from '../../permissions.ts';
import type { Builders } from '../../test.ts';

const group = (build: Builders, visibility: Visibility): Promise<Namespace> => build.group({ visibility });
const project = (build: Builders, visibility: Visibility): Promise<Namespace> => build.project({ visibility });

async function deleted(build: Builders, kind: 'group' | 'project', visibility: Visibility): Promise<Namespace> {
  const { id } = await build[kind]({ visibility });
  await scheduleDeletion(build.as('root'), kind, id);
  return findVisibleNamespace(build.as('root'), id);
}

export const namespacePermissions: readonly PermissionRow[] = [
  permission({
    operation: 'see a group',
    least: 'visitor',
    isReading: true,
    given: group,
    perform: (ctx, { id }) => findVisibleGroup(ctx, id),
  }),
  permission({
    operation: 'see a project',
    least: 'visitor',
    isReading: true,
    given: project,
    perform: (ctx, { id }) => findVisibleProject(ctx, id),
  }),
  permission({
    operation: 'record the use of a project',
    least: 'person',
    given: project,
    perform: (ctx, { id }) => trackUse(ctx, 'projects', id),
  }),
  permission({
    operation: 'create a top-level group',
    least: 'person',
    perform: (ctx, _, build) => createGroup(ctx, { name: `Top ${build.next()}`, parent: null }),
  }),
  permission({
    operation: 'create a subgroup',
    least: 'maintainer',
    given: group,
    perform: (ctx, { id }) => createGroup(ctx, { name: 'Sub', parent: id }),
  }),
  permission({
    operation: 'create a project in a group',
    least: 'developer',
    given: group,
    perform: (ctx, { id }) => createProject(ctx, { name: 'Made', parent: id }),
  }),
  permission({
    operation: 'change the name, path, description or visibility of a group',
    least: 'owner',
    given: group,
    perform: (ctx, { id, path }) => updateGroup(ctx, id, { path: `${path}-2`, name: 'Other' }),
  }),
  permission({
    operation: 'change the name, path, description or visibility of a project',
    least: 'maintainer',
    given: project,
    perform: (ctx, { id }) => updateProject(ctx, id, { path: 'other', description: 'Other' }),
  }),
  permission({
    operation: 'archive a group',
    least: 'owner',
    given: group,
    perform: (ctx, { id }) => setArchived(ctx, 'group', id, true),
  }),
  permission({
    operation: 'archive a project',
    least: 'maintainer',
    given: project,
    perform: (ctx, { id }) => setArchived(ctx, 'project', id, true),
  }),
  permission({
    operation: 'delete a group',
    least: 'owner',
    given: group,
    perform: (ctx, { id }) => scheduleDeletion(ctx, 'group', id),
  }),
  permission({
    operation: 'delete a project',
    least: 'owner',
    given: project,
    perform: (ctx, { id }) => scheduleDeletion(ctx, 'project', id),
  }),
  ...(['group', 'project'] as const).flatMap((kind) => [
    permission({
      operation: `see a deleted ${kind}`,
      least: 'owner',
      isHidden: true,
      isReading: true,
      given: (build, visibility) => deleted(build, kind, visibility),
      perform: (ctx, { id }) => findVisibleNamespace(ctx, id),
    }),
    permission({
      operation: `restore a deleted ${kind}`,
      least: 'owner',
      isHidden: true,
      given: (build, visibility) => deleted(build, kind, visibility),
      perform: (ctx, { id }) => restoreNamespace(ctx, kind, id),
    }),
    permission({
      operation: `remove a deleted ${kind} for good`,
      least: 'owner',
      isHidden: true,
      given: (build, visibility) => deleted(build, kind, visibility),
      perform: (ctx, { id, fullPath }) => removeDeleted(ctx, kind, id, fullPath),
    }),
  ]),
  permission({
    operation: 'move a group into another group',
    least: 'owner',
    given: async (build, visibility) => {
      const target = await build.group({ visibility });
      return { moved: await build.group({ visibility }), target };
    },
    perform: (ctx, { moved, target }) => transferNamespace(ctx, 'group', moved.id, target.id),
  }),
  permission({
    operation: 'move a project into another group',
    least: 'owner',
    given: async (build, visibility) => {
      const target = await build.group({ visibility });
      return { moved: await build.project({ visibility }), target };
    },
    perform: (ctx, { moved, target }) => transferNamespace(ctx, 'project', moved.id, target.id),
  }),
];
