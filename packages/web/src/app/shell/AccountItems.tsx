import { Flag, LogOut, User, Wrench } from 'lucide-react';
import { useIntl } from 'react-intl';
import { endpoint } from '../../platform/api/endpoints.ts';
import { sendJson } from '../../platform/api/http.ts';
import { printAddress } from '../../platform/navigation/addresses.ts';
import { goTo } from '../../platform/navigation/navigation.ts';
import { session } from '../../platform/session/session.ts';
import { themes, themeSetting } from '../../platform/settings/theme.ts';
import { useLocalSetting } from '../../ui/use-local-setting.ts';
import { MenuChoice, MenuItem, MenuLine, MenuTitle } from '../../ui/overlay/Menu.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { sectionMessages } from '../navigation/sections.ts';
import { shellMessages } from '../navigation/messages.ts';

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
