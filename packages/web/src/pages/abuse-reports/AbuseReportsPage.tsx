import { abuseReportStates, type AbuseCategory, type AbuseReportState } from '@milepost/core/accounts/abuse';
import { pathOnSite } from '@milepost/core/text/web-urls';
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { endpoint } from '../../platform/api/endpoints.ts';
import { RequestError } from '../../platform/api/errors.ts';
import { sendJson } from '../../platform/api/http.ts';
import { Link } from '../../platform/navigation/Link.tsx';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { AdministratorsOnly } from '../../platform/loading/Failure.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { pageAt, restPath } from '../../platform/api/rest.ts';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { categoryMessages } from '../../modules/users/abuse-messages.ts';
import { Alert, EmptyState } from '../../ui/feedback/Alert.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { printAgo } from '../../ui/field/days.ts';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { Tabs } from '../../ui/list/Tabs.tsx';
import { text } from '../../ui/text/text.tsx';
import { defineMessages } from '../../ui/text/messages.ts';

const messages = defineMessages({
  title: { id: 'abuseReports.title', defaultMessage: 'Abuse reports' },
  open: { id: 'abuseReports.open', defaultMessage: 'Open' },
  closed: { id: 'abuseReports.closed', defaultMessage: 'Closed' },
  none: { id: 'abuseReports.none', defaultMessage: 'No reports' },
  by: { id: 'abuseReports.by', defaultMessage: 'Reported {ago} by {name} from' },
  gone: { id: 'abuseReports.gone', defaultMessage: 'a deleted account' },
  banned: { id: 'abuseReports.banned', defaultMessage: 'Banned' },
  ban: { id: 'abuseReports.ban', defaultMessage: 'Ban {name}' },
  unban: { id: 'abuseReports.unban', defaultMessage: 'Unban {name}' },
  close: { id: 'abuseReports.close', defaultMessage: 'Close report' },
  reopen: { id: 'abuseReports.reopen', defaultMessage: 'Reopen report' },
});

interface Person {
  id: number;
  name: string;
  username: string;
  state: 'active' | 'blocked' | 'banned';
}

interface Report {
  id: number;
  category: AbuseCategory;
  reported_from_url: string;
  state: AbuseReportState;
  created_at: string;
  user: Person | null;
  reporter: Person | null;
}

function reportsPages(state: AbuseReportState) {
  return infiniteQueryOptions({
    queryKey: ['abuse-reports', state],
    queryFn: ({ signal, pageParam }) => pageAt<Report>(endpoint('abuseReports'), { state }, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last) => last.nextPage ?? undefined,
  });
}

/** Abuse reports for administrators: reporter, reported user, reason and location, with actions. */
export function AbuseReportsPage() {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.title));
  return (
    <AdministratorsOnly>
      <Reports />
    </AdministratorsOnly>
  );
}

function Reports() {
  const { formatMessage } = useIntl();
  const [{ state }, change] = usePageSearch('abuseReports');
  const query = useInfiniteQuery(reportsPages(state));
  const [failure, setFailure] = useState<string | null>(null);
  const client = useQueryClient();
  const attempt = async (work: Promise<unknown>): Promise<void> => {
    setFailure(null);
    try {
      await work;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFailure(error.message);
    }
    await client.invalidateQueries({ queryKey: ['abuse-reports'] });
  };
  return (
    <PageBody>
      <PageHead title={<FormattedMessage {...messages.title} />} />
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Tabs
        label={formatMessage(messages.title)}
        tabs={abuseReportStates.map((each) => ({ value: each, label: <FormattedMessage {...messages[each]} /> }))}
        value={state}
        onChange={(next) => change({ state: next }, { replace: true })}
      >
        <QueryView query={query}>
          {({ pages }) => {
            const reports = pages.flatMap(({ items }) => items);
            if (reports.length === 0) return <EmptyState icon={Flag} title={<FormattedMessage {...messages.none} />} />;
            return (
              <Rows label={formatMessage(messages.title)}>
                {reports.map((report) => (
                  <ReportRow key={report.id} report={report} attempt={attempt} />
                ))}
              </Rows>
            );
          }}
        </QueryView>
        <MorePages query={query} />
      </Tabs>
    </PageBody>
  );
}

function ReportRow({ report, attempt }: { report: Report; attempt(work: Promise<unknown>): Promise<void> }) {
  const intl = useIntl();
  const { user, reporter } = report;
  const { reported_from_url: from } = report;
  const path = URL.canParse(from) ? pathOnSite(from, window.location.origin) : null;
  const isBanned = user?.state === 'banned';
  const next: AbuseReportState = report.state === 'open' ? 'closed' : 'open';
  return (
    <Row
      title={
        <>
          {user?.name ?? <FormattedMessage {...messages.gone} />}{' '}
          {isBanned && (
            <Badge tone="danger">
              <FormattedMessage {...messages.banned} />
            </Badge>
          )}
        </>
      }
      note={
        <>
          <FormattedMessage {...categoryMessages[report.category]} />{' '}
          <FormattedMessage
            {...messages.by}
            values={{
              name: reporter?.name ?? intl.formatMessage(messages.gone),
              ago: printAgo(intl, report.created_at),
            }}
          />{' '}
          {path === null ? (
            from
          ) : (
            <Link className={text.link} to={path}>
              {path}
            </Link>
          )}
        </>
      }
      end={
        <>
          {user && (
            <Button
              size="small"
              kind={isBanned ? 'secondary' : 'danger'}
              onClick={() =>
                void attempt(sendJson(restPath(`/users/${user.id}/${isBanned ? 'unban' : 'ban'}`), { method: 'POST' }))
              }
            >
              <FormattedMessage {...(isBanned ? messages.unban : messages.ban)} values={{ name: user.name }} />
            </Button>
          )}
          <Button
            size="small"
            onClick={() =>
              void attempt(
                sendJson(`${endpoint('abuseReports')}/${report.id}`, { method: 'PUT', body: { state: next } }),
              )
            }
          >
            <FormattedMessage {...(next === 'closed' ? messages.close : messages.reopen)} />
          </Button>
        </>
      }
    />
  );
}
