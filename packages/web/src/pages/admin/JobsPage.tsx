import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { useChange } from '../../platform/forms/use-change.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { session } from '../../platform/session/session.ts';
import { jobsQuery, retryJobs } from '../../modules/admin/api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { printAgo } from '../../ui/field/days.ts';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { Tabs } from '../../ui/list/Tabs.tsx';
import { retryLabel } from '../../ui/text/messages.ts';
import { AdminFrame } from './AdminFrame.tsx';
import { adminMessages as messages } from './messages.ts';
import styles from './Admin.module.css';

const states = [
  { value: 'failed', label: messages.failedState },
  { value: 'waiting', label: messages.waitingJobs },
  { value: 'running', label: messages.running },
  { value: 'finished', label: messages.finished },
] as const;

/** Background jobs by state; a failed one can run once more. */
export function JobsPage() {
  const intl = useIntl();
  const { formatMessage } = intl;
  const [{ state }, changeSearch] = usePageSearch('adminJobs');
  const query = useQuery({ ...jobsQuery(state), enabled: session().viewer?.isAdmin === true });
  const { change, isBusy } = useChange(['admin', 'jobs']);
  const [isAsking, setAsking] = useState(false);
  const retry = async (id: number | null): Promise<void> => {
    await change({
      perform: () => retryJobs(id),
      ...(id !== null && { done: formatMessage(messages.retried, { count: 1 }) }),
    });
  };
  const failed = query.data?.counts.failed ?? 0;
  return (
    <AdminFrame
      page="adminJobs"
      actions={
        failed > 0 && (
          <Button onClick={() => setAsking(true)}>
            <FormattedMessage {...messages.retryAll} />
          </Button>
        )
      }
    >
      <Tabs
        label={formatMessage(messages.jobs)}
        tabs={states.map(({ value, label }) => ({
          value,
          label: formatMessage(label),
          count: query.data?.counts[value],
        }))}
        value={state}
        onChange={(next) => changeSearch({ state: next })}
      >
        <QueryView query={query}>
          {({ jobs }) =>
            jobs.length === 0 ? (
              <EmptyState title={<FormattedMessage {...messages.noJobs} values={{ state }} />} />
            ) : (
              <Rows label={formatMessage(messages.jobs)}>
                {jobs.map((job) => (
                  <Row
                    key={job.id}
                    title={<span className={styles.name}>{job.task}</span>}
                    note={formatMessage(messages.jobFacts, {
                      attempts: job.attempts,
                      created: printAgo(intl, job.created_at),
                      at: intl.formatDate(job.at, { dateStyle: 'medium', timeStyle: 'short' }),
                    })}
                    below={job.last_error !== null && <span className={styles.error}>{job.last_error}</span>}
                    end={
                      state === 'failed' && (
                        <Button
                          size="small"
                          busy={isBusy}
                          aria-label={formatMessage(messages.retryLabel, { task: job.task, id: job.id })}
                          onClick={() => void retry(job.id)}
                        >
                          <FormattedMessage {...retryLabel} />
                        </Button>
                      )
                    }
                  />
                ))}
              </Rows>
            )
          }
        </QueryView>
      </Tabs>
      {isAsking && (
        <ConfirmDialog
          title={<FormattedMessage {...messages.retryAllTitle} />}
          confirm={<FormattedMessage {...messages.retryAll} />}
          failed={<FormattedMessage {...messages.failed} />}
          perform={() => retry(null)}
          onClose={() => setAsking(false)}
        >
          <FormattedMessage {...messages.retryAllWhy} />
        </ConfirmDialog>
      )}
    </AdminFrame>
  );
}
