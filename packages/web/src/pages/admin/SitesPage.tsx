import { printSize } from '@milepost/core/files/sizes';
import { useQuery } from '@tanstack/react-query';
import { Server } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { retrySite, type Site, sitesQuery, type SiteStatus } from '../../modules/sites/api.ts';
import { useChange } from '../../platform/forms/use-change.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { session } from '../../platform/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { printAgo } from '../../ui/field/days.ts';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { Badge, type Tone } from '../../ui/text/Badge.tsx';
import { text } from '../../ui/text/text.tsx';
import { retryLabel } from '../../ui/text/messages.ts';
import { AdminFrame } from './AdminFrame.tsx';
import { AddDialog, EditDialog, RemoveDialog } from './SiteDialogs.tsx';
import { siteMessages as messages } from './site-messages.ts';
import styles from './Admin.module.css';

interface Listed {
  site: Site;
  status: SiteStatus | null;
}

type Question = { kind: 'add' } | { kind: 'edit' | 'remove'; site: Site };

/** The sites of the installation: health, lag, what is copied and what failed. */
export function SitesPage() {
  const query = useQuery({ ...sitesQuery, enabled: session().viewer?.isAdmin === true });
  const [question, setQuestion] = useState<Question | null>(null);
  const close = () => setQuestion(null);
  const hasPrimary = query.data?.some(({ site }) => site.primary);
  return (
    <AdminFrame
      page="adminSites"
      actions={
        hasPrimary !== undefined && (
          <Button onClick={() => setQuestion({ kind: 'add' })}>
            <FormattedMessage {...(hasPrimary ? messages.add : messages.register)} />
          </Button>
        )
      }
    >
      <QueryView query={query}>
        {(sites) => (
          <>
            {sites.length < 2 && (
              <EmptyState icon={Server} title={<FormattedMessage {...messages.only} />}>
                <FormattedMessage {...messages.steps} values={{ isRegistered: String(hasPrimary) }} />
              </EmptyState>
            )}
            {sites.length > 0 && <List sites={sites} onAsk={setQuestion} />}
            {sites.map(({ site, status }) => status && <Failures key={site.id} site={site} status={status} />)}
          </>
        )}
      </QueryView>
      {question?.kind === 'add' && <AddDialog isPrimary={!hasPrimary} onClose={close} />}
      {question?.kind === 'edit' && <EditDialog site={question.site} onClose={close} />}
      {question?.kind === 'remove' && <RemoveDialog site={question.site} onClose={close} />}
    </AdminFrame>
  );
}

const tones: Readonly<Record<SiteStatus['health_status'], Tone>> = {
  Healthy: 'success',
  Unhealthy: 'danger',
  Unknown: 'neutral',
  Disabled: 'neutral',
};

function List({ sites, onAsk }: { sites: readonly Listed[]; onAsk(question: Question): void }) {
  const intl = useIntl();
  return (
    <Rows label={intl.formatMessage(messages.list)}>
      {sites.map(({ site, status }) => (
        <Row
          key={site.id}
          title={
            <>
              <span className={styles.name}>{site.name}</span>{' '}
              {site.primary && (
                <Badge tone="info">
                  <FormattedMessage {...messages.primary} />
                </Badge>
              )}{' '}
              {site.current && (
                <Badge>
                  <FormattedMessage {...messages.current} />
                </Badge>
              )}{' '}
              {status && (
                <Badge tone={tones[status.health_status]}>
                  <FormattedMessage {...messages[status.health_status]} />
                </Badge>
              )}
            </>
          }
          note={[site.url, ...(status && !site.primary ? factsOf(intl, status) : [])].join(' · ')}
          below={
            status &&
            !status.healthy && (
              <span className={status.health_status === 'Unhealthy' ? styles.error : text.quiet}>{status.health}</span>
            )
          }
          end={
            <>
              <Button
                size="small"
                aria-label={intl.formatMessage(messages.editOf, { name: site.name })}
                onClick={() => onAsk({ kind: 'edit', site })}
              >
                <FormattedMessage {...messages.edit} />
              </Button>
              {!site.primary && (
                <Button
                  size="small"
                  aria-label={intl.formatMessage(messages.removeLabel, { name: site.name })}
                  onClick={() => onAsk({ kind: 'remove', site })}
                >
                  <FormattedMessage {...messages.remove} />
                </Button>
              )}
            </>
          }
        />
      ))}
    </Rows>
  );
}

function factsOf(intl: IntlShape, status: SiteStatus): string[] {
  const { db_replication_lag_seconds: seconds, db_replication_lag_bytes: bytes, updated_at: updatedAt } = status;
  // It has not reported yet.
  if (updatedAt === null) return [];
  const size = printSize(bytes ?? 0, intl.locale);
  return [
    ...(seconds === null ? [] : [intl.formatMessage(messages.lag, { seconds, bytes: size })]),
    intl.formatMessage(status.file_place === 'shared_bucket' ? messages.filesShared : messages.files, {
      synced: status.uploads_synced_count,
      count: status.uploads_count,
    }),
    intl.formatMessage(messages.repositories, {
      synced: status.project_repositories_synced_count,
      count: status.project_repositories_count,
    }),
    intl.formatMessage(messages.contact, { ago: printAgo(intl, updatedAt) }),
  ];
}

function Failures({ site, status }: Listed & { status: SiteStatus }) {
  const { formatMessage } = useIntl();
  const { change, isBusy } = useChange(['admin', 'sites']);
  if (status.failures.length === 0) return null;
  const title = formatMessage(messages.failures, { name: site.name });
  return (
    <Section
      title={title}
      end={
        <Button
          size="small"
          busy={isBusy}
          onClick={() =>
            void change({
              perform: () => retrySite(site.id),
              done: formatMessage(messages.retried, { name: site.name }),
            })
          }
        >
          <FormattedMessage {...retryLabel} />
        </Button>
      }
    >
      <Rows label={title}>
        {status.failures.map(({ kind, id, error }) => (
          <Row
            key={`${kind} ${id}`}
            title={formatMessage(kind === 'uploads' ? messages.failedFile : messages.failedRepository, { id })}
            note={<span className={styles.error}>{error}</span>}
          />
        ))}
      </Rows>
    </Section>
  );
}
