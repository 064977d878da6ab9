import { readPerson } from '@milepost/core/accounts/people';
import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { useTitle } from '../../platform/navigation/title.tsx';
import { useSearchText } from '../../platform/navigation/use-search-text.ts';
import { type Member, membersPages } from '../../modules/members/api.ts';
import { roleMessages } from '../../modules/members/roles.ts';
import { PersonLink } from '../../modules/users/PersonLink.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { Avatar } from '../../ui/text/Avatar.tsx';
import { printAgo, printDay, readDay } from '../../ui/field/days.ts';
import { SearchField } from '../../ui/field/Field.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { Row, Rows, RowTools } from '../../ui/list/Rows.tsx';
import { Count } from '../../ui/text/text.tsx';
import { defineMessages } from '../../ui/text/messages.ts';

const messages = defineMessages({
  title: { id: 'membersPage.title', defaultMessage: 'Members' },
  search: { id: 'membersPage.search', defaultMessage: 'Search members' },
  none: { id: 'membersPage.none', defaultMessage: 'No members found' },
  since: { id: 'membersPage.since', defaultMessage: '@{username} · joined {ago}' },
  until: { id: 'membersPage.until', defaultMessage: 'until {day}' },
});

/** The members of a group or project with their roles, including inherited ones. */
export function MembersPage({ address }: PageProps<'groupMembers' | 'projectMembers'>) {
  const { formatMessage } = useIntl();
  const kind = address.page === 'groupMembers' ? 'group' : 'project';
  useTitle(formatMessage(messages.title), address.fullPath);
  const search = useSearchText();
  const query = useInfiniteQuery({
    ...membersPages(kind, address.fullPath, search.text),
    placeholderData: (before) => before,
  });
  const total = query.data?.pages[0]?.total ?? null;
  return (
    <PageBody>
      <PageHead title={<FormattedMessage {...messages.title} />} after={total !== null && <Count value={total} />} />
      <RowTools>
        <SearchField label={formatMessage(messages.search)} value={search.typed} onChange={search.type} />
      </RowTools>
      <QueryView query={query}>
        {({ pages }) => {
          const members = pages.flatMap((page) => page.items);
          if (members.length === 0)
            return <EmptyState icon={SearchX} title={<FormattedMessage {...messages.none} />} />;
          return (
            <Rows label={formatMessage(messages.title)}>
              {members.map((member) => (
                <MemberRow key={member.id} member={member} />
              ))}
            </Rows>
          );
        }}
      </QueryView>
      <MorePages query={query} />
    </PageBody>
  );
}

function MemberRow({ member }: { member: Member }) {
  const intl = useIntl();
  const expires = readDay(member.expires_at);
  return (
    <Row
      before={<Avatar name={member.name} imageUrl={readPerson(member).avatarUrl} size={32} />}
      title={<PersonLink person={member} />}
      note={intl.formatMessage(messages.since, { username: member.username, ago: printAgo(intl, member.created_at) })}
      end={
        <>
          {expires !== null && <span>{intl.formatMessage(messages.until, { day: printDay(intl, expires) })}</span>}
          <span>{intl.formatMessage(roleMessages(member.access_level))}</span>
        </>
      }
    />
  );
}
