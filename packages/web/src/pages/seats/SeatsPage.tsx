import { MIN_SEAT_SEARCH } from '@milepost/core/accounts/seats';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Armchair, Download, SearchX } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  billableMembersPages,
  seatsCsvAddress,
  type SeatSort,
  seatSorts,
  subscriptionQuery,
} from '../../modules/billing/api.ts';
import { useNamespaceAccessState } from '../../modules/namespaces/permissions.ts';
import { download } from '../../platform/api/download.ts';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { useSearchText } from '../../platform/navigation/use-search-text.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { SearchField, Select } from '../../ui/field/Field.tsx';
import { Rows, RowTools } from '../../ui/list/Rows.tsx';
import { Tabs } from '../../ui/list/Tabs.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { EnterpriseUsers } from './EnterpriseUsers.tsx';
import { MailDomains } from './MailDomains.tsx';
import { seatMessages as messages } from './messages.ts';
import { SeatRow } from './SeatRow.tsx';
import { SeatUsage } from './SeatUsage.tsx';
import styles from './seats.module.css';

/** Who takes a seat in a top-level group, and what its plan has. For its owners. */
export function SeatsPage({ address: { fullPath } }: PageProps<'groupSeats'>) {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.title), fullPath);
  const [{ tab, sort }, changeSearch] = usePageSearch('groupSeats');
  const { text } = useSearchText();
  const subscription = useQuery(subscriptionQuery(fullPath));
  return (
    <QueryView query={subscription}>
      {(shown) => (
        <PageBody>
          <PageHead
            title={<FormattedMessage {...messages.title} />}
            actions={
              <Button icon={Download} onClick={() => download(seatsCsvAddress(fullPath, searchable(text), sort), '')}>
                <FormattedMessage {...messages.export} />
              </Button>
            }
          />
          <p className={styles.lead}>
            <FormattedMessage {...messages.lead} />
          </p>
          <SeatUsage fullPath={fullPath} subscription={shown} />
          <Tabs
            label={formatMessage(messages.title)}
            tabs={[
              { value: 'seats', label: formatMessage(messages.people), count: shown.usage.seats_in_use },
              { value: 'enterprise', label: formatMessage(messages.enterprise) },
            ]}
            value={tab}
            onChange={(next) => changeSearch({ tab: next })}
          >
            {tab === 'seats' ? (
              <People fullPath={fullPath} />
            ) : (
              <>
                <MailDomains fullPath={fullPath} />
                <EnterpriseUsers fullPath={fullPath} />
              </>
            )}
          </Tabs>
        </PageBody>
      )}
    </QueryView>
  );
}

/** Shorter texts are not searched. */
const searchable = (text: string): string => (text.trim().length < MIN_SEAT_SEARCH ? '' : text.trim());

function People({ fullPath }: { fullPath: string }) {
  const { formatMessage } = useIntl();
  const [{ sort }, changeSearch] = usePageSearch('groupSeats');
  const search = useSearchText();
  const { may } = useNamespaceAccessState({ kind: 'group', fullPath });
  const text = searchable(search.text);
  const missing = search.typed.trim() === '' ? 0 : MIN_SEAT_SEARCH - search.typed.trim().length;
  const query = useInfiniteQuery({
    ...billableMembersPages(fullPath, text, sort),
    placeholderData: (before) => before,
  });
  return (
    <>
      <RowTools>
        <SearchField
          label={formatMessage(messages.search)}
          value={search.typed}
          onChange={search.type}
          aria-describedby="seat-search-hint"
        />
        <Select
          label={formatMessage(messages.sort)}
          isLabelHidden
          value={sort}
          onChange={(event) => changeSearch({ sort: event.target.value as SeatSort })}
        >
          {seatSorts.map((each) => (
            <option key={each} value={each}>
              {formatMessage(messages[each])}
            </option>
          ))}
        </Select>
      </RowTools>
      <p id="seat-search-hint" className={styles.quiet} role="status">
        {missing > 0 && <FormattedMessage {...messages.searchHint} values={{ count: missing }} />}
      </p>
      <QueryView query={query} failed={<FormattedMessage {...messages.failed} />}>
        {({ pages }) => {
          const members = pages.flatMap(({ items }) => items);
          if (members.length === 0)
            return (
              <EmptyState
                icon={text === '' ? Armchair : SearchX}
                title={<FormattedMessage {...(text === '' ? messages.empty : messages.noMatch)} />}
              />
            );
          return (
            <Rows label={formatMessage(messages.people)}>
              {members.map((member) => (
                <SeatRow
                  key={member.id}
                  member={member}
                  fullPath={fullPath}
                  mayRemove={may.adminGroupMember ?? false}
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
