import { useInfiniteQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { ButtonLink, Link } from '../../platform/navigation/Link.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useSearchText } from '../../platform/navigation/use-search-text.ts';
import { session } from '../../platform/session/session.ts';
import { type AdministeredNamespace, namespacesPages } from '../../modules/admin/api.ts';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { printAgo } from '../../ui/field/days.ts';
import { SearchField } from '../../ui/field/Field.tsx';
import { Row, Rows, RowTools } from '../../ui/list/Rows.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { text } from '../../ui/text/text.tsx';
import { AdminFrame } from './AdminFrame.tsx';
import { adminMessages as messages } from './messages.ts';

/** All groups or projects; their settings transfer, delete and restore them. */
export function NamespacesPage({ address: { page } }: PageProps<'adminGroups' | 'adminProjects'>) {
  const { formatMessage } = useIntl();
  const kind = page === 'adminGroups' ? 'group' : 'project';
  const search = useSearchText();
  const query = useInfiniteQuery({
    ...namespacesPages(kind, search.text),
    enabled: session().viewer?.isAdmin === true,
    placeholderData: (before) => before,
  });
  return (
    <AdminFrame
      page={page}
      actions={
        <ButtonLink to={{ page: 'deleted' }}>
          <FormattedMessage {...messages.restore} />
        </ButtonLink>
      }
    >
      <RowTools>
        <SearchField label={formatMessage(messages.searchNamespaces)} value={search.typed} onChange={search.type} />
      </RowTools>
      <QueryView query={query}>
        {({ pages }) => {
          const found = pages.flatMap(({ items }) => items);
          if (found.length === 0) return <EmptyState title={<FormattedMessage {...messages.noNamespaces} />} />;
          return (
            <Rows label={formatMessage(kind === 'group' ? messages.groups : messages.projects)}>
              {found.map((each) => (
                <NamespaceRow key={each.id} kind={kind} namespace={each} />
              ))}
            </Rows>
          );
        }}
      </QueryView>
      <MorePages query={query} />
    </AdminFrame>
  );
}

function NamespaceRow({ kind, namespace }: { kind: 'group' | 'project'; namespace: AdministeredNamespace }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { full_path: fullPath, owner, state } = namespace;
  const facts = [
    owner === null ? formatMessage(messages.noOwner) : formatMessage(messages.owner, { name: owner }),
    formatMessage(messages.members, { count: namespace.members }),
    formatMessage(messages.itemCount, { count: namespace.items }),
    namespace.visibility,
    formatMessage(messages.activity, { ago: printAgo(intl, namespace.last_activity_at) }),
  ];
  return (
    <Row
      title={
        <>
          <Link className={text.link} to={{ page: kind, fullPath }}>
            {fullPath}
          </Link>{' '}
          {state !== 'active' && (
            <Badge tone={state === 'deleted' ? 'danger' : 'neutral'}>
              <FormattedMessage {...(state === 'deleted' ? messages.deletedState : messages.archivedState)} />
            </Badge>
          )}
        </>
      }
      note={facts.join(' · ')}
      end={
        <ButtonLink size="small" to={{ page: kind === 'group' ? 'groupSettings' : 'projectSettings', fullPath }}>
          <FormattedMessage {...messages.openSettings} />
        </ButtonLink>
      }
    />
  );
}
