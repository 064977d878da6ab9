import type { Module } from '../../platform/module.ts';
import { plugInFiles } from '../../platform/references.ts';
import { sweepUploads } from './jobs.ts';
import { filesOfPlaces } from './reference.ts';
import { addPlaceRoutes, addRoutes, addSiteRoutes } from './rest.ts';

export const uploadsModule: Module = {
  name: 'uploads',
  addRoutes,
  addPlaceRoutes,
  addSiteRoutes,
  plugIn: () => plugInFiles(filesOfPlaces),
  jobs: [sweepUploads],
};
