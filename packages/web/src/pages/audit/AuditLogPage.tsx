import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { download } from '../../platform/api/download.ts';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { ForbiddenError, NotFoundError, UnauthenticatedError } from '../../platform/api/errors.ts';
import { Failure } from '../../platform/loading/Failure.tsx';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { useSearchParameters } from '../../platform/navigation/use-search.ts';
import { session } from '../../platform/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { AdminFrame } from '../admin/AdminFrame.tsx';
import { csvAddress, eventsPages, noFilters, parseAuditSearch } from './api.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTable, TableSkeleton } from './AuditTable.tsx';
import { StreamList } from './StreamList.tsx';
import { auditMessages as messages } from './messages.ts';
import styles from './audit.module.css';

type AuditPage = 'adminAudit' | 'groupAudit' | 'projectAudit';

/** The audit log of the installation, of a group with everything below it, or of a project: newest first. */
export function AuditLogPage({ address }: PageProps<AuditPage>) {
  if (address.page === 'adminAudit') {
    return <AuditLog log={null} frame={(parts) => <AdminFrame page="adminAudit" {...parts} />} />;
  }
  const kind = address.page === 'groupAudit' ? 'group' : 'project';
  return (
    <AuditLog
      log={{ kind, fullPath: address.fullPath }}
      frame={({ actions, children }) => (
        <NamespaceFrame fullPath={address.fullPath} actions={actions}>
          {children}
        </NamespaceFrame>
      )}
    />
  );
}

interface FrameParts {
  actions: ReactNode;
  children: ReactNode;
}

function NamespaceFrame({ fullPath, actions, children }: FrameParts & { fullPath: string }) {
  useTitle(useIntl().formatMessage(messages.title), fullPath);
  return (
    <PageBody>
      <PageHead title={<FormattedMessage {...messages.title} />} actions={actions} />
      {children}
    </PageBody>
  );
}

interface AuditLogProps {
  /** Null: that of the installation. */
  log: NamespaceRef | null;
  frame(parts: FrameParts): ReactNode;
}

function AuditLog({ log, frame }: AuditLogProps) {
  const [parameters, change] = useSearchParameters();
  const search = parseAuditSearch(parameters);
  const query = useInfiniteQuery({
    ...eventsPages(log, search),
    enabled: log !== null || session().viewer?.isAdmin === true,
    placeholderData: (before) => before,
  });
  // Others than owners, maintainers and administrators do not see the page at all.
  if (isRefusal(query.error)) return <Failure error={query.error} />;
  const isFiltered = Object.values(search).some((value) => value !== '');
  return frame({
    actions: (
      <Button icon={Download} onClick={() => download(csvAddress(log, search), '')}>
        <FormattedMessage {...messages.export} />
      </Button>
    ),
    children: (
      <>
        <p className={styles.lead}>
          <FormattedMessage {...messages.lead} />
        </p>
        <AuditFilters log={log} search={search} onChange={change} />
        <QueryView query={query} failed={<FormattedMessage {...messages.failed} />} loading={<TableSkeleton />}>
          {({ pages }) => {
            const events = pages.flatMap((each) => each.events);
            if (events.length > 0) return <AuditTable events={events} isOutdated={query.isPlaceholderData} />;
            return (
              <EmptyState
                icon={ScrollText}
                title={<FormattedMessage {...(isFiltered ? messages.noMatch : messages.empty)} />}
                actions={
                  isFiltered && (
                    <Button onClick={() => change({ ...noFilters })}>
                      <FormattedMessage {...messages.clear} />
                    </Button>
                  )
                }
              />
            );
          }}
        </QueryView>
        <MorePages query={query} isManual />
        {log?.kind !== 'project' && <StreamList owner={log} />}
      </>
    ),
  });
}

const isRefusal = (error: unknown): boolean =>
  error instanceof ForbiddenError || error instanceof NotFoundError || error instanceof UnauthenticatedError;
