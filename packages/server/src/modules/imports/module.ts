import type { Module } from '../../platform/module.ts';
import { resumeImportsJob, runImportJob } from './jobs.ts';
import { addRoutes } from './rest.ts';

export const importsModule: Module = {
  name: 'imports',
  addRoutes,
  jobs: [runImportJob, resumeImportsJob],
};
