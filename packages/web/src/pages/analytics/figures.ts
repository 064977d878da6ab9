import { formatDay, parseDay, type Day } from '@milepost/core/days';
import { csvLine } from '@milepost/core/text/csv';
import type { IntlShape } from 'react-intl';
import type {
  DeploymentActivitySeriesFragment,
  IssueActivitySeriesFragment,
  IssueCompletionSeriesFragment,
  OpenMergeRequestAgesFragment,
} from '../../gen/graphql.ts';
import { printSpan, printDay } from '../../ui/field/days.ts';
import { analyticsMessages, columnMessages as messages } from './messages.ts';

type Unit = 'count' | 'days' | 'percent';

/** One line or set of bars. */
export interface Series {
  /** With its unit, as the head of its column. */
  head: string;
  name: string;
  unit: Unit;
  /** Rounded: chart, table and CSV have the same numbers. Null where there is none. */
  values: readonly (number | null)[];
  /** Of the whole range. */
  total: number | null;
}

/** The numbers of a chart, in rows. */
export interface Figures {
  /** The heads of the cells before the numbers. */
  heads: readonly string[];
  rows: readonly { cells: readonly string[]; /** On the axis. */ tick: string; /** In full. */ name: string }[];
  series: readonly Series[];
  hasData: boolean;
}

export function activityFigures(intl: IntlShape, { issueActivity: periods }: IssueActivitySeriesFragment): Figures {
  const counts = (name: 'opened' | 'closed') => {
    const values = periods.map((period) => period[name]);
    return seriesOf(intl, messages[name], messages[name], 'count', values, sum(values));
  };
  return { ...rowsOf(intl, periods), ...withData([counts('opened'), counts('closed')], isPositive) };
}

export function timeFigures(intl: IntlShape, data: IssueCompletionSeriesFragment): Figures {
  const { issueCompletion: periods, whole } = data;
  const times = (['leadTime', 'cycleTime'] as const).map((name) => {
    const head = name === 'leadTime' ? messages.leadDays : messages.cycleDays;
    const values = periods.map((period) => roundedDays(period[name]));
    return seriesOf(intl, head, messages[name], 'days', values, roundedDays(whole[0]?.[name]));
  });
  return { ...rowsOf(intl, periods), ...withData(times, isKnown) };
}

export function throughputFigures(
  intl: IntlShape,
  { issueCompletion: periods }: IssueCompletionSeriesFragment,
): Figures {
  const values = periods.map(({ completed }) => completed);
  const series = seriesOf(intl, messages.completed, messages.completed, 'count', values, sum(values));
  return { ...rowsOf(intl, periods), ...withData([series], isPositive) };
}

export function deploymentFigures(intl: IntlShape, data: DeploymentActivitySeriesFragment): Figures {
  const values = data.deploymentActivity.map(({ deployments }) => deployments);
  const series = seriesOf(intl, messages.deployments, messages.deployments, 'count', values, sum(values));
  return { ...rowsOf(intl, data.deploymentActivity), ...withData([series], isPositive) };
}

export function failureFigures(intl: IntlShape, data: DeploymentActivitySeriesFragment): Figures {
  const percent = (rate: number | null | undefined) => rounded(typeof rate === 'number' ? rate * 100 : null, 1);
  const values = data.deploymentActivity.map(({ changeFailureRate }) => percent(changeFailureRate));
  const total = percent(data.whole[0]?.changeFailureRate);
  const series = seriesOf(intl, messages.failurePercent, messages.failureRate, 'percent', values, total);
  return { ...rowsOf(intl, data.deploymentActivity), ...withData([series], isKnown) };
}

export function ageFigures(intl: IntlShape, { openMergeRequestAges: ages }: OpenMergeRequestAgesFragment): Figures {
  const { formatMessage } = intl;
  const values = ages.map(({ count }) => count);
  const series = seriesOf(intl, messages.requests, messages.requests, 'count', values, sum(values));
  const rows = ages.map(({ fromDays: from, untilDays: until }) => {
    const message = typeof until !== 'number' ? messages.ageMore : from === 0 ? messages.ageLess : messages.ageBetween;
    const name = formatMessage(message, { from, until });
    const tick = typeof until !== 'number' ? `${from}+` : from === 0 ? `<${until}` : `${from}–${until}`;
    return { cells: [name], tick, name };
  });
  return { heads: [formatMessage(messages.age)], rows, ...withData([series], isPositive) };
}

/** A number as in the table and in the CSV; empty for none. */
export const cellOf = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);

/** All cells of the table, heads first. */
export function cellsOf({ heads, rows, series }: Figures): string[][] {
  const body = rows.map(({ cells }, index) => [...cells, ...series.map(({ values }) => cellOf(values[index]))]);
  return [[...heads, ...series.map(({ head }) => head)], ...body];
}

export const csvOf = (figures: Figures): string => cellsOf(figures).map(csvLine).join('');

/** "3.5 days", "12%", "1,204". */
export function printValue({ formatNumber }: IntlShape, unit: Unit, value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  if (unit === 'percent') return formatNumber(value / 100, { style: 'percent', maximumFractionDigits: 1 });
  if (unit === 'days') return formatNumber(value, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  return formatNumber(value);
}

function seriesOf(
  { formatMessage }: IntlShape,
  head: (typeof messages)[keyof typeof messages],
  name: (typeof messages)[keyof typeof messages],
  unit: Unit,
  values: readonly (number | null)[],
  total: number | null,
): Series {
  return { head: formatMessage(head), name: formatMessage(name), unit, values, total };
}

function withData(
  series: readonly Series[],
  counts: (value: number | null) => boolean,
): Pick<Figures, 'series' | 'hasData'> {
  return { series, hasData: series.some(({ values }) => values.some(counts)) };
}

const isKnown = (value: number | null): boolean => value !== null;
const isPositive = (value: number | null): boolean => value !== null && value > 0;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function rounded(value: number | null | undefined, digits: number): number | null {
  return typeof value === 'number' ? Math.round(value * 10 ** digits) / 10 ** digits : null;
}

/** Hours matter only below a day. */
const roundedDays = (days: number | null | undefined) => rounded(days, typeof days === 'number' && days < 1 ? 2 : 1);

interface Period {
  from: string;
  to: string;
}

function rowsOf(intl: IntlShape, periods: readonly Period[]): Pick<Figures, 'heads' | 'rows'> {
  const { from, to } = analyticsMessages;
  const day = (text: string): Day => parseDay(text) ?? (0 as Day);
  const isMonthly = periods.some((period) => day(period.to) - day(period.from) > 7);
  const tickFormat = isMonthly ? ({ year: 'numeric' } as const) : ({ day: 'numeric' } as const);
  return {
    heads: [intl.formatMessage(from), intl.formatMessage(to)],
    rows: periods.map((period) => {
      const [first, last] = [day(period.from), day(period.to)];
      const tick = intl.formatDate(formatDay(first), { ...tickFormat, month: 'short', timeZone: 'UTC' });
      return {
        cells: [period.from, period.to],
        tick,
        name: first === last ? printDay(intl, first) : printSpan(intl, first, last),
      };
    }),
  };
}
