import type { Policy } from '../../platform/context.ts';
import { isOpen, type InNamespace } from '../namespaces/policy.ts';

/** Reading the code of a private project needs a reporter; the code of others is readable for everyone who sees the project. */
export const repositoryPolicy = {
  read: (viewer, { scope }) =>
    viewer.canSee(scope) && (scope.visibility !== 'private' || viewer.atLeast('reporter', scope)),
  push: (viewer, project) => isOpen(project) && viewer.atLeast('developer', project.scope),
  pushToDefaultBranch: (viewer, project) => isOpen(project) && viewer.atLeast('maintainer', project.scope),
  readRemote: (viewer, { scope }) => viewer.atLeast('maintainer', scope),
  configureRemote: (viewer, project) => isOpen(project) && viewer.atLeast('maintainer', project.scope),
} satisfies Policy<InNamespace>;
