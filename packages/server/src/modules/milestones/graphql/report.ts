import { burnupSeries, type BurnupDay } from '@milepost/core/dates/burnup';
import { formatDay, utcDayOf, type Span } from '@milepost/core/days';
import type { IterationId, MilestoneId, NamespaceId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import type { NamespaceScope } from '@milepost/core/roles';
import { visibleNamespace } from '../../namespaces/commands.ts';
import { namespacesById } from '../../namespaces/store.ts';
import { seesConfidential } from '../../work-items/policy.ts';
import {
  MAX_CHART_EVENTS,
  timeboxEvents,
  timeboxTotals,
  type Timebox,
  type TimeboxTotals,
  type Totals,
} from '../store/burnup.ts';

/** The subject of a report: a milestone or an iteration, with its dates. */
export interface ReportOf {
  timebox: Timebox;
  span: Span;
  /** Where the counted issues are. */
  scope: NamespaceScope;
}

type Failure = 'MISSING_DATES' | 'TOO_MANY_EVENTS';
const failures: Readonly<Record<Failure, string>> = {
  MISSING_DATES: 'Start and due date are required',
  TOO_MANY_EVENTS: `There are more than ${MAX_CHART_EVENTS} changes`,
};

export const TimeboxReportRef = builder.objectRef<ReportOf>('TimeboxReport');
const StatsRef = builder.objectRef<TimeboxTotals>('TimeReportStats');
const MetricsRef = builder.objectRef<Totals>('TimeboxMetrics');
const DayRef = builder.objectRef<BurnupDay>('BurnupChartDailyTotals');
const ErrorRef = builder.objectRef<Failure>('TimeboxReportError');

/** The report of milestones and iterations: totals, and the series of burn-down and burn-up charts. */
export function describeReport(): void {
  MetricsRef.implement({
    description: 'Number and weight of issues',
    fields: (t) => ({ count: t.exposeInt('count'), weight: t.exposeInt('weight') }),
  });
  StatsRef.implement({
    description: 'The progress of a milestone or iteration',
    fields: (t) => ({
      complete: t.field({ type: MetricsRef, nullable: true, resolve: ({ closed }) => closed }),
      incomplete: t.field({ type: MetricsRef, nullable: true, resolve: ({ opened }) => opened }),
      total: t.field({
        type: MetricsRef,
        nullable: true,
        resolve: ({ opened, closed }) => ({
          count: opened.count + closed.count,
          weight: opened.weight + closed.weight,
        }),
      }),
    }),
  });
  DayRef.implement({
    description: 'The totals at the end of a day',
    fields: (t) => ({
      date: t.field({ type: 'ISO8601Date', resolve: ({ day }) => formatDay(day) }),
      scopeCount: t.exposeInt('scopeCount'),
      scopeWeight: t.exposeInt('scopeWeight'),
      completedCount: t.exposeInt('completedCount'),
      completedWeight: t.exposeInt('completedWeight'),
    }),
  });
  const Reason = builder.enumType('TimeboxReportErrorReason', {
    values: ['UNSUPPORTED', 'MISSING_DATES', 'TOO_MANY_EVENTS'] as const,
  });
  ErrorRef.implement({
    description: 'Why there is no chart',
    fields: (t) => ({
      code: t.field({ type: Reason, nullable: true, resolve: (code) => code }),
      message: t.string({ nullable: true, resolve: (code) => failures[code] }),
    }),
  });
  TimeboxReportRef.implement({
    description: 'The progress of a milestone or iteration. Counts only issues that the viewer may see',
    fields: (t) => ({
      isPartial: t.boolean({
        description:
          'Milepost extension. Whether the viewer has a role that does not show all issues, if there are more',
        // Decided by the role, not by the issues: otherwise the field would reveal whether there are confidential issues.
        resolve: ({ scope }, _args, ctx) => !seesConfidential(ctx.viewer, scope),
      }),
      stats: t.field({
        type: StatsRef,
        nullable: true,
        resolve: ({ timebox }, _args, ctx) => timeboxTotals(ctx, timebox),
      }),
      burnupTimeSeries: t.field({
        type: [DayRef],
        nullable: true,
        description: 'The days from start to due date up to today. Null without both dates; see `error`',
        resolve: async (report, _args, ctx) => {
          const series = await seriesOf(ctx, report);
          return typeof series === 'string' ? null : series;
        },
      }),
      error: t.field({
        type: ErrorRef,
        nullable: true,
        resolve: async (report, _args, ctx) => {
          const series = await seriesOf(ctx, report);
          return typeof series === 'string' ? series : null;
        },
      }),
    }),
  });
}

/** Caches the series by report, because two fields need it. */
const computed = new WeakMap<ReportOf, Promise<BurnupDay[] | Failure>>();

function seriesOf(ctx: Context, report: ReportOf): Promise<BurnupDay[] | Failure> {
  const known = computed.get(report) ?? compute(ctx, report);
  computed.set(report, known);
  return known;
}

async function compute(ctx: Context, { timebox, span: { start, due } }: ReportOf): Promise<BurnupDay[] | Failure> {
  if (start === null || due === null) return 'MISSING_DATES';
  const events = await timeboxEvents(ctx, timebox);
  return events ? burnupSeries(events, { start, due }, utcDayOf(new Date())) : 'TOO_MANY_EVENTS';
}

export const fullPathArgument = 'Only issues of this group or project; all by default';

/** The report of a milestone or iteration, for the group or project of a path. Null when the viewer may not see it. */
export async function reportFor(
  ctx: Context,
  timebox: { milestoneId: MilestoneId } | { iterationId: IterationId },
  namespaceId: NamespaceId,
  span: Span,
  fullPath: string | null | undefined,
): Promise<ReportOf | null> {
  const of = fullPath ? await visibleNamespace(ctx, fullPath) : null;
  const home = of ?? (await ctx.load(namespacesById, namespaceId));
  return (fullPath && !of) || !home ? null : { timebox: { ...timebox, of }, span, scope: home.scope };
}
