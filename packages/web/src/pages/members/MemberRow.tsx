import { canGrant } from '@milepost/core/members';
import { Ellipsis, Lock } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { session } from '../../platform/session/session.ts';
import { changeMember, type Member, membersKey } from '../../modules/members/api.ts';
import { roleMessages } from '../../modules/members/roles.ts';
import { PersonLink } from '../../modules/users/PersonLink.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { printDay, readDay } from '../../ui/field/days.ts';
import { Menu, MenuItem } from '../../ui/overlay/Menu.tsx';
import { PersonAvatar } from '../../ui/text/Avatar.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { Expiry } from './Expiry.tsx';
import { ExpiryDialog, leaveOrRemove, RemoveDialog } from './MemberDialogs.tsx';
import { membersMessages as messages } from './messages.ts';
import { RoleMenu } from './RoleMenu.tsx';
import { Source } from './Source.tsx';
import { useChange } from '../../platform/forms/use-change.ts';
import styles from './members.module.css';

export interface MemberRowProps {
  member: Member;
  namespace: NamespaceRef;
  mayManage: boolean;
  /** The viewer's access level here. */
  ownLevel: number;
}

/** A member, with what the viewer may change of a direct role. Other roles are changed where they were given. */
export function MemberRow({ member, namespace, mayManage, ownLevel }: MemberRowProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { name, username, is_last_owner: isLastOwner = false } = member;
  const isSelf = session().viewer?.id === member.id;
  const direct = directRoleOf(member);
  const mayChange = mayManage && direct !== null && canGrant(ownLevel, direct.level);
  const mayEnd = direct !== null && (mayChange || isSelf);
  const { isBusy, change } = useChange(membersKey(namespace));
  const [open, setOpen] = useState<'expiry' | 'remove' | null>(null);
  const role = formatMessage(roleMessages(member.access_level));
  const active = readDay(member.last_activity_on ?? null);
  return (
    <li className={styles.member}>
      <div className={styles.person}>
        <PersonAvatar person={member} size={32} badged />
        <div className={styles.names}>
          <span className={styles.name}>
            <PersonLink person={member} /> {isSelf && <Badge>{formatMessage(messages.you)}</Badge>}
            {member.bot === true && member.service_account !== true && <Badge>{formatMessage(messages.bot)}</Badge>}
          </span>
          <span className={styles.quiet}>@{username}</span>
        </div>
      </div>
      <div className={styles.from}>
        <Source member={member} />
      </div>
      <div className={styles.active}>
        {active === null ? (
          // Missing where the viewer may not know.
          member.last_activity_on === null && formatMessage(messages.neverActive)
        ) : (
          <>
            <span className={styles.onNarrow}>
              {formatMessage(messages.lastActiveOn, { day: printDay(intl, active) })}
            </span>
            <span className={styles.onWide}>{printDay(intl, active)}</span>
          </>
        )}
      </div>
      <div className={styles.expiry}>
        <Expiry
          name={name}
          day={direct ? direct.expiresAt : member.expires_at}
          onChange={mayChange && !isLastOwner ? () => setOpen('expiry') : null}
        />
      </div>
      <div className={styles.role}>
        {mayChange && !isLastOwner ? (
          <RoleMenu
            label={formatMessage(messages.roleOf, { name, role })}
            level={direct.level}
            ownLevel={ownLevel}
            isBusy={isBusy}
            onChoose={(level) =>
              void change({ perform: () => changeMember(namespace, member, { accessLevel: level }) })
            }
          />
        ) : (
          <span className={styles.fixed} data-tooltip={isLastOwner ? formatMessage(messages.lastOwner) : undefined}>
            {role}
            {mayManage && <Icon of={Lock} size={12} />}
          </span>
        )}
      </div>
      <div className={styles.menu}>
        {mayEnd && (
          <Menu
            label={formatMessage(messages.actionsOf, { name })}
            placement={{ align: 'end' }}
            trigger={(trigger) => (
              <IconButton
                {...trigger}
                size="small"
                icon={Ellipsis}
                label={formatMessage(messages.actionsOf, { name })}
              />
            )}
          >
            {isLastOwner ? (
              <p className={styles.explained}>{formatMessage(messages.lastOwner)}</p>
            ) : (
              <>
                {mayChange && (
                  <MenuItem onSelect={() => setOpen('expiry')}>{formatMessage(messages.setExpiry)}</MenuItem>
                )}
                <MenuItem tone="danger" onSelect={() => setOpen('remove')}>
                  {formatMessage(leaveOrRemove(isSelf, namespace.kind))}
                </MenuItem>
              </>
            )}
          </Menu>
        )}
      </div>
      {open === 'expiry' && direct && (
        <ExpiryDialog
          name={name}
          day={direct.expiresAt}
          onSave={(day) =>
            change({ perform: () => changeMember(namespace, member, { accessLevel: direct.level, expiresAt: day }) })
          }
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'remove' && (
        <RemoveDialog member={member} namespace={namespace} isSelf={isSelf} onClose={() => setOpen(null)} />
      )}
    </li>
  );
}

/** The role that was given right here, which another source may exceed; null for none. */
function directRoleOf({ sources, access_level: level, expires_at: expiresAt }: Member) {
  if (!sources) return { level, expiresAt };
  const direct = sources.find(({ relation }) => relation === 'direct');
  return direct ? { level: direct.access_level, expiresAt: direct.expires_at } : null;
}
