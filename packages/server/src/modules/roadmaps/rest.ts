import { parseQuery } from '@milepost/core/query';
import { Type } from 'typebox';
import type { Routes } from '../../platform/rest/routes.ts';
import { findVisibleGroup } from '../namespaces/commands.ts';
import { csvOf } from './rest/csv.ts';
import { roadmapQueryOf } from './rest/listing.ts';
import { asDownload } from '../../platform/rest/download.ts';

const exportInput = Type.Object({
  today: Type.Optional(
    Type.String({ format: 'date', description: 'The client’s current day; by default that of UTC' }),
  ),
  bom: Type.Optional(Type.Boolean({ description: 'Start with a byte order mark, as Excel expects of UTF-8' })),
});

/** The roadmap as CSV and calendar files. */
export function addRoutes(routes: Routes): void {
  routes.get(
    '/groups/:id/roadmap.csv',
    {
      summary: "Every epic on a group's roadmap as CSV; takes the parameters of the roadmap's address",
      tags: ['roadmaps'],
      input: exportInput,
    },
    async ({ params, input, http, reply }, ctx) => {
      const group = await findVisibleGroup(ctx, params['id'] ?? '');
      const address = parseQuery(new URL(http.raw.url ?? '/', 'http://localhost').search);
      const csv = await csvOf(ctx, roadmapQueryOf(group, address, input.today), input.bom ?? false);
      void asDownload(reply, 'text/csv; charset=utf-8', `${group.path}-roadmap.csv`);
      return csv;
    },
  );
}
