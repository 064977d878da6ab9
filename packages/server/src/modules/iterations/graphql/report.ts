import { builder } from '../../../platform/graphql/builder.ts';
import { fullPathArgument, reportFor, TimeboxReportRef } from '../../milestones/graphql/report.ts';
import { spanOf } from '../commands.ts';
import { IterationRef } from '../graphql.ts';

/** The report of an iteration has the type of a milestone's. */
export function addReport(): void {
  builder.objectField(IterationRef, 'report', (t) =>
    t.field({
      type: TimeboxReportRef,
      nullable: true,
      description: 'Counts only issues that the viewer may see',
      args: { fullPath: t.arg.string({ description: fullPathArgument }) },
      resolve: (iteration, { fullPath }, ctx) =>
        reportFor(ctx, { iterationId: iteration.id }, iteration.namespaceId, spanOf(iteration), fullPath),
    }),
  );
}
