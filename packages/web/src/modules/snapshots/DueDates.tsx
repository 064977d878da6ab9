import { useQuery } from '@tanstack/react-query';
import type { Day } from '@milepost/core/days';
import { useIntl } from 'react-intl';
import { printDay } from '../../ui/field/days.ts';
import { Section } from '../../ui/page/Page.tsx';
import { dueDatesQuery, type DueDateThen } from './due-dates.ts';
import { snapshotMessages as messages } from './messages.ts';
import styles from './DueDates.module.css';

const WIDTH = 600;
const HEIGHT = 96;

/** The due date of an epic in each snapshot over time, as steps and as a table; nothing for fewer than two snapshots. */
export function DueDates({ fullPath, iid }: { fullPath: string; iid: string }) {
  const { formatMessage } = useIntl();
  const { data } = useQuery(dueDatesQuery(fullPath, iid));
  if (!data || data.length < 2) return null;
  return (
    <Section title={formatMessage(messages.dueDates)}>
      <Steps dates={data} />
      <details>
        <summary>{formatMessage(messages.asTable)}</summary>
        <Table dates={data} />
      </details>
    </Section>
  );
}

function Steps({ dates }: { dates: readonly DueDateThen[] }) {
  const intl = useIntl();
  const known = dates.flatMap(({ due }) => (due === null ? [] : [due]));
  if (known.length === 0) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const times = dates.map(({ takenAt }) => Date.parse(takenAt));
  const [first, last] = [times[0] ?? 0, times.at(-1) ?? 1];
  const x = (time: number) => (last === first ? 0 : ((time - first) / (last - first)) * WIDTH);
  const y = (due: number) => (most === least ? HEIGHT / 2 : HEIGHT - ((due - least) / (most - least)) * HEIGHT);
  const path = dates.map(({ due }, index) => {
    if (due === null) return '';
    const [from, to] = [x(times[index] ?? first), x(times[index + 1] ?? last)];
    const isJoined = index > 0 && dates[index - 1]?.due !== null;
    return `${isJoined ? 'V' : `M${from} `}${y(due)}H${to}`;
  });
  const name = intl.formatMessage(messages.dueDatesFrom, {
    count: dates.length,
    from: printDay(intl, least as Day),
    to: printDay(intl, most as Day),
  });
  return (
    <div className={styles.plot}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={name}>
        <path d={path.join('')} />
      </svg>
      <div className={styles.axis} aria-hidden>
        <span>{printDay(intl, most as Day)}</span>
        {most !== least && <span>{printDay(intl, least as Day)}</span>}
      </div>
    </div>
  );
}

function Table({ dates }: { dates: readonly DueDateThen[] }) {
  const intl = useIntl();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{intl.formatMessage(messages.snapshot)}</th>
          <th scope="col">{intl.formatMessage(messages.taken)}</th>
          <th scope="col">{intl.formatMessage(messages.due)}</th>
        </tr>
      </thead>
      <tbody>
        {dates.map(({ id, name, takenAt, due }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <td>{intl.formatDate(takenAt, { dateStyle: 'medium' })}</td>
            <td>{due === null ? '–' : printDay(intl, due as Day)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
