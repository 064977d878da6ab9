import { useInfiniteQuery } from '@tanstack/react-query';
import { Folders, Plus, SearchX } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ButtonLink } from '../../platform/navigation/Link.tsx';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { session } from '../../platform/session/session.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { useSearchText } from '../../platform/navigation/use-search-text.ts';
import { groupsPages, type RestGroup } from '../../modules/namespaces/api.ts';
import { NamespaceRows } from '../../modules/namespaces/NamespaceRows.tsx';
import { NamespaceBadges } from '../../modules/namespaces/VisibilityBadge.tsx';
import { setUpMessages } from '../../modules/users/set-up-messages.ts';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { SearchField } from '../../ui/field/Field.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { RowTools } from '../../ui/list/Rows.tsx';
import { defineMessages } from '../../ui/text/messages.ts';

const messages = defineMessages({
  title: { id: 'home.title', defaultMessage: 'Groups' },
  newGroup: { id: 'home.newGroup', defaultMessage: 'New group' },
  import: { id: 'home.import', defaultMessage: 'Import' },
  deleted: { id: 'home.deleted', defaultMessage: 'Deleted' },
  search: { id: 'home.search', defaultMessage: 'Search groups' },
  none: { id: 'home.none', defaultMessage: 'No groups yet' },
  createOne: { id: 'home.createOne', defaultMessage: 'Create a group.' },
  createOrImport: { id: 'home.createOrImport', defaultMessage: 'Create a group or import one.' },
  nonePublic: { id: 'home.nonePublic', defaultMessage: 'No public groups' },
  nonePublicWhy: { id: 'home.nonePublicWhy', defaultMessage: 'Sign in to see your groups.' },
  noMatch: { id: 'home.noMatch', defaultMessage: 'No groups found for “{search}”' },
  signIn: { id: 'home.signIn', defaultMessage: 'Sign in' },
});

/** The home page: the groups that the viewer may see. */
export function HomePage() {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.title));
  const search = useSearchText();
  const query = useInfiniteQuery({ ...groupsPages(search.text), placeholderData: (before) => before });
  const { viewer } = session();
  return (
    <PageBody>
      <PageHead
        title={<FormattedMessage {...messages.title} />}
        actions={
          viewer && (
            <>
              {viewer.isAdmin && (
                <ButtonLink to={{ page: 'imports' }}>
                  <FormattedMessage {...messages.import} />
                </ButtonLink>
              )}
              <ButtonLink to={{ page: 'deleted' }}>
                <FormattedMessage {...messages.deleted} />
              </ButtonLink>
              <ButtonLink kind="primary" icon={Plus} to={{ page: 'newGroup' }}>
                <FormattedMessage {...messages.newGroup} />
              </ButtonLink>
            </>
          )
        }
      />
      <RowTools>
        <SearchField label={formatMessage(messages.search)} value={search.typed} onChange={search.type} />
      </RowTools>
      <QueryView query={query}>
        {({ pages }) => {
          const groups = pages.flatMap((page) => page.items);
          return groups.length > 0 ? <NamespaceRows rows={groups.map(rowOf)} /> : <NoGroups search={search.text} />;
        }}
      </QueryView>
      <MorePages query={query} />
    </PageBody>
  );
}

function rowOf(group: RestGroup) {
  return {
    key: String(group.id),
    name: group.full_name,
    description: group.description,
    avatarUrl: group.avatar_url,
    to: { page: 'group', fullPath: group.full_path } as const,
    end: <NamespaceBadges of={group} />,
  };
}

function NoGroups({ search }: { search: string }) {
  if (search !== '')
    return <EmptyState icon={SearchX} title={<FormattedMessage {...messages.noMatch} values={{ search }} />} />;
  if (session().needsSetUp) {
    return (
      <EmptyState
        icon={Folders}
        title={<FormattedMessage {...setUpMessages.needed} />}
        actions={
          <ButtonLink kind="primary" to={{ page: 'setUp', token: '' }}>
            <FormattedMessage {...setUpMessages.title} />
          </ButtonLink>
        }
      >
        <FormattedMessage {...setUpMessages.neededWhy} />
      </EmptyState>
    );
  }
  const { viewer } = session();
  if (!viewer) {
    return (
      <EmptyState
        icon={Folders}
        title={<FormattedMessage {...messages.nonePublic} />}
        actions={
          <ButtonLink kind="primary" to={{ page: 'signIn' }}>
            <FormattedMessage {...messages.signIn} />
          </ButtonLink>
        }
      >
        <FormattedMessage {...messages.nonePublicWhy} />
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Folders} title={<FormattedMessage {...messages.none} />}>
      <FormattedMessage {...(viewer.isAdmin ? messages.createOrImport : messages.createOne)} />
    </EmptyState>
  );
}
