import { dateLocale } from '../../../ui/text/date-locale.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleDot, Layers2 } from 'lucide-react';
import { useIntl } from 'react-intl';
import type { Day } from '@milepost/core/days';
import { dayText } from '@milepost/core/dates/timeframe-text';
import { Link } from '../../../platform/navigation/Link.tsx';
import { readDay } from '../../../ui/field/days.ts';
import { Icon } from '../../../ui/button/Icon.tsx';
import { Loading } from '../../../ui/progress/Spinner.tsx';
import { isBehindLink } from '../data/request.ts';
import styles from './cards.module.css';
import type { RoadmapEpic } from '../data/epic.ts';
import { linkedItemsOf } from './linked-items.ts';
import { linkedMessages as messages } from './messages.ts';

/** The maximum number of listed items; the rest is a link to the epic. */
const shownItems = 3;

/** The items that block an epic, or that it blocks: open ones only, requested when the card opens. */
export function LinkedItems(props: LinkedItemsProps) {
  return isBehindLink() ? <NamedItems {...props} /> : <AskedItems {...props} />;
}

interface LinkedItemsProps {
  epic: RoadmapEpic;
  kind: 'blockedBy' | 'blocks';
}

/** Behind a public link: the ones that it shows, from the data of the row; the others are only counted. */
function NamedItems({ epic, kind }: LinkedItemsProps) {
  const { formatMessage } = useIntl();
  const locale = dateLocale();
  const all = epic.links.filter(({ type }) => type === typeOf[kind]);
  const named = all.filter(({ title }) => title !== '');
  const rest = all.length - Math.min(named.length, shownItems);
  return (
    <>
      <h3>{formatMessage(messages[kind])}</h3>
      <ul>
        {named.slice(0, shownItems).map(({ linkId, title, span: { due } }) => (
          <li key={linkId}>
            <div>
              <Icon of={Layers2} />
              <span>{title}</span>
              <small>
                {formatMessage(due === null ? messages.noEnd : messages.due, { date: dateOf(due, locale) })}
              </small>
            </div>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className={styles.failed}>{formatMessage(messages.more, { count: rest })}</p>}
    </>
  );
}

const typeOf = { blockedBy: 'is_blocked_by', blocks: 'blocks' } as const;

function dateOf(due: Day | null, locale: string): string {
  return due === null ? '' : dayText(due, locale);
}

function AskedItems({ epic, kind }: LinkedItemsProps) {
  const { formatMessage } = useIntl();
  const locale = dateLocale();
  const { data, error } = useQuery(linkedItemsOf(epic.group.fullPath, epic.iid));
  if (error) return <p className={styles.failed}>{formatMessage(messages.failed)}</p>;
  if (!data) return <Loading label={formatMessage(messages.loading)} />;
  const open = data.filter((item) => item.linkType === typeOf[kind] && item.state !== 'CLOSED');
  const rest = open.length - shownItems;
  return (
    <>
      <h3>{formatMessage(messages[kind])}</h3>
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
                  {formatMessage(due === null ? messages.noEnd : messages.due, { date: dateOf(due, locale) })}
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
