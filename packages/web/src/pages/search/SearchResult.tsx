import type { WorkItemType } from '@milepost/core/work-items';
import { FlagTriangleRight, FolderKanban, MessageSquare, User, Users } from 'lucide-react';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { SearchResultView } from '../../modules/search/api.ts';
import { Marked } from '../../modules/search/Marked.tsx';
import { usePeekRow } from '../../modules/work-items/peek/use-peek-row.ts';
import { WorkItemIcon } from '../../modules/work-items/WorkItemIcon.tsx';
import { Link } from '../../platform/navigation/Link.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { printAgo, printTime } from '../../ui/field/days.ts';
import { PersonAvatar } from '../../ui/text/Avatar.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { nameInText } from '../../ui/text/names.ts';
import { searchMessages as messages } from './messages.ts';
import styles from './Search.module.css';

const icons = {
  NOTE: MessageSquare,
  MILESTONE: FlagTriangleRight,
  GROUP: Users,
  PROJECT: FolderKanban,
  USER: User,
} as const;

/** One result: its title, a passage with the matched words, and where it is. */
export function SearchResult({ result }: { result: SearchResultView }) {
  const intl = useIntl();
  const { kind, title, titleRanges, passage, passageRanges, state, author, reference, updatedAt } = result;
  const isItem = kind === 'EPIC' || kind === 'ISSUE' || kind === 'INCIDENT' || kind === 'TASK';
  const isDated = isItem || kind === 'NOTE' || kind === 'MILESTONE';
  const row = useRef<HTMLLIElement>(null);
  // A comment links to its anchor on the page of its item.
  const peek = usePeekRow(isItem ? result.webPath : '/', row);
  return (
    // A press beside the title opens the peek; by keyboard it is the key `o` on the title.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <li ref={row} className={styles.result} data-state={state?.toLowerCase()} {...peek}>
      {isItem ? (
        <WorkItemIcon type={kind.toLowerCase() as WorkItemType} state={state === 'CLOSED' ? 'closed' : 'opened'} />
      ) : (
        <Icon of={icons[kind]} />
      )}
      <div className={styles.resultTitle}>
        <Link to={result.webPath} data-result="">
          {kind === 'NOTE' && <FormattedMessage {...messages.commentOn} />}
          <Marked text={title} ranges={titleRanges} />
        </Link>
        {result.confidential && (
          <Badge tone="warning">
            <FormattedMessage {...(kind === 'NOTE' ? messages.internal : messages.confidential)} />
          </Badge>
        )}
        {author && <PersonAvatar person={author} size={20} alone />}
      </div>
      {passage !== null && passage !== '' && (
        <p>
          <Marked text={passage} ranges={passageRanges} />
        </p>
      )}
      <div className={styles.meta}>
        <span>{reference}</span>
        {author && kind !== 'USER' && <span>{nameInText(intl, author)}</span>}
        {result.dueDate !== null && state !== 'CLOSED' && (
          <span>
            <FormattedMessage
              {...messages.due}
              values={{ day: intl.formatDate(result.dueDate, { dateStyle: 'medium', timeZone: 'UTC' }) }}
            />
          </span>
        )}
        {isDated && (
          <time dateTime={updatedAt} data-tooltip={printTime(intl, updatedAt)}>
            <FormattedMessage {...messages.changedAgo} values={{ when: printAgo(intl, updatedAt) }} />
          </time>
        )}
      </div>
    </li>
  );
}
