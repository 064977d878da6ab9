import type { Module } from '../../platform/rooms/module.ts';
import { beginRepository, requireBranchName } from './commands/commit-files.ts';
import { sealedRemotes } from './commands/remotes.ts';
import { plugInRepositories } from '../namespaces/sockets.ts';
import { fetchRemotes, sweepRepositories } from './jobs.ts';
import { extendSchema } from './graphql.ts';
import { addRoutes } from './rest.ts';
import { addGitPages } from './rest/git.ts';
import { repositoriesByProject } from './store.ts';

export const repositoriesModule: Module = {
  name: 'repositories',
  extendSchema,
  addRoutes,
  addPages: addGitPages,
  plugIn: () => plugInRepositories({ of: repositoriesByProject, begin: beginRepository, requireBranchName }),
  jobs: [sweepRepositories, fetchRemotes],
  sealedColumns: [sealedRemotes],
};
