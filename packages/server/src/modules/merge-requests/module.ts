import type { Module } from '../../platform/rooms/module.ts';
import { callStatusChecks, followPushes } from './listeners.ts';
import { plugInMergeSettings } from '../namespaces/sockets.ts';
import { changeSettings } from './commands/approvals.ts';
import { needsPassedChecksOf } from './store.ts';
import { extendSchema } from './graphql.ts';
import { plugInIssueFields } from './rest/issues.ts';
import { addRoutes } from './rest.ts';

export const mergeRequestsModule: Module = {
  name: 'merge-requests',
  extendSchema,
  addRoutes,
  plugIn() {
    plugInIssueFields();
    plugInMergeSettings({
      needsPassedChecks: needsPassedChecksOf,
      change: (ctx, projectId, needsPassedChecks) => changeSettings(ctx, projectId, { needsPassedChecks }),
    });
  },
  listeners: [followPushes, callStatusChecks],
};
