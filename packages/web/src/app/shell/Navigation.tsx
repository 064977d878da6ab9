import { todoCountText } from '@milepost/core/notifications/todos';
import {
  Folder,
  FolderKanban,
  ListTodo,
  PanelLeftClose,
  PanelLeftOpen,
  Search,
  Upload,
  UserRoundCheck,
  Users,
} from 'lucide-react';
import { useIntl } from 'react-intl';
import { Avatar } from '../../ui/text/Avatar.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Key, text } from '../../ui/text/text.tsx';
import type { Address } from '../../platform/navigation/addresses.ts';
import { Link } from '../../platform/navigation/Link.tsx';
import { useLocalSetting } from '../../platform/settings/use-local-setting.ts';
import { session } from '../../platform/session/session.ts';
import { searchKey } from '../../platform/shortcuts/search-key.ts';
import { Logo } from '../../platform/frame/Logo.tsx';
import type { NavigationWidth } from '../../platform/navigation/navigation-setting.ts';
import { homeOf, type NamespaceSummary, recentNamespaces } from '../../modules/namespaces/summary.ts';
import { isIn, type Section, sectionsFor, sectionMessages } from '../navigation/sections.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { useWaitingTodos } from '../../modules/todos/waiting-todos.ts';
import { useOpenEpics } from './open-epics.ts';
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
        <GroupsItem address={address} />
        <TodosItem address={address} />
        <YourWorkItem address={address} />
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
        <ImportsItem address={address} />
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
      <GroupsItem address={address} isIconAlone />
      <TodosItem address={address} isIconAlone />
      <YourWorkItem address={address} isIconAlone />
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
        <ImportsItem address={address} isIconAlone />
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

interface PlainItemProps {
  address: Address | null;
  isIconAlone?: boolean;
}

function GroupsItem({ address, isIconAlone = false }: PlainItemProps) {
  const { formatMessage } = useIntl();
  return (
    <PlainItem
      to={{ page: 'home' }}
      icon={Users}
      title={formatMessage(sectionMessages.groups)}
      isCurrent={address?.page === 'home'}
      isIconAlone={isIconAlone}
    />
  );
}

function ImportsItem({ address, isIconAlone = false }: PlainItemProps) {
  const { formatMessage } = useIntl();
  if (!session().viewer?.isAdmin) return null;
  return (
    <PlainItem
      to={{ page: 'imports' }}
      icon={Upload}
      title={formatMessage(sectionMessages.imports)}
      isCurrent={address?.page === 'imports'}
      isIconAlone={isIconAlone}
    />
  );
}

/** Issues and epics of the viewer, in all groups. */
function YourWorkItem({ address, isIconAlone = false }: PlainItemProps) {
  const { formatMessage } = useIntl();
  if (!session().viewer) return null;
  return (
    <PlainItem
      to={{ page: 'yourWork' }}
      icon={UserRoundCheck}
      title={formatMessage(sectionMessages.yourWork)}
      isCurrent={address?.page === 'yourWork'}
      isIconAlone={isIconAlone}
    />
  );
}

/** The to-do items of the viewer and their number. */
function TodosItem({ address, isIconAlone = false }: PlainItemProps) {
  const { formatMessage } = useIntl();
  const count = useWaitingTodos() ?? 0;
  if (!session().viewer) return null;
  return (
    <PlainItem
      to={{ page: 'todos' }}
      icon={ListTodo}
      title={formatMessage(sectionMessages.todos)}
      isCurrent={address?.page === 'todos'}
      isIconAlone={isIconAlone}
      count={count > 0 ? todoCountText(count) : null}
    />
  );
}

function PlainItem({
  to,
  icon,
  title,
  isCurrent,
  isIconAlone,
  count = null,
}: {
  to: Address;
  icon: typeof Users;
  title: string;
  isCurrent: boolean;
  isIconAlone: boolean;
  count?: string | null;
}) {
  return (
    <Link
      className={styles.item}
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      {...(isIconAlone ? { 'aria-label': title, 'data-tooltip': title } : {})}
    >
      <Icon of={icon} />
      {!isIconAlone && title} {!isIconAlone && count !== null && <span className={styles.count}>{count}</span>}
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
