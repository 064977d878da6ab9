import type { Module } from '../../platform/rooms/module.ts';
import { sweepReportsJob } from './jobs.ts';
import { addRoutes } from './rest.ts';

export const vulnerabilitiesModule: Module = {
  name: 'vulnerabilities',
  addRoutes,
  jobs: [sweepReportsJob],
};
