import type { TimeboxReportPartsFragment } from '../../../gen/graphql.ts';
import { graphql } from '../../../gen/gql.ts';

graphql(`
  fragment TimeboxReportParts on TimeboxReport {
    stats {
      complete {
        count
        weight
      }
      total {
        count
        weight
      }
    }
    isPartial
    burnupTimeSeries {
      date
      scopeCount
      scopeWeight
      completedCount
      completedWeight
    }
    error {
      code
      message
    }
  }
`);

/** Totals and daily figures of a milestone or iteration. */
export type TimeboxReport = TimeboxReportPartsFragment;
export type DayFigures = NonNullable<TimeboxReport['burnupTimeSeries']>[number];
export type Measure = 'count' | 'weight';

/** One day of a chart, in issues or in weight. */
export interface ChartDay {
  date: string;
  scope: number;
  completed: number;
  remaining: number;
}

export function chartDays(series: readonly DayFigures[], by: Measure): ChartDay[] {
  return series.map((day) => {
    const scope = by === 'count' ? day.scopeCount : day.scopeWeight;
    const completed = by === 'count' ? day.completedCount : day.completedWeight;
    return { date: day.date, scope, completed, remaining: scope - completed };
  });
}

/** A round maximum for an axis that shows `most`, and the step between its lines. */
export function axisOf(most: number): { end: number; step: number } {
  if (most <= 4) return { end: Math.max(most, 1), step: 1 };
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  return { end: Math.ceil(most / step) * step, step };
}
