import {
  createGroup,
  createProject,
  deleteNamespace,
  setArchived,
  updateGroup,
  updateProject,
} from '../../modules/namespaces/commands/writing.ts';
import { trackUse } from '../../modules/namespaces/commands/frequent.ts';
import { findVisibleGroup, findVisibleProject } from '../../modules/namespaces/commands.ts';
import type { Namespace } from '../../modules/namespaces/store.ts';
import type { Visibility } from '@milepost/core/roles';
import { permission, type PermissionRow } from '../permissions.ts';
import type { Builders } from '../test.ts';

const group = (build: Builders, visibility: Visibility): Promise<Namespace> => build.group({ visibility });
const project = (build: Builders, visibility: Visibility): Promise<Namespace> => build.project({ visibility });

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
    least: 'owner',
    given: project,
    perform: (ctx, { id }) => setArchived(ctx, 'project', id, true),
  }),
  permission({
    operation: 'delete a group',
    least: 'owner',
    given: group,
    perform: (ctx, { id }) => deleteNamespace(ctx, 'group', id),
  }),
  permission({
    operation: 'delete a project',
    least: 'owner',
    given: project,
    perform: (ctx, { id }) => deleteNamespace(ctx, 'project', id),
  }),
];
