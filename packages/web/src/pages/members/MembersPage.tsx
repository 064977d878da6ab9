import { accessLevelOf, type Role, roles } from '@milepost/core/roles';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { SearchX, UserPlus, UsersRound } from 'lucide-react';
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
import { invitationPages, sharedLinksQuery } from '../../modules/invitations/api.ts';
import { requestersPages } from '../../modules/members/access-requests.ts';
import { type MemberFilter, membersPages, ownLevelQuery } from '../../modules/members/api.ts';
import { roleMessages } from '../../modules/members/roles.ts';
import { sharesQuery } from '../../modules/members/shares.ts';
import { useNamespaceAccessState } from '../../modules/namespaces/permissions.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { SearchField, Select } from '../../ui/field/Field.tsx';
import { Rows, RowTools } from '../../ui/list/Rows.tsx';
import { Tabs } from '../../ui/list/Tabs.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { AccessRequests } from './AccessRequests.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { MemberRow } from './MemberRow.tsx';
import { membersMessages as messages } from './messages.ts';
import styles from './members.module.css';
import { SharedGroups } from './SharedGroups.tsx';
import { ShareDialog } from './ShareDialog.tsx';
import { PendingInvitations } from './PendingInvitations.tsx';

const sources = ['direct', 'inherited', 'shared'] as const;

const everybody: MemberFilter = { search: '', accessLevel: null, source: '' };

/** The members of a group or project with their roles, including inherited ones. */
export function MembersPage({ address }: PageProps<'groupMembers' | 'projectMembers'>) {
  const { formatMessage } = useIntl();
  const namespace: NamespaceRef = {
    kind: address.page === 'groupMembers' ? 'group' : 'project',
    fullPath: address.fullPath,
  };
  useTitle(formatMessage(messages.title), address.fullPath);
  const { may, isPending: isAccessPending } = useNamespaceAccessState(namespace);
  const mayManage = (namespace.kind === 'group' ? may.adminGroupMember : may.adminProjectMember) ?? false;
  const [{ tab, invite }, changeSearch] = usePageSearch(address.page);
  const [open, setOpen] = useState<'invite' | 'share' | null>(null);
  const isInviting = open === 'invite' || invite !== '';
  const own = useQuery(ownLevelQuery(namespace, session().viewer));
  const ownLevel = own.data ?? 0;
  const pending = useInfiniteQuery({ ...invitationPages(namespace), enabled: mayManage });
  const links = useQuery({ ...sharedLinksQuery(namespace), enabled: mayManage }).data;
  const invitations = pending.data?.pages[0]?.total;
  const pendingCount = links && typeof invitations === 'number' ? invitations + links.length : undefined;
  const requests = useInfiniteQuery({ ...requestersPages(namespace), enabled: mayManage });
  const shares = useQuery(sharesQuery(namespace));
  const all = useInfiniteQuery(membersPages(namespace, everybody));
  const shown = mayManage || tab === 'groups' ? tab : 'members';
  const ownerTabs = [
    { value: 'pending', label: formatMessage(messages.pending), count: pendingCount },
    { value: 'requests', label: formatMessage(messages.requests), count: requests.data?.pages[0]?.total },
  ] as const;
  const members = (
    <Members
      page={address.page}
      namespace={namespace}
      mayManage={mayManage}
      ownLevel={ownLevel}
      isReady={!isAccessPending && !own.isPending}
    />
  );
  return (
    <PageBody>
      <PageHead
        title={<FormattedMessage {...messages.title} />}
        actions={
          mayManage && (
            <>
              <Button
                icon={UsersRound}
                data-tooltip={formatMessage(messages.shareGroup)}
                onClick={() => setOpen('share')}
              >
                <span className={styles.wideOnly}>
                  <FormattedMessage {...messages.shareGroup} />
                </span>
              </Button>
              <Button kind="primary" icon={UserPlus} onClick={() => setOpen('invite')}>
                <FormattedMessage {...messages.invite} />
              </Button>
            </>
          )
        }
      />
      <Tabs
        label={formatMessage(messages.tabs)}
        tabs={[
          { value: 'members', label: formatMessage(messages.title), count: all.data?.pages[0]?.total },
          { value: 'groups', label: formatMessage(messages.groups), count: shares.data?.length },
          ...(mayManage ? ownerTabs : []),
        ]}
        value={shown}
        onChange={(next) => changeSearch({ tab: next })}
      >
        {shown === 'members' && members}
        {shown === 'groups' && (
          <SharedGroups namespace={namespace} query={shares} mayManage={mayManage} ownLevel={ownLevel} />
        )}
        {shown === 'pending' && <PendingInvitations namespace={namespace} query={pending} />}
        {shown === 'requests' && <AccessRequests namespace={namespace} query={requests} ownLevel={ownLevel} />}
      </Tabs>
      {mayManage && isInviting && (
        <InviteDialog
          namespace={namespace}
          ownLevel={ownLevel}
          text={invite}
          onClose={() => {
            setOpen(null);
            if (invite !== '') changeSearch({ invite: '' });
          }}
        />
      )}
      {open === 'share' && <ShareDialog namespace={namespace} ownLevel={ownLevel} onClose={() => setOpen(null)} />}
    </PageBody>
  );
}

interface MembersProps {
  page: 'groupMembers' | 'projectMembers';
  namespace: NamespaceRef;
  mayManage: boolean;
  ownLevel: number;
  /** The two above are known: rows with controls are higher than rows without. */
  isReady: boolean;
}

function Members({ page, namespace, mayManage, ownLevel, isReady }: MembersProps) {
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
          label={formatMessage(messages.role)}
          isLabelHidden
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
          label={formatMessage(messages.source)}
          isLabelHidden
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
      <QueryView query={{ ...query, data: isReady ? query.data : undefined }}>
        {({ pages }) => {
          const members = pages.flatMap(({ items }) => items);
          if (members.length === 0)
            return <EmptyState icon={SearchX} title={<FormattedMessage {...messages.none} />} />;
          return (
            <>
              <div className={styles.heads} aria-hidden="true">
                {[messages.person, messages.source, messages.lastActive, messages.expiresHead, messages.role].map(
                  (head) => (
                    <span key={head.id}>{formatMessage(head)}</span>
                  ),
                )}
              </div>
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
              <p className={styles.count}>
                {formatMessage(messages.count, { shown: members.length, count: pages[0]?.total ?? members.length })}
              </p>
            </>
          );
        }}
      </QueryView>
      <MorePages query={query} />
    </>
  );
}
