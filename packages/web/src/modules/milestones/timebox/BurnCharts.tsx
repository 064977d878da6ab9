import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { printDay, readDay } from '../../../ui/field/days.ts';
import { Segmented } from '../../../ui/field/Segmented.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { text } from '../../../ui/text/text.tsx';
import { timeboxMessages as messages } from './messages.ts';
import { axisOf, type ChartDay, chartDays, type Measure, type TimeboxReport } from './report.ts';
import styles from './timebox.module.css';

export interface BurnChartsProps {
  report: TimeboxReport | null;
  startDate: string | null;
  dueDate: string | null;
}

/** Burndown and burnup of a milestone or iteration by day, with a table of the same figures. */
export function BurnCharts({ report, startDate, dueDate }: BurnChartsProps) {
  const { formatMessage } = useIntl();
  const [by, setBy] = useState<Measure>('count');
  const series = report?.burnupTimeSeries;
  const days = chartDays(series ?? [], by);
  return (
    <Section
      title={<FormattedMessage {...messages.charts} />}
      end={
        days.length > 0 && (
          <Segmented
            label={formatMessage(messages.measure)}
            value={by}
            options={[
              { value: 'count', label: formatMessage(messages.count) },
              { value: 'weight', label: formatMessage(messages.weight) },
            ]}
            onChange={setBy}
          />
        )
      }
    >
      {days.length === 0 || !startDate || !dueDate ? (
        <p className={text.quiet}>
          <FormattedMessage {...withoutChart(report)} />
        </p>
      ) : (
        <>
          <div className={styles.charts}>
            <Chart title={formatMessage(messages.burndown)} kind="burndown" {...{ days, startDate, dueDate }} />
            <Chart title={formatMessage(messages.burnup)} kind="burnup" {...{ days, startDate, dueDate }} />
          </div>
          <details className={styles.details}>
            <summary>{formatMessage(messages.table)}</summary>
            <FiguresTable days={days} />
          </details>
        </>
      )}
    </Section>
  );
}

function withoutChart(report: TimeboxReport | null) {
  if (report?.error?.code === 'TOO_MANY_EVENTS') return messages.tooMany;
  return report?.error?.code === 'MISSING_DATES' ? messages.noDates : messages.notStarted;
}

interface ChartProps {
  title: string;
  kind: 'burndown' | 'burnup';
  days: readonly ChartDay[];
  startDate: string;
  dueDate: string;
}

const HEIGHT = 100;

/** One chart. Its drawing is stretched to the width of the page; texts stay outside of it. The table has the figures. */
function Chart({ title, kind, days, startDate, dueDate }: ChartProps) {
  const intl = useIntl();
  const { formatMessage, formatNumber } = intl;
  const [start, due] = [readDay(startDate) ?? 0, readDay(dueDate) ?? 0];
  const width = Math.max(due - start, 1);
  const { end, step } = axisOf(Math.max(...days.map(({ scope }) => scope)));
  const x = (date: string) => (readDay(date) ?? start) - start;
  const y = (value: number) => HEIGHT - (value / end) * HEIGHT;
  const line = (of: (day: ChartDay) => number) => days.map((day) => `${x(day.date)},${y(of(day))}`).join(' ');
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, index) => index * step);
  const [first, last] = [days[0], days.at(-1)];
  const day = (date: string) => printDay(intl, readDay(date) ?? readDay(startDate)!);
  const lines = kind === 'burndown' ? (['remaining', 'guide'] as const) : (['scope', 'completed'] as const);
  return (
    <figure className={styles.chart}>
      <figcaption>
        <b>{title}</b>
        <span className={styles.legend}>
          {lines.map((each) => (
            <span key={each} data-line={each}>
              {formatMessage(messages[each])}
              {last && each !== 'guide' && ` ${formatNumber(last[each])}`}
            </span>
          ))}
        </span>
      </figcaption>
      <div className={styles.plot}>
        <div className={styles.ticks} aria-hidden>
          {ticks.map((value) => (
            <span key={value} style={{ top: `${y(value)}%` }}>
              {formatNumber(value)}
            </span>
          ))}
        </div>
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={title}>
          {ticks.map((value) => (
            <line key={value} className={styles.grid} x1={0} x2={width} y1={y(value)} y2={y(value)} />
          ))}
          {kind === 'burndown' ? (
            <>
              {first && <line data-line="guide" x1={0} x2={width} y1={y(first.scope)} y2={y(0)} />}
              <polyline data-line="remaining" points={line(({ remaining }) => remaining)} />
            </>
          ) : (
            <>
              <polyline data-line="scope" points={line(({ scope }) => scope)} />
              <polyline data-line="completed" points={line(({ completed }) => completed)} />
            </>
          )}
          {last && x(last.date) < width && (
            <line className={styles.today} x1={x(last.date)} x2={x(last.date)} y1={0} y2={HEIGHT} />
          )}
        </svg>
        <div className={styles.dates} aria-hidden>
          <span>{day(startDate)}</span>
          <span>{day(dueDate)}</span>
        </div>
      </div>
    </figure>
  );
}

function FiguresTable({ days }: { days: readonly ChartDay[] }) {
  const intl = useIntl();
  const { formatMessage, formatNumber } = intl;
  return (
    // A long table scrolls by itself, also by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller without a tab stop cannot be scrolled by keyboard
    <div className={styles.scroller} tabIndex={0} role="region" aria-label={formatMessage(messages.figures)}>
      <table className={styles.table}>
        <thead>
          <tr>
            {(['day', 'scope', 'completed', 'remaining'] as const).map((each) => (
              <th key={each} scope="col">
                {formatMessage(messages[each])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((each) => {
            const day = readDay(each.date);
            return (
              <tr key={each.date}>
                <th scope="row">{day === null ? each.date : printDay(intl, day)}</th>
                <td>{formatNumber(each.scope)}</td>
                <td>{formatNumber(each.completed)}</td>
                <td>{formatNumber(each.remaining)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
