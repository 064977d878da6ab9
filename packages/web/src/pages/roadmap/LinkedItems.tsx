import { useQuery } from '@tanstack/react-query';
import { CircleDot, Layers2 } from 'lucide-react';
import { useIntl } from 'react-intl';
import { dayText } from '@milepost/core/roadmap/timeframe-text';
import { Link } from '../../app/Link.tsx';
import { readDay } from '../../ui/days.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Loading } from '../../ui/Spinner.tsx';
import styles from './cards.module.css';
import type { RoadmapEpic } from './epic.ts';
import { linkedItemsOf } from './linked-items.ts';
import { linkedMessages as messages } from './linked-messages.ts';

/** So many are listed; the rest is a link to the epic. */
const shownItems = 3;

/** What blocks an epic, or what it blocks: open items only, asked for when the card opens. */
export function LinkedItems({ epic, kind }: { epic: RoadmapEpic; kind: 'blockedBy' | 'blocks' }) {
  const { formatMessage, locale } = useIntl();
  const { data, error } = useQuery(linkedItemsOf(epic.group.fullPath, epic.iid));
  if (error) return <p className={styles.failed}>{formatMessage(messages.failed)}</p>;
  if (!data) return <Loading label={formatMessage(messages.loading)} />;
  const type = kind === 'blockedBy' ? 'is_blocked_by' : 'blocks';
  const open = data.filter((item) => item.linkType === type && item.state !== 'CLOSED');
  const rest = open.length - shownItems;
  return (
    <>
      <h3>{formatMessage(kind === 'blockedBy' ? messages.blockedBy : messages.blocks)}</h3>
      <ul>
        {open.slice(0, shownItems).map((item) => {
          const due = readDay(item.dueDate);
          return (
            <li key={item.id}>
              <Link to={item.webUrl}>
                <Icon of={item.isEpic ? Layers2 : CircleDot} />
                <span>{item.title}</span>
                <small>
                  {item.reference} ·{' '}
                  {due === null
                    ? formatMessage(messages.noEnd)
                    : formatMessage(messages.due, { date: dayText(due, locale) })}
                </small>
              </Link>
            </li>
          );
        })}
      </ul>
      {rest > 0 && (
        <Link to={epic.href} className={styles.more}>
          {formatMessage(messages.more, { count: rest })}
        </Link>
      )}
    </>
  );
}
