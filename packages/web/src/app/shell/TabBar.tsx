import { type LucideIcon, Menu as MenuIcon, Search } from 'lucide-react';
import { useIntl } from 'react-intl';
import { Icon } from '../../ui/button/Icon.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/overlay/Menu.tsx';
import { type Address, printAddress } from '../../platform/navigation/addresses.ts';
import { Link } from '../../platform/navigation/Link.tsx';
import { goTo, hrefOf } from '../../platform/navigation/navigation.ts';
import { session } from '../../platform/session/session.ts';
import { useWayIn } from '../../platform/navigation/use-address.ts';
import { AccountItems } from './AccountMenu.tsx';
import type { NamespaceSummary } from '../../modules/namespaces/summary.ts';
import { plainPages } from '../navigation/plain-pages.ts';
import { isIn, type Section, sectionsFor, sectionMessages } from '../navigation/sections.ts';
import { shellMessages } from '../navigation/messages.ts';
import styles from '../../platform/frame/Shell.module.css';

const shown = 3;
const shownPlain = 2;

/** The navigation of a small screen, at the bottom: the first sections, and a menu with the rest. */
export function TabBar({
  address,
  namespace,
  onSearch,
}: {
  address: Address | null;
  namespace: NamespaceSummary | null;
  onSearch(): void;
}) {
  const { formatMessage } = useIntl();
  const sections = sectionsFor(namespace);
  return (
    <nav className={styles.tabbar} aria-label={formatMessage(shellMessages.navigation)}>
      {!namespace &&
        plainPages()
          .slice(0, shownPlain)
          .map(({ page, title, icon }) => (
            <Link
              key={page}
              className={styles.tab}
              to={{ page }}
              aria-current={address?.page === page ? 'page' : undefined}
            >
              <Icon of={icon} size={20} />
              {formatMessage(title)}
            </Link>
          ))}
      {namespace &&
        sections.slice(0, shown).map((section) => (
          <Link
            key={section.page}
            className={styles.tab}
            to={{ page: section.page, fullPath: namespace.fullPath }}
            aria-current={isIn(section, address) ? 'page' : undefined}
          >
            <Icon of={section.icon} size={20} />
            {formatMessage(section.title)}
          </Link>
        ))}
      <button type="button" className={styles.tab} onClick={onSearch}>
        <Icon of={Search} size={20} />
        {formatMessage(shellMessages.search)}
      </button>
      <Menu
        label={formatMessage(shellMessages.menu)}
        placement={{ side: 'above', align: 'end' }}
        trigger={(trigger) => (
          <button {...trigger} type="button" className={styles.tab}>
            <Icon of={MenuIcon} size={20} />
            {formatMessage(shellMessages.menu)}
          </button>
        )}
      >
        {namespace && <SectionItems sections={sections.slice(shown)} fullPath={namespace.fullPath} />}
        {plainPages().map(({ page, title, icon }) => (
          <PageItem key={page} to={{ page }} icon={icon} title={formatMessage(title)} />
        ))}
        {!session().viewer && <SignInItem />}
        <MenuLine />
        <AccountItems />
      </Menu>
    </nav>
  );
}

function SectionItems({ sections, fullPath }: { sections: readonly Section[]; fullPath: string }) {
  const { formatMessage } = useIntl();
  return (
    <>
      {sections.map((section) => (
        <PageItem
          key={section.page}
          to={{ page: section.page, fullPath }}
          icon={section.icon}
          title={formatMessage(section.title)}
        />
      ))}
      <MenuLine />
    </>
  );
}

/** Read when the menu opens, because sign-in redirects to the current address. */
function SignInItem() {
  const { formatMessage } = useIntl();
  const search = useWayIn();
  const to = { page: 'signIn' } as const;
  return (
    <MenuItem href={hrefOf(to, search)} onSelect={() => goTo(to, { search })}>
      {formatMessage(sectionMessages.signIn)}
    </MenuItem>
  );
}

function PageItem({ to, icon, title }: { to: Address; icon?: LucideIcon; title: string }) {
  return (
    <MenuItem {...(icon ? { icon } : {})} href={printAddress(to)} onSelect={() => goTo(to)}>
      {title}
    </MenuItem>
  );
}
