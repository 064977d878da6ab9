import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { type Day, localDayOf, partsOf } from '@milepost/core/days';
import {
  FORECAST_RUNS,
  forecastDay,
  type ForecastInputs,
  forecastSeed,
  MIN_SHARE,
} from '@milepost/core/roadmap/forecast/forecast';
import { dayText } from '@milepost/core/dates/timeframe-text';
import { readDay } from '../../../ui/field/days.ts';
import { Section } from '../../../ui/page/Page.tsx';
import { dateLocale } from '../../../ui/text/date-locale.ts';
import { text } from '../../../ui/text/text.tsx';
import { type ForecastItem, forecastQuery, type ForecastView } from './api.ts';
import styles from './forecast.module.css';
import { forecastMessages as messages } from './messages.ts';
import { simulate } from './simulate.ts';

/** When an epic or milestone is likely to be done, and the data behind that. */
export function ForecastCard({ item }: { item: ForecastItem }) {
  const [today] = useState(() => localDayOf(new Date()));
  const { data, error } = useQuery(forecastQuery(item, today));
  return (
    <Section title={<FormattedMessage {...messages.title} />}>
      {error && <Note message={messages.unavailable} />}
      {!error && !data && <Note message={messages.simulating} />}
      {data?.obstacle && <Note message={messages[data.obstacle]} />}
      {data && !data.obstacle && <Simulated key={data.share} forecast={data} today={today} />}
    </Section>
  );
}

function Note({ message }: { message: (typeof messages)['title'] }) {
  return (
    <p className={text.quiet} role="status">
      <FormattedMessage {...message} />
    </p>
  );
}

function Simulated({ forecast, today }: { forecast: ForecastView; today: Day }) {
  const { formatMessage, formatNumber } = useIntl();
  const id = useId();
  const [share, setShare] = useState(forecast.share);
  const weeks = forecast.weeks.map(({ closedIssues }) => closedIssues);
  const closed = weeks.reduce((sum, each) => sum + each, 0);
  const inputs: ForecastInputs = { weeks, openIssues: forecast.openIssues, share };
  const seed = forecastSeed(forecast.itemId, today, inputs);
  const { data, error } = useQuery({
    queryKey: ['forecast-run', seed, inputs],
    queryFn: ({ signal }) => simulate(inputs, seed, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const date = (count: number | null): string =>
    count === null ? formatMessage(messages.never) : shortDay(forecastDay(today, count), today);
  const given = [
    [messages.weeks, formatNumber(weeks.length)],
    [messages.closed, formatNumber(closed)],
    [messages.mean, formatNumber(closed / weeks.length, { maximumFractionDigits: 1 })],
    [messages.open, formatNumber(forecast.openIssues)],
    [messages.runs, formatNumber(FORECAST_RUNS)],
  ] as const;
  return (
    <div className={styles.card}>
      {data && (
        <p className={styles.range} role="status">
          {formatMessage(messages.range, { half: date(data.half), most: date(data.most) })}
        </p>
      )}
      {!data && <Note message={error ? messages.unavailable : messages.simulating} />}
      <p className={text.quiet}>
        <FormattedMessage {...messages.visible} />
      </p>
      <dl className={styles.inputs}>
        {given.map(([name, value]) => (
          <div key={name.id}>
            <dt>{formatMessage(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>
            <label htmlFor={id}>{formatMessage(messages.share)}</label>
          </dt>
          <dd>
            <input
              id={id}
              type="number"
              min={MIN_SHARE}
              max={100}
              step="any"
              defaultValue={share}
              onChange={({ target }) => {
                if (target.value !== '' && target.validity.valid) setShare(target.valueAsNumber);
              }}
            />
          </dd>
        </div>
      </dl>
      <details>
        <summary>{formatMessage(messages.byWeek)}</summary>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{formatMessage(messages.week)}</th>
              <th scope="col">{formatMessage(messages.closed)}</th>
            </tr>
          </thead>
          <tbody>
            {forecast.weeks.map(({ start, closedIssues }) => (
              <tr key={start}>
                <td>{dayText(readDay(start) ?? today, dateLocale())}</td>
                <td>{formatNumber(closedIssues)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}

/** Without the year, if it is this one. */
export function shortDay(day: Day, today: Day): string {
  return dayText(day, dateLocale(), partsOf(day).year !== partsOf(today).year);
}
