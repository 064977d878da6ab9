import { useInfiniteQuery } from '@tanstack/react-query';
import { MoreHorizontal, Plus } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useChange } from '../../platform/forms/use-change.ts';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { Link } from '../../platform/navigation/Link.tsx';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { useSearchText } from '../../platform/navigation/use-search-text.ts';
import { session } from '../../platform/session/session.ts';
import { type Account, accountsPages, changeState, sendPasswordLink } from '../../modules/admin/api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { printAgo } from '../../ui/field/days.ts';
import { SearchField, Select } from '../../ui/field/Field.tsx';
import { Row, Rows, RowTools } from '../../ui/list/Rows.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/overlay/Menu.tsx';
import { PersonAvatar } from '../../ui/text/Avatar.tsx';
import { ProgramBadge } from '../../modules/users/ProgramBadge.tsx';
import { Badge, type Tone } from '../../ui/text/Badge.tsx';
import { text } from '../../ui/text/text.tsx';
import { AdminFrame } from './AdminFrame.tsx';
import { adminMessages as messages } from './messages.ts';
import { type Question, UserDialog } from './UserDialogs.tsx';

const states = [
  { value: 'all', label: messages.all },
  { value: 'active', label: messages.active },
  { value: 'waiting', label: messages.waitingState },
  { value: 'blocked', label: messages.blocked },
  { value: 'banned', label: messages.banned },
  { value: 'deactivated', label: messages.deactivated },
  { value: 'administrators', label: messages.administrators },
] as const;

/** The accounts of the installation. */
export function UsersPage() {
  const { formatMessage } = useIntl();
  const search = useSearchText();
  const [{ state }, changeSearch] = usePageSearch('adminUsers');
  const [question, setQuestion] = useState<Question | null>(null);
  const query = useInfiniteQuery({
    ...accountsPages(search.text, state),
    enabled: session().viewer?.isAdmin === true,
    placeholderData: (before) => before,
  });
  const isFiltered = search.text !== '' || state !== 'all';
  const clear = () => changeSearch({ search: '', state: 'all' });
  return (
    <AdminFrame
      page="adminUsers"
      actions={
        <Button kind="primary" icon={Plus} onClick={() => setQuestion({ verb: 'create' })}>
          <FormattedMessage {...messages.newUser} />
        </Button>
      }
    >
      <RowTools>
        <SearchField label={formatMessage(messages.searchUsers)} value={search.typed} onChange={search.type} />
        <Select
          label={formatMessage(messages.state)}
          value={state}
          onChange={(event) =>
            changeSearch({ state: states.find(({ value }) => value === event.target.value)?.value ?? 'all' })
          }
        >
          {states.map(({ value, label }) => (
            <option key={value} value={value}>
              {formatMessage(label)}
            </option>
          ))}
        </Select>
      </RowTools>
      <QueryView query={query}>
        {({ pages }) => {
          const users = pages.flatMap(({ items }) => items);
          if (users.length === 0) {
            return (
              <EmptyState
                title={<FormattedMessage {...messages.noUsers} />}
                actions={
                  isFiltered && (
                    <Button onClick={clear}>
                      <FormattedMessage {...messages.clear} />
                    </Button>
                  )
                }
              />
            );
          }
          return (
            <Rows label={formatMessage(messages.users)}>
              {users.map((user) => (
                <UserRow key={user.id} user={user} ask={(verb) => setQuestion({ verb, user })} />
              ))}
            </Rows>
          );
        }}
      </QueryView>
      <MorePages query={query} />
      {question && <UserDialog question={question} onClose={() => setQuestion(null)} />}
    </AdminFrame>
  );
}

const badges: Readonly<Partial<Record<Account['state'], { tone: Tone; label: keyof typeof messages }>>> = {
  blocked: { tone: 'warning', label: 'blocked' },
  banned: { tone: 'danger', label: 'banned' },
  blocked_pending_approval: { tone: 'info', label: 'waitingState' },
  ldap_blocked: { tone: 'warning', label: 'ldapBlocked' },
};

type Asked = Exclude<Question['verb'], 'create'>;

