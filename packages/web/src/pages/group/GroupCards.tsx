import { present } from '../../platform/api/graphql.ts';
import type { Day } from '@milepost/core/days';
import { percentageOf } from '@milepost/core/roadmap/progress';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { CircleDot } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from '../../platform/navigation/Link.tsx';
import { session } from '../../platform/session/session.ts';
import { ErrorState } from '../../ui/feedback/Alert.tsx';
import { daysUntil, printDay, readDay } from '../../ui/field/days.ts';
import { Icon } from '../../ui/button/Icon.tsx';
import { pageLook } from '../../ui/page/Page.tsx';
import { ProgressBar } from '../../ui/progress/ProgressBar.tsx';
import { text } from '../../ui/text/text.tsx';
import { assignedQuery, type OverviewMilestone, overviewQuery } from './api.ts';
import { groupMessages as messages } from './messages.ts';
import styles from './GroupPage.module.css';

const card = `${pageLook.card} ${styles.card}`;

/** Three figures of a group: its next milestone, its open epics, and the viewer's issues. */
export function GroupCards({ fullPath }: { fullPath: string }) {
  const { formatNumber, formatMessage } = useIntl();
  const query = useQuery(overviewQuery(fullPath));
  const group = query.data?.group;
  const opened = group?.opened?.count ?? null;
  const closed = group?.closed?.count ?? 0;
  const milestones = present(group?.milestones?.nodes);
  return (
    <div className={styles.cards}>
      <section className={card}>
        <h2>
          <FormattedMessage {...messages.nextMilestone} />
        </h2>
        <Unknown query={query} />
        {group && <NextMilestone milestone={nextOf(milestones)} />}
      </section>
      <section className={card}>
        <h2>
          <FormattedMessage {...messages.openEpics} />
        </h2>
        <Unknown query={query} />
        {opened !== null && (
          <>
            <p className={styles.figure}>
              <Link className={text.titleLink} to={{ page: 'epics', fullPath }}>
                {formatNumber(opened)}
              </Link>
            </p>
            {opened + closed > 0 && (
              <Share
                closed={closed}
                total={opened + closed}
                label={formatMessage(messages.epicsClosed, { closed, total: opened + closed })}
              />
            )}
          </>
        )}
      </section>
      {session().viewer && <Assigned fullPath={fullPath} username={session().viewer?.username ?? ''} />}
    </div>
  );
}

/** Replaces a figure that could not be fetched; nothing while it is loading. */
function Unknown({ query }: { query: Pick<UseQueryResult, 'data' | 'isError' | 'refetch'> }) {
  if (!query.isError || query.data !== undefined) return null;
  return (
    <ErrorState onRetry={() => void query.refetch()}>
      <FormattedMessage {...messages.figureFailed} />
    </ErrorState>
  );
}

function NextMilestone({ milestone }: { milestone: { view: OverviewMilestone; due: Day } | null }) {
  const intl = useIntl();
  if (!milestone) {
    return (
      <p className={text.quiet} style={{ marginTop: 6 }}>
        <FormattedMessage {...messages.noMilestone} />
      </p>
    );
  }
  const { view, due } = milestone;
  const total = view.stats?.totalIssuesCount ?? 0;
  const closed = view.stats?.closedIssuesCount ?? 0;
  return (
    <>
      <p className={styles.figure} data-tooltip-cut="">
        {view.title}
      </p>
      <p className={text.quiet}>
        <FormattedMessage {...messages.due} values={{ day: printDay(intl, due), days: daysUntil(due) }} />
      </p>
      {total > 0 && (
        <Share closed={closed} total={total} label={intl.formatMessage(messages.issuesClosed, { closed, total })} />
      )}
    </>
  );
}

function Share({ closed, total, label }: { closed: number; total: number; label: string }) {
  return (
    <>
      <ProgressBar className={styles.bar ?? ''} share={percentageOf(closed, total - closed)} label={label} />
      <p className={text.quiet}>{label}</p>
    </>
  );
}

/** The milestone that is due first, from today on. */
function nextOf(milestones: readonly OverviewMilestone[]): { view: OverviewMilestone; due: Day } | null {
  return (
    milestones
      .flatMap((view) => {
        const due = readDay(view.dueDate);
        return due !== null && daysUntil(due) >= 0 ? [{ view, due }] : [];
      })
      .toSorted((one, other) => one.due - other.due)[0] ?? null
  );
}

function Assigned({ fullPath, username }: { fullPath: string; username: string }) {
  const { formatNumber } = useIntl();
  const assigned = useQuery(assignedQuery(fullPath, username));
  const count = assigned.data?.count ?? null;
  return (
    <section className={card}>
      <h2>
        <FormattedMessage {...messages.assigned} />
      </h2>
      <Unknown query={assigned} />
      {count !== null && (
        <p className={styles.figure}>
          <Link
            className={text.titleLink}
            to={{ page: 'groupIssues', fullPath }}
            search={{ assignee_username: username }}
          >
            {formatNumber(count)}
          </Link>
        </p>
      )}
      {count !== null && (
        <p className={text.quiet}>
          <FormattedMessage {...(count === 0 ? messages.noneAssigned : messages.openIssues)} values={{ count }} />
        </p>
      )}
      <ul className={styles.assigned}>
        {assigned.data?.issues.map((issue) => (
          <li key={issue.id}>
            <Link className={text.titleLink} to={issue.webPath}>
              <Icon of={CircleDot} size={14} />
              <span className={text.cut} data-tooltip-cut="">
                {issue.title}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
