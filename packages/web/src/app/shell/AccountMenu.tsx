import { LogIn, SunMoon } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useIntl } from 'react-intl';
import { Avatar } from '../../ui/text/Avatar.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { Menu } from '../../ui/overlay/Menu.tsx';
import { Loading } from '../../ui/progress/Spinner.tsx';
import { text } from '../../ui/text/text.tsx';
import { Link } from '../../platform/navigation/Link.tsx';
import { session } from '../../platform/session/session.ts';
import { useWayIn } from '../../platform/navigation/use-address.ts';
import { sectionMessages } from '../navigation/sections.ts';
import { shellMessages } from '../navigation/messages.ts';
import styles from '../../platform/frame/Navigation.module.css';
import { loadingLabel } from '../../ui/text/messages.ts';

const Items = lazy(async () => ({ default: (await import('./AccountItems.tsx')).AccountItems }));

/** Profile, theme and signing out, as items of a menu. Their code is fetched when the menu opens. */
export function AccountItems() {
  const { formatMessage } = useIntl();
  return (
    <Suspense fallback={<Loading label={formatMessage(loadingLabel)} />}>
      <Items />
    </Suspense>
  );
}

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
