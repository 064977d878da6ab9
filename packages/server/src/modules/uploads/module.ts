import type { Module } from '../../platform/rooms/module.ts';
import { plugInFiles } from '../../platform/markdown/sockets.ts';
import { sweepUploads } from './jobs.ts';
import { filesOfNamespaces } from './reference.ts';
import { addNamespaceRoutes, addRoutes, addSiteRoutes } from './rest.ts';

export const uploadsModule: Module = {
  name: 'uploads',
  addRoutes,
  addNamespaceRoutes,
  addSiteRoutes,
  plugIn: () => plugInFiles(filesOfNamespaces),
  jobs: [sweepUploads],
};
