import type { ImportId } from '@milepost/core/ids';
import type { JobTask } from '../../platform/jobs/tasks.ts';
import { isRecord } from '../../platform/rest/input.ts';
import { resumeImports, runImport } from './commands/run-import.ts';
import { RUN_IMPORT } from './commands/uploads.ts';

export const runImportJob: JobTask = {
  name: RUN_IMPORT,
  async run(services, payload, signal) {
    const id = isRecord(payload) ? payload['importId'] : null;
    if (typeof id === 'number') await runImport(services, id as ImportId, signal);
  },
};

/** Resumes imports that a killed server left unfinished, on any server. */
export const resumeImportsJob: JobTask = {
  name: 'imports.resume',
  cron: '* * * * *',
  atStart: true,
  run: (services) => resumeImports(services),
};