function UserRow({ user, ask }: { user: Account; ask(verb: Asked): void }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const badge = badges[user.state];
  const isOwn = user.id === session().viewer?.id;
  const { change, isBusy } = useChange(['admin', 'users'], ['admin', 'overview']);
  const approve = () => change({ perform: () => changeState(user.id, 'approve'), done: formatMessage(messages.done) });
  const facts = [
    `@${user.username}`,
    user.email,
    user.last_sign_in_at === null
      ? formatMessage(messages.neverSignedIn)
      : formatMessage(messages.lastSignIn, { ago: printAgo(intl, user.last_sign_in_at) }),
  ];
  return (
    <Row
      before={<PersonAvatar person={user} size={32} badged />}
      title={
        <>
          <Link className={text.link} to={{ page: 'person', username: user.username }}>
            {user.name}
          </Link>
          <ProgramBadge person={user} />{' '}
          {isOwn && (
            <Badge>
              <FormattedMessage {...messages.you} />
            </Badge>
          )}{' '}
          {user.is_admin && (
            <Badge tone="info">
              <FormattedMessage {...messages.administrator} />
            </Badge>
          )}{' '}
          {badge && (
            <Badge tone={badge.tone}>
              <FormattedMessage {...messages[badge.label]} />
            </Badge>
          )}
        </>
      }
      note={facts.join(' · ')}
      end={
        <>
          {user.state === 'blocked_pending_approval' && (
            <>
              <Button size="small" busy={isBusy} onClick={() => void approve()}>
                <FormattedMessage {...messages.approve} />
              </Button>
              <Button size="small" onClick={() => ask('reject')}>
                <FormattedMessage {...messages.reject} />
              </Button>
            </>
          )}
          <UserMenu user={user} isOwn={isOwn} ask={ask} />
        </>
      }
    />
  );
}

function UserMenu({ user, isOwn, ask }: { user: Account; isOwn: boolean; ask(verb: Asked): void }) {
  const { formatMessage } = useIntl();
  const { change } = useChange(['admin', 'users'], ['admin', 'overview']);
  const label = formatMessage(messages.actions, { name: user.name });
  const undo = (verb: 'unblock' | 'unban') =>
    void change({ perform: () => changeState(user.id, verb), done: formatMessage(messages.done) });
  const sendLink = () =>
    void change({ perform: () => sendPasswordLink(user.id), done: formatMessage(messages.linkSent) });
  return (
    <Menu label={label} trigger={(trigger) => <IconButton {...trigger} icon={MoreHorizontal} label={label} />}>
      <MenuItem onSelect={() => ask('edit')}>{formatMessage(messages.edit)}</MenuItem>
      {session().sendsMail && <MenuItem onSelect={sendLink}>{formatMessage(messages.sendLink)}</MenuItem>}
      {!isOwn && !user.is_admin && user.state === 'active' && (
        <MenuItem onSelect={() => ask('impersonate')}>{formatMessage(messages.impersonate)}</MenuItem>
      )}
      {user.two_factor_enabled && (
        <MenuItem onSelect={() => ask('resetFactors')}>{formatMessage(messages.resetFactors)}</MenuItem>
      )}
      {!isOwn && (
        <>
          <MenuLine />
          {user.state === 'active' && (
            <>
              <MenuItem onSelect={() => ask('block')}>{formatMessage(messages.block)}</MenuItem>
              <MenuItem onSelect={() => ask('ban')}>{formatMessage(messages.ban)}</MenuItem>
              <MenuItem onSelect={() => ask(user.is_admin ? 'demote' : 'promote')}>
                {formatMessage(user.is_admin ? messages.demote : messages.promote)}
              </MenuItem>
            </>
          )}
          {user.state === 'blocked' && (
            <MenuItem onSelect={() => undo('unblock')}>{formatMessage(messages.unblock)}</MenuItem>
          )}
          {user.state === 'banned' && (
            <MenuItem onSelect={() => undo('unban')}>{formatMessage(messages.unban)}</MenuItem>
          )}
          <MenuItem tone="danger" onSelect={() => ask('delete')}>
            {formatMessage(messages.delete)}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
