import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleMinus, TriangleAlert } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useChange } from '../../platform/forms/use-change.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { Link } from '../../platform/navigation/Link.tsx';
import { session } from '../../platform/session/session.ts';
import { type Overview, overviewQuery, resumeSending } from '../../modules/admin/api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { text } from '../../ui/text/text.tsx';
import { AdminFrame } from './AdminFrame.tsx';
import { adminMessages as messages } from './messages.ts';
import styles from './Admin.module.css';

/** Counts, health and what waits for a decision. */
export function OverviewPage() {
  const query = useQuery({ ...overviewQuery, enabled: session().viewer?.isAdmin === true });
  return (
    <AdminFrame page="admin">
      <QueryView query={query}>{(overview) => <Facts overview={overview} />}</QueryView>
    </AdminFrame>
  );
}

function Facts({ overview }: { overview: Overview }) {
  const { formatMessage, formatNumber } = useIntl();
  const { waiting } = overview;
  const waits = [
    { count: waiting.users, message: messages.waitingUsers, to: { page: 'adminUsers' }, search: { state: 'waiting' } },
    { count: waiting.reports, message: messages.openReports, to: { page: 'abuseReports' }, search: {} },
    { count: waiting.failed_jobs, message: messages.failedJobs, to: { page: 'adminJobs' }, search: {} },
  ] as const;
  const open = waits.filter(({ count }) => count > 0);
  return (
    <>
      {overview.paused && (
        <div className={styles.paused}>
          <Paused {...overview.paused} />
        </div>
      )}
      <dl className={styles.figures}>
        {(['users', 'groups', 'projects', 'items'] as const).map((name) => (
          <div key={name}>
            <dt>
              <FormattedMessage {...messages[name]} />
            </dt>
            <dd>{formatNumber(overview[name])}</dd>
          </div>
        ))}
      </dl>
      <Section title={<FormattedMessage {...messages.waiting} />}>
        {open.length === 0 ? (
          <p className={text.quiet}>
            <FormattedMessage {...messages.nothingWaits} />
          </p>
        ) : (
          <Rows label={formatMessage(messages.waiting)}>
            {open.map(({ count, message, to, search }) => (
              <Row
                key={to.page}
                title={
                  <Link className={text.link} to={to} search={search}>
                    <FormattedMessage {...message} values={{ count }} />
                  </Link>
                }
              />
            ))}
          </Rows>
        )}
      </Section>
      <Section title={<FormattedMessage {...messages.health} />}>
        <Rows label={formatMessage(messages.health)}>
          {overview.health.map(({ name, good, off, detail }) => (
            <Row
              key={name}
              before={<Icon of={off ? CircleMinus : good ? CircleCheck : TriangleAlert} />}
              title={<FormattedMessage {...messages[name]} />}
              note={detail}
              end={
                <Badge tone={off ? 'neutral' : good ? 'success' : 'danger'}>
                  <FormattedMessage {...(off ? messages.notSet : good ? messages.good : messages.bad)} />
                </Badge>
              }
            />
          ))}
          <Row title={<FormattedMessage {...messages.version} />} note={session().version} />
        </Rows>
      </Section>
    </>
  );
}

/** After a restore nothing is sent until an administrator resumes it. */
function Paused({ reason, since }: NonNullable<Overview['paused']>) {
  const { formatMessage, formatDate } = useIntl();
  const { change, isBusy } = useChange(['admin', 'overview']);
  const resume = (): void => void change({ perform: resumeSending, done: formatMessage(messages.resumed) });
  return (
    <Alert
      tone="warning"
      actions={
        <Button size="small" busy={isBusy} onClick={resume}>
          <FormattedMessage {...messages.resume} />
        </Button>
      }
    >
      <FormattedMessage
        {...messages.paused}
        values={{ reason, since: formatDate(since, { dateStyle: 'medium', timeStyle: 'short' }) }}
      />
    </Alert>
  );
}
