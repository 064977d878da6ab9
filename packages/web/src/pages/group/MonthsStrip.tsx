import { present } from '../../platform/api/graphql.ts';
import { dayOf, localDayOf, partsOf, type Day } from '@milepost/core/days';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from '../../platform/navigation/Link.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { readDay } from '../../ui/field/days.ts';
import { type MonthsEpic, monthsQuery } from './api.ts';
import { groupMessages as messages } from './messages.ts';
import styles from './GroupPage.module.css';

const DAY_MS = 86_400_000;
const named = { month: 'short', timeZone: 'UTC' } as const;

/** The months shown, and how many of them are before the current one. */
const MONTHS = 12;
const MONTHS_BEFORE = 4;
/** Epics are shown that run in the months before, in the current one or in these after it; later ones only start. */
const MONTHS_AFTER = 2;

/** The months around today and the query of their epics; constant while the page is open. */
export function useMonths(fullPath: string) {
  const [today] = useState(() => localDayOf(new Date()));
  const first = monthOf(today) - MONTHS_BEFORE;
  const end = (startOf(monthOf(today) + MONTHS_AFTER + 1) - 1) as Day;
  return { today, first, query: monthsQuery(fullPath, startOf(first), end) };
}

type Months = ReturnType<typeof useMonths>;

/** The name of the range that the strip shows. */
export function MonthsRange({ months: { first } }: { months: Months }) {
  const { formatDate } = useIntl();
  const nameOf = (month: number): string =>
    formatDate(new Date(startOf(month) * DAY_MS), { ...named, year: 'numeric' });
  return <FormattedMessage {...messages.range} values={{ first: nameOf(first), last: nameOf(first + MONTHS - 1) }} />;
}

/** Epics around today, those that started last, each as a bar across the months: an overview, not the roadmap. */
export function MonthsStrip({ months: { today, first, query: wanted } }: { months: Months }) {
  const { formatDate, formatMessage } = useIntl();
  const query = useQuery(wanted);
  return (
    <QueryView query={query} failed={<FormattedMessage {...messages.roadmapFailed} />}>
      {({ group }) => {
        // Requested from the last start on, shown from the first: the bars form steps.
        const epics = present(group?.epics?.nodes).toReversed();
        return (
          <div className={styles.strip}>
            <div className={styles.months} aria-hidden="true">
              {Array.from({ length: MONTHS }, (_, index) => (
                <span key={index} data-now={index === MONTHS_BEFORE || undefined}>
                  {formatDate(new Date(startOf(first + index) * DAY_MS), named)}
                </span>
              ))}
            </div>
            {epics.length === 0 ? (
              <p className={styles.noBars}>
                <FormattedMessage {...messages.noneInMonths} />
              </p>
            ) : (
              <>
                <span
                  className={styles.today}
                  style={{ '--x': placeInMonths(first, today, today).x } as CSSProperties}
                />
                <ul className={styles.bars} aria-label={formatMessage(messages.openEpics)}>
                  {epics.map((epic) => (
                    <EpicBar key={epic.id} epic={epic} first={first} />
                  ))}
                </ul>
              </>
            )}
          </div>
        );
      }}
    </QueryView>
  );
}

function EpicBar({ epic, first }: { epic: MonthsEpic; first: number }) {
  const { x, width } = placeInMonths(first, readDay(epic.startDate), readDay(epic.dueDate));
  const style = {
    '--x': x,
    '--w': width,
    '--bar': epic.color ?? 'var(--epic-blue)',
    '--on-bar': epic.textColor ?? undefined,
  } as CSSProperties;
  return (
    <li>
      <Link className={styles.epic} to={epic.webPath} style={style} data-tooltip-cut="">
        {epic.title}
      </Link>
    </li>
  );
}

/**
 * The position of a span across twelve equal months, as percentages of their width: exact to the day within its month. An open
 * end, and parts outside the months, extend to the edge. `first` is the first month, counted from the year 0.
 */
export function placeInMonths(first: number, start: Day | null, due: Day | null): { x: number; width: number } {
  const left = start === null ? 0 : position(first, start);
  const right = due === null ? 100 : position(first, (due + 1) as Day);
  return { x: left, width: Math.max(0, right - left) };
}

function position(first: number, day: Day): number {
  const month = monthOf(day);
  const start = startOf(month);
  const passed = month - first + (day - start) / (startOf(month + 1) - start);
  return (Math.min(MONTHS, Math.max(0, passed)) / MONTHS) * 100;
}

function monthOf(day: Day): number {
  const { year, month } = partsOf(day);
  return year * 12 + month - 1;
}

const startOf = (month: number): Day => dayOf(Math.floor(month / 12), (month % 12) + 1, 1);
