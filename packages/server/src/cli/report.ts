import { stat } from 'node:fs/promises';
import { Viewer } from '@milepost/core/roles';
import { MAX_REPORT_BYTES } from '@milepost/core/security/vulnerabilities';
import { contextFor, makeServices } from '../app/services.ts';
import { namespaceByFullPath } from '../modules/namespaces/store.ts';
import { ReportTooLargeError } from '../modules/vulnerabilities/commands/received.ts';
import { storeReport } from '../modules/vulnerabilities/commands/reports.ts';
import { readProcessConfig } from '../platform/config/config.ts';
import { type Command, CommandError, table } from './command.ts';
import { withDatabase } from './database.ts';

export const report: Command = {
  name: 'report',
  details: `Adds the findings of a security scanner to a project: SARIF 2.1.0 or the published security-report JSON.
Running it again changes nothing.`,
  operands: 'FILE',
  options: {
    project: { value: 'FULL/PATH', meaning: 'the full path of the project', isRequired: true },
    branch: { value: 'NAME', meaning: 'the scanned branch (the default branch)' },
  },
  async run(input) {
    const [file = ''] = input.positionals;
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) throw new CommandError(`there is no file ${file}`);
    if (found.size > MAX_REPORT_BYTES) throw new ReportTooLargeError();
    const path = input.required('project');
    const config = readProcessConfig();
    const counts = await withDatabase(config, async ({ db }) => {
      const project = await namespaceByFullPath(db, path);
      if (project?.kind !== 'project') throw new CommandError(`there is no project ${path}`);
      const ctx = contextFor(makeServices(db, config), new Viewer(null, true));
      return storeReport(ctx, project, { file, branch: input.value('branch') ?? null });
    });
    const rows = [
      ['created', counts.created],
      ['updated', counts.updated],
      ['unchanged', counts.unchanged],
      ['no_longer_detected', counts.noLongerDetected],
    ] as const;
    console.log(table(rows.map(([name, count]) => [name, String(count)])).join('\n'));
  },
};
