import { Folder, FolderKanban, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { useIntl } from 'react-intl';
import { Avatar } from '../../ui/text/Avatar.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Key, text } from '../../ui/text/text.tsx';
import type { Address } from '../../platform/navigation/addresses.ts';
import { Link } from '../../platform/navigation/Link.tsx';
import { useLocalSetting } from '../../ui/use-local-setting.ts';
import { searchKey } from '../../platform/shortcuts/search-key.ts';
import { Logo } from '../../platform/frame/Logo.tsx';
import type { NavigationWidth } from '../../platform/navigation/navigation-setting.ts';
import { homeOf, type NamespaceSummary, recentNamespaces } from '../../modules/namespaces/summary.ts';
import { isIn, type Section, sectionsFor } from '../navigation/sections.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { useOpenEpics } from './open-epics.ts';
import { PlainItems } from './PlainItems.tsx';
import { shellMessages } from '../navigation/messages.ts';
import styles from '../../platform/frame/Navigation.module.css';

export interface NavigationProps {
  address: Address | null;
  namespace: NamespaceSummary | null;
  width: NavigationWidth;
  onWidth(width: NavigationWidth): void;
  onSearch(): void;
}

/** The navigation at the left: full, or a rail of icons. A small screen has TabBar instead. */
export function Navigation(props: NavigationProps) {
  const { formatMessage } = useIntl();
  return (
    <nav className={styles.nav} data-width={props.width} aria-label={formatMessage(shellMessages.navigation)}>
      {props.width === 'wide' ? <WideNavigation {...props} /> : <Rail {...props} />}
    </nav>
  );
}

function WideNavigation({ address, namespace, onWidth, onSearch }: NavigationProps) {
  const { formatMessage, formatNumber } = useIntl();
  const openEpics = useOpenEpics(namespace);
  return (
    <>
      <div className={styles.head}>
        <Logo withName />
        <IconButton
          icon={PanelLeftClose}
          label={formatMessage(shellMessages.collapse)}
          onClick={() => onWidth('rail')}
        />
      </div>
      <Button className={styles.search} icon={Search} onClick={onSearch}>
        {formatMessage(shellMessages.searchOrJump)}
        <Key>{searchKey}</Key>
      </Button>
      <div className={styles.group}>
        <PlainItems address={address} />
      </div>
      {namespace && (
        <>
          <p className={styles.title} data-pending={!namespace.isNamed || undefined}>
            <Avatar name={namespace.name} imageUrl={namespace.avatarUrl} size={16} shape="square" ink />
            <span className={text.cut}>{namespace.name}</span>
          </p>
          <div className={styles.group}>
            {sectionsFor(namespace).map((section) => (
              <SectionItem
                key={section.page}
                section={section}
                address={address}
                fullPath={namespace.fullPath}
                count={section.page === 'epics' && openEpics !== null ? formatNumber(openEpics) : null}
              />
            ))}
          </div>
        </>
      )}
      <RecentNamespaces namespace={namespace} />
      <div className={styles.foot}>
        <PlainItems address={address} isFoot />
        <div className={styles.line} />
        <AccountMenu width="wide" />
      </div>
    </>
  );
}

function Rail({ address, namespace, onWidth, onSearch }: NavigationProps) {
  const { formatMessage } = useIntl();
  return (
    <>
      <div className={styles.head}>
        <Logo />
      </div>
      <button
        type="button"
        className={styles.item}
        aria-label={formatMessage(shellMessages.search)}
        data-tooltip={formatMessage(shellMessages.search)}
        onClick={onSearch}
      >
        <Icon of={Search} />
      </button>
      <PlainItems address={address} isIconAlone />
      {namespace && (
        <>
          <span className={styles.rule} />
          <Link
            className={styles.item}
            to={homeOf(namespace)}
            aria-label={namespace.name}
            data-tooltip={namespace.name}
            data-pending={!namespace.isNamed || undefined}
          >
            <Avatar name={namespace.name} imageUrl={namespace.avatarUrl} size={20} shape="square" ink />
          </Link>
          {sectionsFor(namespace).map((section) => (
            <SectionItem
              key={section.page}
              section={section}
              address={address}
              fullPath={namespace.fullPath}
              isIconAlone
            />
          ))}
        </>
      )}
      <div className={styles.foot}>
        <PlainItems address={address} isIconAlone isFoot />
        <button
          type="button"
          className={styles.item}
          aria-label={formatMessage(shellMessages.expand)}
          data-tooltip={formatMessage(shellMessages.expand)}
          onClick={() => onWidth('wide')}
        >
          <Icon of={PanelLeftOpen} />
        </button>
        <AccountMenu width="rail" />
      </div>
    </>
  );
}

interface SectionItemProps {
  section: Section;
  address: Address | null;
  fullPath: string;
  count?: string | null;
  isIconAlone?: boolean;
}

function SectionItem({ section, address, fullPath, count = null, isIconAlone = false }: SectionItemProps) {
  const { formatMessage } = useIntl();
  const title = formatMessage(section.title);
  return (
    <Link
      className={styles.item}
      to={{ page: section.page, fullPath }}
      search={section.search}
      aria-current={isIn(section, address) ? 'page' : undefined}
      {...(isIconAlone ? { 'aria-label': title, 'data-tooltip': title } : {})}
    >
      <Icon of={section.icon} />
      {!isIconAlone && title} {count !== null && <span className={styles.count}>{count}</span>}
    </Link>
  );
}

function RecentNamespaces({ namespace }: { namespace: NamespaceSummary | null }) {
  const { formatMessage } = useIntl();
  const [recent] = useLocalSetting(recentNamespaces);
  const others = recent.filter((other) => other.fullPath !== namespace?.fullPath).slice(0, 5);
  if (others.length === 0) return null;
  return (
    <>
      <p className={styles.title}>{formatMessage(shellMessages.recent)}</p>
      <div className={styles.group}>
        {others.map((recent) => (
          <Link key={recent.fullPath} className={styles.item} to={homeOf(recent)} data-tooltip={recent.fullPath}>
            <Icon of={recent.kind === 'group' ? Folder : FolderKanban} />
            <span className={text.cut}>{recent.name}</span>
          </Link>
        ))}
      </div>
    </>
  );
}
