import { recordExport } from '../../platform/audit.ts';
import { formatDay } from '@milepost/core/days';
import { parseQuery, valueOf } from '@milepost/core/query';
import { addedColumns } from '@milepost/core/roadmap/csv-columns';
import { summaryCounts } from '@milepost/core/roadmap/summary';
import { Type } from 'typebox';
import { contextAsOf } from '../../platform/as-of.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { findVisibleGroup } from '../namespaces/commands.ts';
import { addLaneRoutes } from './rest/lanes.ts';
import { addStaleLimit } from './rest/stale-limit.ts';
import { csvNameOf, csvOf } from './rest/csv.ts';
import { listingOf, roadmapQueryOf } from './rest/listing.ts';
import { todayOf } from './filter/signals.ts';
import { summaryOf } from './store/summary.ts';
import { snakeCase } from '../work-items/filter/values.ts';
import { asDownload } from '../../platform/rest/download.ts';

const exportInput = Type.Object({
  today: Type.Optional(
    Type.String({ format: 'date', description: 'The client’s current day; by default that of UTC' }),
  ),
  bom: Type.Optional(Type.Boolean({ description: 'Start with a byte order mark, as Excel expects of UTF-8' })),
  columns: Type.Optional(
    Type.String({
      description: `Added columns, separated by commas: ${addedColumns.join(', ')}. With lanes, epics are in their order`,
    }),
  ),
});

const summaryInput = Type.Object({ today: exportInput.properties.today });

/** The roadmap as files, its lanes and its counts. */
export function addRoutes(routes: Routes): void {
  addLaneRoutes(routes);
  addStaleLimit(routes);
  routes.get(
    '/groups/:id/roadmap.csv',
    {
      summary: "Every epic on a group's roadmap as CSV; takes the parameters of the roadmap's address",
      tags: ['roadmaps'],
      input: exportInput,
    },
    async ({ params, input, http, reply }, present) => {
      const address = parseQuery(new URL(http.raw.url ?? '/', 'http://localhost').search);
      const ctx = contextAsOf(present, valueOf(address, 'as_of'));
      const group = await findVisibleGroup(ctx, params['id'] ?? '');
      const question = roadmapQueryOf(group, address, input.today);
      const csv = await csvOf(ctx, question, { hasMark: input.bom ?? false, columns: input.columns ?? '' });
      await recordExport(present, group, 'the roadmap as CSV');
      void asDownload(reply, 'text/csv; charset=utf-8', csvNameOf(question));
      return csv;
    },
  );
  routes.get(
    '/groups/:id/roadmap_summary',
    {
      summary: "Counts of a group's roadmap by health and signal; takes the parameters of the roadmap's address",
      tags: ['roadmaps'],
      input: summaryInput,
    },
    async ({ params, input, http }, present) => {
      const address = parseQuery(new URL(http.raw.url ?? '/', 'http://localhost').search);
      const ctx = contextAsOf(present, valueOf(address, 'as_of'));
      const group = await findVisibleGroup(ctx, params['id'] ?? '');
      const today = todayOf(ctx, input.today);
      const question = roadmapQueryOf(group, address, formatDay(today));
      const listing = await listingOf(ctx, question, { isWithinDates: true, isTopLevel: true });
      const counts = await summaryOf(ctx, listing, { today, tracking: question.settings.progressTracking });
      return Object.fromEntries(summaryCounts.map((name) => [snakeCase(name), counts[name]]));
    },
  );
}
