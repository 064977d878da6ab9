import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { InputError } from '../../../platform/rest/input.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { MAX_REPORT_BYTES } from '@milepost/core/security/vulnerabilities';
import { findProjectToChange } from '../commands.ts';
import { ReportTooLargeError, withReceived } from '../commands/received.ts';
import { storeReport, type ReportCounts } from '../commands/reports.ts';
import { isRefName } from '../../repositories/store/names.ts';
import { refInput } from '../../repositories/rest/code.ts';

/** Reports of scanners. */
export function addReportRoutes(routes: Routes): void {
  routes.post(
    '/projects/:id/vulnerability_reports',
    {
      summary: 'Send a report: SARIF 2.1.0 or the published security-report JSON, as body or as `file` of a form',
      tags: ['vulnerabilities'],
      signedIn: true,
      isStreamed: true,
      input: Type.Object({
        branch: Type.Optional(refInput('The scanned branch; the default branch by default. Sent as a query parameter')),
      }),
    },
    async ({ params, input, http }, ctx) => {
      const project = await findProjectToChange(ctx, params['id'] ?? '');
      const counts = await receive(ctx, http, (file, fields) =>
        storeReport(ctx, project, { file, branch: fields.branch ?? input.branch ?? null }),
      );
      return {
        created: counts.created,
        updated: counts.updated,
        unchanged: counts.unchanged,
        no_longer_detected: counts.noLongerDetected,
      };
    },
  );
}

type Store = (file: string, fields: { branch?: string }) => Promise<ReportCounts>;

async function receive(ctx: Context, request: FastifyRequest, store: Store): Promise<ReportCounts> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_REPORT_BYTES + 64 * 1024) throw new ReportTooLargeError();
  if (!request.isMultipart()) {
    if (!(request.body instanceof Readable)) throw new InputError(['file is missing']);
    return withReceived(ctx, request.body, (file) => store(file, {}));
  }
  const fields: { branch?: string } = {};
  let counts: ReportCounts | null = null;
  // The size is limited while the file is stored.
  for await (const part of request.parts({ limits: { fileSize: MAX_REPORT_BYTES + 1 } })) {
    if (part.type === 'field') {
      if (part.fieldname === 'branch' && typeof part.value === 'string') {
        if (!isRefName(part.value)) throw new InputError(['branch is invalid']);
        fields.branch = part.value;
      }
    } else if (part.fieldname === 'file' && counts === null) {
      counts = await withReceived(ctx, part.file, (file) => store(file, fields));
    } else part.file.resume();
  }
  if (counts === null) throw new InputError(['file is missing']);
  return counts;
}
