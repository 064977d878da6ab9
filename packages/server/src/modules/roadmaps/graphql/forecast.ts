import { addDays, type Day, formatDay } from '@milepost/core/days';
import type { NamespaceId } from '@milepost/core/ids';
import {
  FORECAST_RUNS,
  firstSampleDay,
  forecastDay,
  forecastObstacle,
  type ForecastObstacle,
  forecastObstacles,
  type ForecastSamples,
  forecastSeed,
  type ForecastWeeks,
  shareOf,
  simulateForecast,
} from '@milepost/core/roadmap/forecast/forecast';
import type { Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import { MilestoneRef } from '../../milestones/graphql.ts';
import { namespacesById } from '../../namespaces/store.ts';
import { EpicRef } from '../../work-items/graphql.ts';
import { todayOf } from '../filter/signals.ts';
import { type ForecastItem, forecastSamples } from '../store/forecast.ts';

interface Forecast {
  samples: ForecastSamples;
  obstacle: ForecastObstacle | null;
  today: Day;
  /** Simulated when a date is requested. */
  weeks: () => ForecastWeeks | null;
}

/** Ten thousand runs of up to ten years take as long as many pages of a list, and block the event loop. */
const FORECAST_COST = 1_000;

const ForecastRef = builder.objectRef<Forecast>('Forecast');
const ForecastWeekRef = builder.objectRef<{ start: Day; closedIssues: number }>('ForecastWeek');
const ForecastObstacleEnum = builder.enumType('ForecastObstacle', {
  description: 'Why there is no forecast. TOO_FEW_CLOSED: fewer than 12 issues were closed in the weeks of the samples',
  values: forecastObstacles,
});

/** `Epic.forecast` and `Milestone.forecast`. */
export function describeForecasts(): void {
  ForecastWeekRef.implement({
    fields: (t) => ({
      start: t.field({ type: 'Date', description: 'A Monday', resolve: ({ start }) => formatDay(start) }),
      closedIssues: t.exposeInt('closedIssues'),
    }),
  });
  ForecastRef.implement({
    description: 'When the work is likely to be done, simulated from the issues that the viewer may see',
    fields: (t) => ({
      obstacle: t.field({ type: ForecastObstacleEnum, nullable: true, resolve: ({ obstacle }) => obstacle }),
      halfDate: t.field({
        type: 'Date',
        nullable: true,
        description:
          'The day by which half of the runs have ended; null without a forecast, or after more than ten years',
        resolve: (forecast) => dateOf(forecast, 'half'),
      }),
      mostDate: t.field({
        type: 'Date',
        nullable: true,
        description: 'The day by which 85 % of the runs have ended',
        resolve: (forecast) => dateOf(forecast, 'most'),
      }),
      weeks: t.field({
        type: [ForecastWeekRef],
        description: 'Issues closed in the group and below in each of the last 26 whole weeks, the earliest first',
        resolve: ({ samples, today }) =>
          samples.weeks.map((closedIssues, week) => ({
            start: addDays(firstSampleDay(today), 7 * week),
            closedIssues,
          })),
      }),
      openIssues: t.int({ description: 'Open issues below', resolve: ({ samples }) => samples.openBelow }),
      share: t.float({
        description: "The item's part of the group's work, in percent",
        resolve: ({ samples }) => shareOf(samples),
      }),
      runs: t.int({ resolve: () => FORECAST_RUNS }),
    }),
  });
  const args = { description: "Milepost extension. The viewer's day; by default that of UTC" };
  builder.objectField(EpicRef, 'forecast', (t) =>
    t.field({
      type: ForecastRef,
      description: 'Milepost extension',
      complexity: FORECAST_COST,
      args: { today: t.arg({ type: 'Date', ...args }) },
      resolve: (epic, { today }, ctx) =>
        forecastOf(ctx, { epicId: epic.id }, epic.namespaceId, epic.state === 'closed', todayOf(ctx, today)),
    }),
  );
  builder.objectField(MilestoneRef, 'forecast', (t) =>
    t.field({
      type: ForecastRef,
      description: 'Milepost extension',
      complexity: FORECAST_COST,
      args: { today: t.arg({ type: 'Date', ...args }) },
      resolve: (milestone, { today }, ctx) =>
        forecastOf(
          ctx,
          { milestoneId: milestone.id },
          milestone.namespaceId,
          milestone.state === 'closed',
          todayOf(ctx, today),
        ),
    }),
  );
}

async function forecastOf(
  ctx: Context,
  item: ForecastItem,
  namespaceId: NamespaceId,
  isClosed: boolean,
  today: Day,
): Promise<Forecast> {
  const namespace = await ctx.load(namespacesById, namespaceId);
  const samples = await forecastSamples(ctx, item, namespace?.scope.traversalIds ?? [], today);
  const obstacle = forecastObstacle(isClosed, samples);
  const inputs = { weeks: samples.weeks, openIssues: samples.openBelow, share: shareOf(samples) };
  const seed = forecastSeed(JSON.stringify(item), today, inputs);
  let simulated: ForecastWeeks | null = null;
  const weeks = () => (obstacle ? null : (simulated ??= simulateForecast(inputs, seed)));
  return { samples, obstacle, today, weeks };
}

function dateOf({ weeks, today }: Forecast, part: 'half' | 'most'): string | null {
  const count = weeks()?.[part] ?? null;
  return count === null ? null : formatDay(forecastDay(today, count));
}
