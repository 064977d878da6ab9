import { accessLevelOf, type Role, roles } from '@milepost/core/roles';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { SearchX, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { useSearchText } from '../../platform/navigation/use-search-text.ts';
import { session } from '../../platform/session/session.ts';
import { invitationPages } from '../../modules/invitations/api.ts';
import { membersPages, ownLevelQuery } from '../../modules/members/api.ts';
import { roleMessages } from '../../modules/members/roles.ts';
import { useNamespaceAccess } from '../../modules/namespaces/permissions.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { SearchField, Select } from '../../ui/field/Field.tsx';
import { Rows, RowTools } from '../../ui/list/Rows.tsx';
import { Tabs } from '../../ui/list/Tabs.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { Hidden } from '../../ui/text/text.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { MemberRow } from './MemberRow.tsx';
import { membersMessages as messages } from './messages.ts';
import { PendingInvitations } from './PendingInvitations.tsx';

const sources = ['direct', 'inherited'] as const;

/** The members of a group or project with their roles, including inherited ones. */
export function MembersPage({ address }: PageProps<'groupMembers' | 'projectMembers'>) {
  const { formatMessage } = useIntl();
  const namespace: NamespaceRef = {
    kind: address.page === 'groupMembers' ? 'group' : 'project',
    fullPath: address.fullPath,
  };
  useTitle(formatMessage(messages.title), address.fullPath);
  const may = useNamespaceAccess(namespace);
  const mayManage = (namespace.kind === 'group' ? may.adminGroupMember : may.adminProjectMember) ?? false;
  const [{ tab }, changeSearch] = usePageSearch(address.page);
  const [isInviting, setInviting] = useState(false);
  const ownLevel = useQuery(ownLevelQuery(namespace, session().viewer)).data ?? 0;
  const pending = useInfiniteQuery({ ...invitationPages(namespace), enabled: mayManage });
  const shown = mayManage ? tab : 'members';
  const members = <Members page={address.page} namespace={namespace} mayManage={mayManage} ownLevel={ownLevel} />;
  return (
    <PageBody>
      <PageHead
        title={<FormattedMessage {...messages.title} />}
        actions={
          mayManage && (
            <Button kind="primary" icon={UserPlus} onClick={() => setInviting(true)}>
              <FormattedMessage {...messages.invite} />
            </Button>
          )
        }
      />
      {mayManage ? (
        <Tabs
          label={formatMessage(messages.tabs)}
          tabs={[
            { value: 'members', label: formatMessage(messages.title) },
            { value: 'pending', label: formatMessage(messages.pending), count: pending.data?.pages[0]?.total },
          ]}
          value={shown}
          onChange={(next) => changeSearch({ tab: next })}
        >
          {shown === 'members' ? members : <PendingInvitations namespace={namespace} query={pending} />}
        </Tabs>
      ) : (
        members
      )}
      {isInviting && <InviteDialog namespace={namespace} ownLevel={ownLevel} onClose={() => setInviting(false)} />}
    </PageBody>
  );
}

interface MembersProps {
  page: 'groupMembers' | 'projectMembers';
  namespace: NamespaceRef;
  mayManage: boolean;
  ownLevel: number;
}

function Members({ page, namespace, mayManage, ownLevel }: MembersProps) {
  const { formatMessage } = useIntl();
  const [{ role, source }, changeSearch] = usePageSearch(page);
  const search = useSearchText();
  const accessLevel = role === '' ? null : accessLevelOf[role];
  const query = useInfiniteQuery({
    ...membersPages(namespace, { search: search.text, accessLevel, source }),
    placeholderData: (before) => before,
  });
  return (
    <>
      <RowTools>
        <SearchField label={formatMessage(messages.search)} value={search.typed} onChange={search.type} />
        <Select
          label={<Hidden>{formatMessage(messages.role)}</Hidden>}
          value={role}
          onChange={(event) => changeSearch({ role: event.target.value as Role | '' })}
        >
          <option value="">{formatMessage(messages.anyRole)}</option>
          {roles.map((each) => (
            <option key={each} value={each}>
              {formatMessage(roleMessages(accessLevelOf[each]))}
            </option>
          ))}
        </Select>
        <Select
          label={<Hidden>{formatMessage(messages.source)}</Hidden>}
          value={source}
          onChange={(event) => changeSearch({ source: event.target.value as typeof source })}
        >
          <option value="">{formatMessage(messages.anySource)}</option>
          {sources.map((each) => (
            <option key={each} value={each}>
              {formatMessage(messages[each])}
            </option>
          ))}
        </Select>
      </RowTools>
      <QueryView query={query}>
        {({ pages }) => {
          const members = pages.flatMap(({ items }) => items);
          if (members.length === 0)
            return <EmptyState icon={SearchX} title={<FormattedMessage {...messages.none} />} />;
          return (
            <Rows label={formatMessage(messages.title)}>
              {members.map((member) => (
                <MemberRow
                  key={member.id}
                  member={member}
                  namespace={namespace}
                  mayManage={mayManage}
                  ownLevel={ownLevel}
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
