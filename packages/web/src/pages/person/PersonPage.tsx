import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CircleDot } from 'lucide-react';
import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { NotFound } from '../../platform/loading/Failure.tsx';
import { present } from '../../platform/api/graphql.ts';
import { ButtonLink } from '../../platform/navigation/Link.tsx';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { goTo } from '../../platform/navigation/navigation.ts';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { session } from '../../platform/session/session.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { type NamespaceRow, NamespaceRows } from '../../modules/namespaces/NamespaceRows.tsx';
import { ItemList } from '../../modules/lists/ListRow.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { ProgramBadge } from '../../modules/users/ProgramBadge.tsx';
import { PersonAvatar } from '../../ui/text/Avatar.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { PageBody, PageHead, Section } from '../../ui/page/Page.tsx';
import { Tabs } from '../../ui/list/Tabs.tsx';
import { text } from '../../ui/text/text.tsx';
import { issueColumns, IssueRow } from '../../modules/lists/IssueRow.tsx';
import { personQuery, type PersonView } from '../../modules/members/person.ts';
import { personIssuePages } from './issues.ts';
import { defineMessages } from '../../ui/text/messages.ts';

const messages = defineMessages({
  memberSince: { id: 'person.memberSince', defaultMessage: 'Member since {day}' },
  blocked: { id: 'person.blocked', defaultMessage: 'Blocked' },
  banned: { id: 'person.banned', defaultMessage: 'Banned' },
  bannedWhy: {
    id: 'person.bannedWhy',
    defaultMessage: 'Only administrators can see this page and the comments of this user.',
  },
  yourProfile: { id: 'person.yourProfile', defaultMessage: 'Your profile' },
  memberships: { id: 'person.memberships', defaultMessage: 'Groups and projects' },
  noNamespaces: { id: 'person.noNamespaces', defaultMessage: 'None visible to you' },
  issues: { id: 'person.issues', defaultMessage: 'Issues' },
  authored: { id: 'person.authored', defaultMessage: 'Created' },
  assigned: { id: 'person.assigned', defaultMessage: 'Assigned' },
  noIssues: { id: 'person.noIssues', defaultMessage: 'No issues visible to you' },
});

/** A user: profile, memberships, authored and assigned issues, as far as the viewer may see them. */
export function PersonPage({ address: { username } }: PageProps<'person'>) {
  const query = useQuery(personQuery(username));
  return (
    <QueryView query={query}>
      {({ user, group }) => {
        if (user) return <Person person={user} />;
        return group ? <GoToGroup fullPath={group.fullPath} /> : <NotFound />;
      }}
    </QueryView>
  );
}

/** `/kubernetes` may be a group as well. */
function GoToGroup({ fullPath }: { fullPath: string }) {
  useEffect(() => goTo({ page: 'group', fullPath }, { replace: true }), [fullPath]);
  return null;
}

function Person({ person }: { person: PersonView }) {
  const { formatDate } = useIntl();
  useTitle(person.name, `@${person.username}`);
  const isViewer = session().viewer?.username === person.username;
  return (
    <PageBody>
      <PageHead
        before={<PersonAvatar person={person} size={40} badged />}
        title={person.name}
        after={
          <>
            <span className={text.quiet}>@{person.username}</span>
            <ProgramBadge person={person} />
            <State state={person.state} />
          </>
        }
        actions={
          isViewer && (
            <ButtonLink to={{ page: 'profile' }}>
              <FormattedMessage {...messages.yourProfile} />
            </ButtonLink>
          )
        }
      />
      {person.bio && <p>{person.bio}</p>}
      <p className={text.quiet}>
        {person.createdAt && (
          <FormattedMessage
            {...messages.memberSince}
            values={{ day: formatDate(person.createdAt, { dateStyle: 'long' }) }}
          />
        )}
        {person.publicEmail && (
          <>
            {' · '}
            <a className={text.link} href={`mailto:${person.publicEmail}`}>
              {person.publicEmail}
            </a>
          </>
        )}
      </p>
      <Memberships person={person} />
      <Issues username={person.username} />
    </PageBody>
  );
}

function State({ state }: { state: PersonView['state'] }) {
  const { formatMessage } = useIntl();
  if (state === 'active') return null;
  return (
    <span data-tooltip={state === 'banned' ? formatMessage(messages.bannedWhy) : undefined}>
      <Badge tone="warning">{formatMessage(state === 'banned' ? messages.banned : messages.blocked)}</Badge>
    </span>
  );
}

function Memberships({ person }: { person: PersonView }) {
  const rows: NamespaceRow[] = [];
  for (const { id, accessLevel, group } of present(person.groupMemberships?.nodes)) {
    if (!group) continue;
    const { fullPath, fullName, avatarUrl } = group;
    const to = { page: 'group', fullPath } as const;
    rows.push({ key: id, name: fullName, description: null, avatarUrl, to, end: accessLevel?.humanAccess });
  }
  for (const { id, accessLevel, project } of present(person.projectMemberships?.nodes)) {
    if (!project) continue;
    const { fullPath, nameWithNamespace, avatarUrl } = project;
    const to = { page: 'project', fullPath } as const;
    rows.push({ key: id, name: nameWithNamespace, description: null, avatarUrl, to, end: accessLevel?.humanAccess });
  }
  rows.sort((one, other) => one.name.localeCompare(other.name));
  return (
    <Section title={<FormattedMessage {...messages.memberships} />}>
      {rows.length > 0 ? (
        <NamespaceRows rows={rows} />
      ) : (
        <p className={text.quiet}>
          <FormattedMessage {...messages.noNamespaces} />
        </p>
      )}
    </Section>
  );
}

function Issues({ username }: { username: string }) {
  const { formatMessage } = useIntl();
  const [{ part }, change] = usePageSearch('person');
  const query = useInfiniteQuery(personIssuePages(username, part));
  return (
    <Section title={<FormattedMessage {...messages.issues} />}>
      <Tabs
        label={formatMessage(messages.issues)}
        tabs={[
          { value: 'authored', label: formatMessage(messages.authored) },
          { value: 'assigned', label: formatMessage(messages.assigned) },
        ]}
        value={part}
        onChange={(next) => change({ part: next })}
      >
        <QueryView query={query}>
          {(issues) =>
            issues.length > 0 ? (
              <ItemList label={formatMessage(messages[part])}>
                {issues.map((issue) => (
                  <IssueRow key={issue.id} issue={issue} namespacePath="" columns={issueColumns(issues)} />
                ))}
              </ItemList>
            ) : (
              <EmptyState icon={CircleDot} title={formatMessage(messages.noIssues)} />
            )
          }
        </QueryView>
        <MorePages query={query} />
      </Tabs>
    </Section>
  );
}
