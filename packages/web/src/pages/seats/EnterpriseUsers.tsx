import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX, Users } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { enterpriseUsersPages } from '../../modules/billing/api.ts';
import { PersonLink } from '../../modules/users/PersonLink.tsx';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { useSearchText } from '../../platform/navigation/use-search-text.ts';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { SearchField } from '../../ui/field/Field.tsx';
import { Row, Rows, RowTools } from '../../ui/list/Rows.tsx';
import { PersonAvatar } from '../../ui/text/Avatar.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { seatMessages as messages } from './messages.ts';

/** The accounts in the mail domains that the group has verified. */
export function EnterpriseUsers({ fullPath }: { fullPath: string }) {
  const { formatMessage } = useIntl();
  const search = useSearchText();
  const query = useInfiniteQuery({
    ...enterpriseUsersPages(fullPath, { search: search.text }),
    placeholderData: (before) => before,
  });
  return (
    <>
      <RowTools>
        <SearchField label={formatMessage(messages.search)} value={search.typed} onChange={search.type} />
      </RowTools>
      <QueryView query={query} failed={<FormattedMessage {...messages.enterpriseFailed} />}>
        {({ pages }) => {
          const users = pages.flatMap(({ items }) => items);
          if (users.length === 0)
            return search.text === '' ? (
              <EmptyState icon={Users} title={<FormattedMessage {...messages.noEnterprise} />}>
                <FormattedMessage {...messages.noEnterpriseHelp} />
              </EmptyState>
            ) : (
              <EmptyState icon={SearchX} title={<FormattedMessage {...messages.noMatch} />} />
            );
          return (
            <Rows label={formatMessage(messages.enterprise)}>
              {users.map((user) => (
                <Row
                  key={user.id}
                  before={<PersonAvatar person={user} size={32} badged />}
                  title={<PersonLink person={user} />}
                  note={`@${user.username} · ${user.email}`}
                  end={user.two_factor_enabled && <Badge>{formatMessage(messages.twoFactor)}</Badge>}
                />
              ))}
            </Rows>
          );
        }}
      </QueryView>
      <MorePages query={query} />
    </>
  );
}
