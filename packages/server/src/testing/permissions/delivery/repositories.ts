import type { Visibility } from '@milepost/core/roles';
import { findVisibleProject } from '../../../modules/namespaces/commands.ts';
import { configureRemote, deleteRemote, findRemote } from '../../../modules/repositories/commands/remotes.ts';
import { findCodeToPush } from '../../../modules/repositories/commands.ts';
import { repositoryPolicy } from '../../../modules/repositories/policy.ts';
import { permission, type PermissionRow } from '../../permissions.ts';
import type { Builders } from '../../test.ts';

const project = (build: Builders, visibility: Visibility) => build.project({ visibility });

export const repositoryPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'push to a branch',
    least: 'developer',
    isReading: true,
    given: project,
    perform: (ctx, { id }) => findCodeToPush(ctx, id),
  }),
  permission({
    operation: 'push to the default branch',
    least: 'maintainer',
    isReading: true,
    given: project,
    perform: async (ctx, { id }) => {
      const code = await findCodeToPush(ctx, id);
      ctx.require(repositoryPolicy.pushToDefaultBranch, code.project);
    },
  }),
  permission({
    operation: 'name, see and remove the remote that a project follows',
    least: 'maintainer',
    given: project,
    perform: async (ctx, { id }) => {
      const found = await findVisibleProject(ctx, id);
      await configureRemote(ctx, found, { url: 'https://forge.example/app.git', isEnabled: false });
      await findRemote(ctx, found);
      await deleteRemote(ctx, found);
    },
  }),
];
