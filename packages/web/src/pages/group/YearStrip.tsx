import { present } from '../../platform/api/graphql.ts';
import { dayOf, localDayOf, partsOf, type Day } from '@milepost/core/days';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from '../../platform/navigation/Link.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { readDay } from '../../ui/field/days.ts';
import { type YearEpic, yearQuery } from './api.ts';
import { groupMessages as messages } from './messages.ts';
import styles from './GroupPage.module.css';

const months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** The variables of the current year's query; constant while the page is open. */
export function useThisYear(fullPath: string) {
  const [today] = useState(() => localDayOf(new Date()));
  const { year } = partsOf(today);
  return { today, query: yearQuery(fullPath, dayOf(year, 1, 1), dayOf(year, 12, 31)) };
}

/** The first epics of this year, each as a bar across its months: an overview, not the roadmap. */
export function YearStrip({ year: { today, query: wanted } }: { year: ReturnType<typeof useThisYear> }) {
  const { formatDate, formatMessage } = useIntl();
  const { year, month: thisMonth } = partsOf(today);
  const query = useQuery(wanted);
  return (
    <QueryView query={query} failed={<FormattedMessage {...messages.roadmapFailed} />}>
      {({ group }) => {
        const epics = present(group?.epics?.nodes);
        return (
          <div className={styles.year}>
            <div className={styles.months} aria-hidden="true">
              {months.map((month) => (
                <span key={month} data-now={month === thisMonth || undefined}>
                  {formatDate(new Date(Date.UTC(year, month - 1, 15)), { month: 'short', timeZone: 'UTC' })}
                </span>
              ))}
            </div>
            {epics.length === 0 ? (
              <p className={styles.noBars}>
                <FormattedMessage {...messages.noneThisYear} />
              </p>
            ) : (
              <>
                <span className={styles.today} style={{ '--x': placeInYear(year, today, today).x } as CSSProperties} />
                <ul className={styles.bars} aria-label={formatMessage(messages.yearLabel, { year })}>
                  {epics.map((epic) => (
                    <YearBar key={epic.id} epic={epic} year={year} />
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

function YearBar({ epic, year }: { epic: YearEpic; year: number }) {
  const { x, width } = placeInYear(year, readDay(epic.startDate), readDay(epic.dueDate));
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
 * The position of a span across twelve equal months, as percentages of the year's width: exact to the day within its month. An
 * open end, and parts outside the year, extend to the edge.
 */
export function placeInYear(year: number, start: Day | null, due: Day | null): { x: number; width: number } {
  const left = start === null ? 0 : position(year, start);
  const right = due === null ? 100 : position(year, (due + 1) as Day);
  return { x: left, width: Math.max(0, right - left) };
}

function position(year: number, day: Day): number {
  const parts = partsOf(day);
  if (parts.year < year) return 0;
  if (parts.year > year) return 100;
  const length = dayOf(year, parts.month + 1, 1) - dayOf(year, parts.month, 1);
  return ((parts.month - 1 + (parts.dayOfMonth - 1) / length) / 12) * 100;
}
