import { addDays, formatDay, parseDay } from '@milepost/core/days';
import { DAYS_TO_RESTORE } from '@milepost/core/namespaces';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NamespaceKind } from '../../platform/api/endpoints.ts';
import { UnauthenticatedError } from '../../platform/api/errors.ts';
import { Failure } from '../../platform/loading/Failure.tsx';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { useTitle } from '../../platform/navigation/title.tsx';
import { session } from '../../platform/session/session.ts';
import { NamespaceRows } from '../../modules/namespaces/NamespaceRows.tsx';
import { type DeletedNamespace, deletedPages } from '../../modules/settings/api.ts';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { PageBody, PageHead, Section } from '../../ui/page/Page.tsx';
import { defineMessages } from '../../ui/text/messages.ts';
import { text } from '../../ui/text/text.tsx';

const messages = defineMessages({
  title: { id: 'deleted.title', defaultMessage: 'Deleted' },
  groups: { id: 'deleted.groups', defaultMessage: 'Groups' },
  projects: { id: 'deleted.projects', defaultMessage: 'Projects' },
  lead: { id: 'deleted.lead', defaultMessage: 'Open a group or project to restore it.' },
  none: { id: 'deleted.none', defaultMessage: 'Nothing to restore' },
  end: { id: 'deleted.end', defaultMessage: 'Removed for good on {day}' },
});

/** The deleted groups and projects that the viewer owns. Each leads to its settings, where it is restored. */
export function DeletedPage() {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.title));
  const isSignedIn = session().viewer !== null;
  const groups = useInfiniteQuery({ ...deletedPages('group'), enabled: isSignedIn });
  const projects = useInfiniteQuery({ ...deletedPages('project'), enabled: isSignedIn });
  if (!isSignedIn) return <Failure error={new UnauthenticatedError()} />;
  const isEmpty = [groups, projects].every(({ data }) => data?.pages[0]?.items.length === 0);
  return (
    <PageBody>
      <PageHead title={<FormattedMessage {...messages.title} />} />
      {isEmpty ? (
        <EmptyState icon={Trash2} title={<FormattedMessage {...messages.none} />} />
      ) : (
        <>
          <p className={text.quiet}>
            <FormattedMessage {...messages.lead} />
          </p>
          <QueryView query={groups}>
            {({ pages }) => <Deleted kind="group" found={pages.flatMap(({ items }) => items)} />}
          </QueryView>
          <MorePages query={groups} />
          <QueryView query={projects}>
            {({ pages }) => <Deleted kind="project" found={pages.flatMap(({ items }) => items)} />}
          </QueryView>
          <MorePages query={projects} />
        </>
      )}
    </PageBody>
  );
}

function Deleted({ kind, found }: { kind: NamespaceKind; found: readonly DeletedNamespace[] }) {
  const { formatDate, formatMessage } = useIntl();
  if (found.length === 0) return null;
  const endOf = (day: string): string => {
    const deleted = parseDay(day);
    return deleted === null ? day : formatDay(addDays(deleted, DAYS_TO_RESTORE));
  };
  return (
    <Section title={<FormattedMessage {...(kind === 'group' ? messages.groups : messages.projects)} />}>
      <NamespaceRows
        rows={found.map((namespace) => {
          const fullPath = namespace.full_path ?? namespace.path_with_namespace ?? '';
          const day = formatDate(endOf(namespace.marked_for_deletion_on), { dateStyle: 'long', timeZone: 'UTC' });
          return {
            key: String(namespace.id),
            name: namespace.name,
            description: formatMessage(messages.end, { day }),
            avatarUrl: namespace.avatar_url,
            to: { page: kind === 'group' ? 'groupSettings' : 'projectSettings', fullPath },
          };
        })}
      />
    </Section>
  );
}
