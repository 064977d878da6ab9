import type { Module } from '../../platform/rooms/module.ts';
import { resumeImportsJob, runImportJob } from './jobs.ts';
import { addImportPages } from './rest/pages.ts';
import { addRoutes } from './rest.ts';

export const importsModule: Module = {
  name: 'imports',
  addRoutes,
  addPages: (server, { contextOf }) => addImportPages(server, contextOf),
  jobs: [runImportJob, resumeImportsJob],
};
