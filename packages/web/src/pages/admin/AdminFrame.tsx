import { type ReactNode, useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { UnauthenticatedError } from '../../platform/api/errors.ts';
import { Failure, NotFound } from '../../platform/loading/Failure.tsx';
import { Link } from '../../platform/navigation/Link.tsx';
import { useTitle } from '../../platform/navigation/title.tsx';
import { session } from '../../platform/session/session.ts';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { backupMessages } from './backup-messages.ts';
import { adminMessages as messages } from './messages.ts';
import styles from './Admin.module.css';

const sections = [
  { page: 'admin', title: messages.overview },
  { page: 'adminUsers', title: messages.users },
  { page: 'adminGroups', title: messages.groups },
  { page: 'adminProjects', title: messages.projects },
  { page: 'adminServiceAccounts', title: messages.serviceAccounts },
  { page: 'adminSettings', title: messages.settings },
  { page: 'adminJobs', title: messages.jobs },
  { page: 'adminSites', title: messages.sites },
  { page: 'adminBackups', title: backupMessages.title },
  { page: 'adminAudit', title: messages.audit },
  { page: 'adminIncomingMail', title: messages.incomingMail },
  { page: 'adminAssistant', title: messages.assistant },
] as const;
type AdminPage = (typeof sections)[number]['page'];

export interface AdminFrameProps {
  page: AdminPage;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of the administration with the links to the others. For others than administrators there is none. */
export function AdminFrame({ page, actions, children }: AdminFrameProps) {
  const { formatMessage } = useIntl();
  const current = sections.find((each) => each.page === page);
  useTitle(formatMessage(current?.title ?? messages.title), formatMessage(messages.title));
  const { viewer } = session();
  const nav = useRef<HTMLElement>(null);
  // On a small screen the sections are one line that scrolls.
  useEffect(() => {
    const list = nav.current;
    const link = list?.querySelector<HTMLElement>('[aria-current]');
    if (list && link) list.scrollLeft = link.offsetLeft - (list.clientWidth - link.offsetWidth) / 2;
  }, [page]);
  if (!viewer) return <Failure error={new UnauthenticatedError()} />;
  if (!viewer.isAdmin) return <NotFound />;
  return (
    <PageBody>
      <PageHead title={<FormattedMessage {...messages.title} />} actions={actions} />
      <nav ref={nav} className={styles.sections} aria-label={formatMessage(messages.sections)}>
        {sections.map((each) => (
          <Link key={each.page} to={{ page: each.page }} aria-current={each.page === page ? 'page' : undefined}>
            <FormattedMessage {...each.title} />
          </Link>
        ))}
      </nav>
      {children}
    </PageBody>
  );
}
