import { builder } from '../../../platform/graphql/builder.ts';
import { visibleNamespace } from '../../namespaces/commands.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { countByState, type StateCounts } from '../../work-items/store/lists.ts';
import { issueTypes } from '../../work-items/store.ts';
import { IterationRef } from '../graphql.ts';
import type { Iteration } from '../store.ts';

/** The iteration, and the group or project whose issues are counted. */
interface Report {
  iteration: Iteration;
  of: Namespace;
}

const ReportRef = builder.objectRef<Report>('TimeboxReport');
const StatsRef = builder.objectRef<StateCounts>('TimeReportStats');
const MetricsRef = builder.objectRef<{ count: number }>('TimeboxMetrics');

/** The result of an iteration: how many of its issues are closed. */
export function addReport(): void {
  MetricsRef.implement({ description: 'Issues of an iteration', fields: (t) => ({ count: t.exposeInt('count') }) });
  StatsRef.implement({
    description: 'The progress of an iteration',
    fields: (t) => ({
      complete: t.field({ type: MetricsRef, nullable: true, resolve: ({ closed }) => ({ count: closed }) }),
      incomplete: t.field({ type: MetricsRef, nullable: true, resolve: ({ opened }) => ({ count: opened }) }),
      total: t.field({
        type: MetricsRef,
        nullable: true,
        resolve: (counts) => ({ count: counts.opened + counts.closed }),
      }),
    }),
  });
  ReportRef.implement({
    description: 'The result of an iteration',
    fields: (t) => ({
      stats: t.field({
        type: StatsRef,
        nullable: true,
        resolve: ({ iteration, of }, _args, ctx) =>
          countByState(ctx, {
            scope: { of, includeDescendants: true },
            types: issueTypes,
            filter: { is: { iterationId: [iteration.id] }, not: {}, or: {} },
            order: { by: 'id', isDescending: false },
          }),
      }),
    }),
  });
  builder.objectField(IterationRef, 'report', (t) =>
    t.field({
      type: ReportRef,
      nullable: true,
      description: 'Counts only issues that the viewer may see',
      args: {
        fullPath: t.arg.string({
          description: 'Only issues of this group or project; of the group of the iteration by default',
        }),
      },
      resolve: async (iteration, { fullPath }, ctx) => {
        const of = fullPath
          ? await visibleNamespace(ctx, fullPath)
          : await ctx.load(namespacesById, iteration.namespaceId);
        return of && { iteration, of };
      },
    }),
  );
}
