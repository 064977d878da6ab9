import type { UseQueryResult } from '@tanstack/react-query';
import { Weight } from 'lucide-react';
import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl';
import { QueryView } from '../../../platform/loading/QueryView.tsx';
import { Link } from '../../../platform/navigation/Link.tsx';
import { Icon } from '../../../ui/button/Icon.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { AvatarStack } from '../../../ui/text/Avatar.tsx';
import { Count, text } from '../../../ui/text/text.tsx';
import type { TimeboxIssue, TimeboxIssueList } from './issues.ts';
import { timeboxMessages as messages } from './messages.ts';
import styles from './timebox.module.css';

type Column = 'unstarted' | 'ongoing' | 'done';
const columns: readonly { name: Column; means: MessageDescriptor }[] = [
  { name: 'unstarted', means: messages.unstartedMeans },
  { name: 'ongoing', means: messages.ongoingMeans },
  { name: 'done', means: messages.doneMeans },
];

function columnOf({ state, assignees }: TimeboxIssue): Column {
  if (state === 'closed') return 'done';
  return assignees.length === 0 ? 'unstarted' : 'ongoing';
}

/** The issues of a milestone or iteration in three columns: unassigned, in progress, closed. */
export function TimeboxIssues({ query }: { query: UseQueryResult<TimeboxIssueList> }) {
  return (
    <Section title={<FormattedMessage {...messages.issues} />} after={query.data && <Count value={query.data.total} />}>
      <QueryView query={query} failed={<FormattedMessage {...messages.failed} />}>
        {({ issues, total }) => (
          <>
            {total > issues.length && (
              <p className={text.quiet}>
                <FormattedMessage {...messages.more} values={{ shown: issues.length, total }} />
              </p>
            )}
            <div className={styles.columns}>
              {columns.map(({ name, means }) => (
                <IssueColumn
                  key={name}
                  title={messages[name]}
                  means={means}
                  issues={issues.filter((issue) => columnOf(issue) === name)}
                />
              ))}
            </div>
          </>
        )}
      </QueryView>
    </Section>
  );
}

interface IssueColumnProps {
  title: MessageDescriptor;
  means: MessageDescriptor;
  issues: readonly TimeboxIssue[];
}

function IssueColumn({ title, means, issues }: IssueColumnProps) {
  const { formatMessage } = useIntl();
  return (
    <section className={styles.column} aria-label={formatMessage(title)}>
      <h3>
        {formatMessage(title)} <Count value={issues.length} />{' '}
        <span className={styles.means}>{formatMessage(means)}</span>
      </h3>
      {issues.length === 0 ? (
        <p className={text.quiet}>
          <FormattedMessage {...messages.none} />
        </p>
      ) : (
        <ul>
          {issues.map(({ id, title: name, web_url: url, references, assignees, weight }) => (
            <li key={id} className={styles.issue}>
              <Link className={text.titleLink} to={url}>
                {name}
              </Link>
              <span>
                {references.full}
                {weight !== null && (
                  <span className={styles.weight}>
                    <Icon of={Weight} size={14} />
                    {weight}
                  </span>
                )}
                {assignees.length > 0 && (
                  <AvatarStack
                    moreLabel={(count) => formatMessage(messages.moreAssignees, { count })}
                    people={assignees}
                  />
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
