import { readPerson } from '@milepost/core/accounts/people';
import { localDayOf } from '@milepost/core/days';
import { canGrant } from '@milepost/core/members';
import { accessLevelOf, roles } from '@milepost/core/roles';
import { ChevronDown, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { Link } from '../../platform/navigation/Link.tsx';
import { session } from '../../platform/session/session.ts';
import { changeMember, type Member, membersKey, removeMember } from '../../modules/members/api.ts';
import { roleMessages } from '../../modules/members/roles.ts';
import { PersonLink } from '../../modules/users/PersonLink.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { DateField } from '../../ui/field/DateField.tsx';
import { printAgo, printDay, readDay } from '../../ui/field/days.ts';
import { Row } from '../../ui/list/Rows.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Menu, MenuChoice, MenuItem } from '../../ui/overlay/Menu.tsx';
import { Avatar } from '../../ui/text/Avatar.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { membersMessages as messages } from './messages.ts';
import { useChange } from './use-change.ts';

export interface MemberRowProps {
  member: Member;
  namespace: NamespaceRef;
  mayManage: boolean;
  /** The viewer's access level here. */
  ownLevel: number;
}

/** From so many days before its end an expiry is marked. */
const SOON_DAYS = 7;

/** A member, with what the viewer may change of the role. Inherited roles are changed where they were given. */
export function MemberRow({ member, namespace, mayManage, ownLevel }: MemberRowProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { name, username, access_level: level, source } = member;
  const isSelf = session().viewer?.id === member.id;
  const isDirect = source === undefined || source.full_path === namespace.fullPath;
  const mayChange = mayManage && isDirect && canGrant(ownLevel, level);
  const [open, setOpen] = useState<'expiry' | 'remove' | null>(null);
  const role = formatMessage(roleMessages(level));
  return (
    <>
      <Row
        before={<Avatar name={name} imageUrl={readPerson(member).avatarUrl} size={32} />}
        title={
          <>
            <PersonLink person={member} /> {isSelf && <Badge>{formatMessage(messages.you)}</Badge>}
          </>
        }
        note={
          <>
            {formatMessage(messages.since, { username, ago: printAgo(intl, member.created_at) })}
            {source && !isDirect && (
              <>
                {' · '}
                <Link to={{ page: 'groupMembers', fullPath: source.full_path }}>
                  {formatMessage(messages.inheritedFrom, { group: source.name })}
                </Link>
              </>
            )}
          </>
        }
        end={
          <>
            <Expiry day={member.expires_at} />
            {mayChange ? <RoleMenu member={member} namespace={namespace} ownLevel={ownLevel} /> : <span>{role}</span>}
            {isDirect && (mayChange || isSelf) && (
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
                {mayChange && (
                  <MenuItem onSelect={() => setOpen('expiry')}>{formatMessage(messages.setExpiry)}</MenuItem>
                )}
                <MenuItem tone="danger" onSelect={() => setOpen('remove')}>
                  {formatMessage(leaveOrRemove(isSelf, namespace.kind))}
                </MenuItem>
              </Menu>
            )}
          </>
        }
      />
      {open === 'expiry' && <ExpiryDialog member={member} namespace={namespace} onClose={() => setOpen(null)} />}
      {open === 'remove' && (
        <RemoveDialog member={member} namespace={namespace} isSelf={isSelf} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

function leaveOrRemove(isSelf: boolean, kind: NamespaceRef['kind']) {
  if (!isSelf) return messages.remove;
  return kind === 'group' ? messages.leaveGroup : messages.leaveProject;
}

function Expiry({ day }: { day: string | null }) {
  const intl = useIntl();
  const [today] = useState(() => localDayOf(new Date()));
  const expires = readDay(day);
  if (expires === null) return null;
  const left = expires - today;
  if (left > SOON_DAYS) return <span>{intl.formatMessage(messages.until, { day: printDay(intl, expires) })}</span>;
  return <Badge tone="warning">{intl.formatMessage(messages.inDays, { count: left })}</Badge>;
}

/** A role is saved as it is chosen. */
function RoleMenu({ member, namespace, ownLevel }: Omit<MemberRowProps, 'mayManage'>) {
  const { formatMessage } = useIntl();
  const { isBusy, change } = useChange(membersKey(namespace));
  const role = formatMessage(roleMessages(member.access_level));
  const label = formatMessage(messages.roleOf, { name: member.name, role });
  return (
    <Menu
      label={label}
      placement={{ align: 'end' }}
      trigger={(trigger) => (
        <Button {...trigger} size="small" kind="quiet" busy={isBusy} aria-label={label}>
          {role}
          <ChevronDown size={14} aria-hidden />
        </Button>
      )}
    >
      {roles
        .map((each) => accessLevelOf[each])
        .filter((level) => canGrant(ownLevel, level))
        .map((level) => (
          <MenuChoice
            key={level}
            checked={level === member.access_level}
            onSelect={() => {
              if (level !== member.access_level)
                void change(() => changeMember(namespace, member, { accessLevel: level }));
            }}
          >
            {formatMessage(roleMessages(level))}
          </MenuChoice>
        ))}
    </Menu>
  );
}

interface DialogProps {
  member: Member;
  namespace: NamespaceRef;
  onClose(): void;
}

function ExpiryDialog({ member, namespace, onClose }: DialogProps) {
  const { formatMessage } = useIntl();
  const { isBusy, change } = useChange(membersKey(namespace));
  const [day, setDay] = useState(member.expires_at ?? '');
  const save = async (): Promise<void> => {
    const wanted = { accessLevel: member.access_level, expiresAt: day };
    if (await change(() => changeMember(namespace, member, wanted))) onClose();
  };
  return (
    <Dialog
      title={formatMessage(messages.expiryOf, { name: member.name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{formatMessage(messages.cancel)}</Button>
          <Button kind="primary" busy={isBusy} onClick={() => void save()}>
            {formatMessage(messages.save)}
          </Button>
        </>
      }
    >
      <DateField
        label={formatMessage(messages.expires)}
        note={formatMessage(messages.noExpiry)}
        clearable
        value={day}
        onChange={setDay}
      />
    </Dialog>
  );
}

function RemoveDialog({ member, namespace, isSelf, onClose }: DialogProps & { isSelf: boolean }) {
  const { formatMessage } = useIntl();
  const { change } = useChange(membersKey(namespace));
  const { kind, fullPath } = namespace;
  const { name } = member;
  return (
    <ConfirmDialog
      title={formatMessage(isSelf ? messages.leaveAsk : messages.removeAsk, { name: isSelf ? fullPath : name })}
      confirm={<FormattedMessage {...leaveOrRemove(isSelf, kind)} />}
      failed={<FormattedMessage {...messages.failed} />}
      perform={async () => {
        const isDone = await change(() => removeMember(namespace, member));
        if (isDone && isSelf) window.location.assign('/');
      }}
      onClose={onClose}
    >
      {formatMessage(isSelf ? messages.leaveMeans : messages.removeMeans, { kind, name })}
    </ConfirmDialog>
  );
}
