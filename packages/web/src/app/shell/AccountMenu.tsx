import { Flag, LogIn, LogOut, SunMoon, User, Wrench } from 'lucide-react';
import { useIntl } from 'react-intl';
import { endpoint } from '../../platform/api/endpoints.ts';
import { Avatar } from '../../ui/text/Avatar.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { Menu, MenuChoice, MenuItem, MenuLine, MenuTitle } from '../../ui/overlay/Menu.tsx';
import { text } from '../../ui/text/text.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { printAddress } from '../../platform/navigation/addresses.ts';
import { sendJson } from '../../platform/api/http.ts';
import { Link } from '../../platform/navigation/Link.tsx';
import { useLocalSetting } from '../../platform/settings/use-local-setting.ts';
import { goTo } from '../../platform/navigation/navigation.ts';
import { session } from '../../platform/session/session.ts';
import { useWayIn } from '../../platform/navigation/use-address.ts';
import { themes, themeSetting } from '../../platform/settings/theme.ts';
import { sectionMessages } from '../navigation/sections.ts';
import { shellMessages } from '../navigation/messages.ts';
import styles from '../../platform/frame/Navigation.module.css';

/** The signed-in user with the account menu; for a visitor the link to sign in. */
export function AccountMenu({ width }: { width: 'rail' | 'wide' }) {
  const { formatMessage } = useIntl();
  const { viewer } = session();
  const label = viewer?.name ?? formatMessage(shellMessages.theme);
  return (
    <>
      {!viewer && <SignInItem width={width} />}
      <Menu
        label={formatMessage(shellMessages.account)}
        placement={{ side: 'above', align: 'start', gap: 6 }}
        trigger={(trigger) => (
          <button
            {...trigger}
            type="button"
            className={width === 'rail' ? styles.item : styles.person}
            aria-label={label}
            data-tooltip={width === 'rail' ? label : undefined}
          >
            {viewer ? <Avatar name={viewer.name} imageUrl={viewer.avatarUrl} /> : <Icon of={SunMoon} />}
            {width === 'wide' && <span className={text.cut}>{label}</span>}
          </button>
        )}
      >
        <AccountItems />
      </Menu>
    </>
  );
}

function SignInItem({ width }: { width: 'rail' | 'wide' }) {
  const { formatMessage } = useIntl();
  const title = formatMessage(sectionMessages.signIn);
  const search = useWayIn();
  return (
    <Link
      className={styles.item}
      to={{ page: 'signIn' }}
      search={search}
      {...(width === 'rail' ? { 'aria-label': title, 'data-tooltip': title } : {})}
    >
      <Icon of={LogIn} />
      {width === 'wide' && title}
    </Link>
  );
}

/** Profile, theme and signing out, as items of a menu. */
export function AccountItems() {
  const { formatMessage } = useIntl();
  const { viewer } = session();
  const [theme, setTheme] = useLocalSetting(themeSetting);
  const messages = {
    system: shellMessages.themeSystem,
    light: shellMessages.themeLight,
    dark: shellMessages.themeDark,
  };
  return (
    <>
      {viewer && (
        <>
          <MenuTitle>@{viewer.username}</MenuTitle>
          <MenuItem icon={User} href={printAddress({ page: 'profile' })} onSelect={() => goTo({ page: 'profile' })}>
            {formatMessage(sectionMessages.profile)}
          </MenuItem>
          {viewer.isAdmin && (
            <MenuItem icon={Wrench} href={printAddress({ page: 'admin' })} onSelect={() => goTo({ page: 'admin' })}>
              {formatMessage(shellMessages.administration)}
            </MenuItem>
          )}
          {viewer.isAdmin && (
            <MenuItem
              icon={Flag}
              href={printAddress({ page: 'abuseReports' })}
              onSelect={() => goTo({ page: 'abuseReports' })}
            >
              {formatMessage(shellMessages.abuseReports)}
            </MenuItem>
          )}
          <MenuLine />
        </>
      )}
      <MenuTitle>{formatMessage(shellMessages.theme)}</MenuTitle>
      {themes.map((name) => (
        <MenuChoice key={name} checked={name === theme} onSelect={() => setTheme(name)}>
          {formatMessage(messages[name])}
        </MenuChoice>
      ))}
      {viewer && (
        <>
          <MenuLine />
          <MenuItem icon={LogOut} onSelect={() => void signOut(formatMessage(shellMessages.signOutFailed))}>
            {formatMessage(shellMessages.signOut)}
          </MenuItem>
        </>
      )}
    </>
  );
}

async function signOut(failed: string): Promise<void> {
  try {
    await sendJson(endpoint('signOut'), { method: 'POST' });
  } catch {
    toast({ text: failed });
    return;
  }
  // A full page load, so that no data of this user stays in memory.
  window.location.assign('/users/sign_in');
}
