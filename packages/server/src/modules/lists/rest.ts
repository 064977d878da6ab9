import { recordExport } from '../../platform/audit.ts';
import { parseQuery, type Query } from '@milepost/core/query';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { asDownload } from '../../platform/rest/download.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { findVisibleGroup, projectWithIssues } from '../namespaces/commands.ts';
import type { Namespace } from '../namespaces/store.ts';
import { csvOfListing } from './rest/csv.ts';
import { epicListing, issueListing } from './rest/listing.ts';

const exportInput = Type.Object({
  bom: Type.Optional(Type.Boolean({ description: 'Start with a byte order mark, as Excel expects of UTF-8' })),
});
const takes = 'takes the parameters of the address of that list';

/** Lists as CSV files. */
export function addRoutes(routes: Routes): void {
  for (const [kind, find] of [
    ['groups', findVisibleGroup],
    ['projects', projectWithIssues],
  ] as const) {
    routes.get(
      `/${kind}/:id/issues.csv`,
      { summary: `Every issue that a list shows as CSV; ${takes}`, tags: ['issues'], input: exportInput },
      async ({ params, input, http, reply }, ctx) => {
        const of = await find(ctx, params['id'] ?? '');
        const csv = await csvOfListing(ctx, issueListing(of, addressOf(http)), input.bom ?? false);
        await recordExport(ctx, of, 'issues as CSV');
        nameFile(reply, of, 'issues');
        return csv;
      },
    );
  }
  routes.get(
    '/groups/:id/epics.csv',
    { summary: `Every epic that a list shows as CSV; ${takes}`, tags: ['epics'], input: exportInput },
    async ({ params, input, http, reply }, ctx) => {
      const group = await findVisibleGroup(ctx, params['id'] ?? '');
      const csv = await csvOfListing(ctx, await epicListing(ctx, group, addressOf(http)), input.bom ?? false);
      await recordExport(ctx, group, 'epics as CSV');
      nameFile(reply, group, 'epics');
      return csv;
    },
  );
}

function addressOf({ raw }: FastifyRequest): Query {
  return parseQuery(new URL(raw.url ?? '/', 'http://localhost').search);
}

function nameFile(reply: FastifyReply, { path }: Namespace, what: string): void {
  void asDownload(reply, 'text/csv; charset=utf-8', `${path}-${what}.csv`);
}
