import type { Module } from '../../platform/rooms/module.ts';
import { followPushes } from './listeners.ts';
import { plugInIssueFields } from './rest/issues.ts';
import { addRoutes } from './rest.ts';

export const mergeRequestsModule: Module = {
  name: 'merge-requests',
  addRoutes,
  plugIn: plugInIssueFields,
  listeners: [followPushes],
};
