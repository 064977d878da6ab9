import { canGrant } from '@milepost/core/members';
import type { UseQueryResult } from '@tanstack/react-query';
import { Ellipsis, Users } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { Link } from '../../platform/navigation/Link.tsx';
import { membersKey } from '../../modules/members/api.ts';
import { roleMessages } from '../../modules/members/roles.ts';
import { changeShare, type Share, sharesQuery, unshareWithGroup } from '../../modules/members/shares.ts';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { Menu, MenuItem } from '../../ui/overlay/Menu.tsx';
import { Avatar } from '../../ui/text/Avatar.tsx';
import { Expiry } from './Expiry.tsx';
import { ExpiryDialog } from './MemberDialogs.tsx';
import { membersMessages as messages } from './messages.ts';
import { RoleMenu } from './RoleMenu.tsx';
import { useChange } from '../../platform/forms/use-change.ts';

interface SharedGroupsProps {
  namespace: NamespaceRef;
  query: UseQueryResult<Share[]>;
  mayManage: boolean;
  ownLevel: number;
}

/** The groups whose members have a role here. */
export function SharedGroups({ query, ...rest }: SharedGroupsProps) {
  const { formatMessage } = useIntl();
  return (
    <QueryView query={query}>
      {(shares) =>
        shares.length === 0 ? (
          <EmptyState icon={Users} title={<FormattedMessage {...messages.noGroups} />}>
            {rest.mayManage && <FormattedMessage {...messages.noGroupsWhy} />}
          </EmptyState>
        ) : (
          <Rows label={formatMessage(messages.groups)}>
            {shares.map((share) => (
              <ShareRow key={share.id} share={share} {...rest} />
            ))}
          </Rows>
        )
      }
    </QueryView>
  );
}

function ShareRow({ share, namespace, mayManage, ownLevel }: Omit<SharedGroupsProps, 'query'> & { share: Share }) {
  const { formatMessage } = useIntl();
  const { name, group_access: level, people_losing_access: count } = share;
  const { isBusy, change } = useChange(sharesQuery(namespace).queryKey, membersKey(namespace));
  const [open, setOpen] = useState<'expiry' | 'end' | null>(null);
  const mayChange = mayManage && canGrant(ownLevel, level);
  const role = formatMessage(roleMessages(level));
  const actions = formatMessage(messages.actionsOf, { name });
  return (
    <>
      <Row
        before={<Avatar name={name} imageUrl={share.avatar_url} size={32} shape="square" />}
        title={<Link to={{ page: 'groupMembers', fullPath: share.full_path }}>{share.full_name}</Link>}
        note={formatMessage(messages.sharePeople, { count: share.people_count })}
        end={
          <>
            <Expiry name={name} day={share.expires_at} onChange={mayChange ? () => setOpen('expiry') : null} />
            {mayChange ? (
              <RoleMenu
                label={formatMessage(messages.maxRoleOf, { name, role })}
                level={level}
                ownLevel={ownLevel}
                isBusy={isBusy}
                onChoose={(accessLevel) =>
                  void change({ perform: () => changeShare(namespace, share, { accessLevel }) })
                }
              />
            ) : (
              <span>{role}</span>
            )}
            {mayChange && (
              <Menu
                label={actions}
                placement={{ align: 'end' }}
                trigger={(trigger) => <IconButton {...trigger} size="small" icon={Ellipsis} label={actions} />}
              >
                <MenuItem onSelect={() => setOpen('expiry')}>{formatMessage(messages.setExpiry)}</MenuItem>
                <MenuItem tone="danger" onSelect={() => setOpen('end')}>
                  {formatMessage(messages.unshare)}
                </MenuItem>
              </Menu>
            )}
          </>
        }
      />
      {open === 'expiry' && (
        <ExpiryDialog
          name={name}
          day={share.expires_at}
          onSave={(expiresAt) => change({ perform: () => changeShare(namespace, share, { expiresAt }) })}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'end' && (
        <ConfirmDialog
          title={<FormattedMessage {...messages.unshareAsk} values={{ name }} />}
          confirm={<FormattedMessage {...messages.unshare} />}
          failed={<FormattedMessage {...messages.failed} />}
          perform={async () => void (await change({ perform: () => unshareWithGroup(namespace, share) }))}
          onClose={() => setOpen(null)}
        >
          <FormattedMessage {...messages.unshareMeans} values={{ count }} />
        </ConfirmDialog>
      )}
    </>
  );
}
