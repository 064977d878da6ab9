import { Plus, Search } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useIntl } from 'react-intl';
import { Breadcrumbs } from '../../ui/page/Breadcrumbs.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Menu } from '../../ui/overlay/Menu.tsx';
import { Loading } from '../../ui/progress/Spinner.tsx';
import { text } from '../../ui/text/text.tsx';
import { type Address, printAddress } from '../../platform/navigation/addresses.ts';
import { Link } from '../../platform/navigation/Link.tsx';
import { session } from '../../platform/session/session.ts';
import { CreateItem } from './CreateItem.tsx';
import { type Crumb, crumbsOf } from './crumbs.ts';
import { Logo } from '../../platform/frame/Logo.tsx';
import type { NamespaceSummary } from '../../modules/namespaces/summary.ts';
import { sectionMessages } from '../navigation/sections.ts';
import { shellMessages } from '../navigation/messages.ts';
import styles from '../../platform/frame/Shell.module.css';
import { loadingLabel } from '../../ui/text/messages.ts';

/** Permissions in a namespace are requested when the menu opens. */
const CreateItems = lazy(async () => ({ default: (await import('./CreateItems.tsx')).CreateItems }));

/** Few pages need it. */
const StateBadge = lazy(async () => ({
  default: (await import('../../modules/namespaces/VisibilityBadge.tsx')).StateBadge,
}));

/** Breadcrumbs at the left; search and create at the right. */
export function Topbar({
  address,
  namespace,
  onSearch,
}: {
  address: Address | null;
  namespace: NamespaceSummary | null;
  onSearch(): void;
}) {
  const { formatMessage } = useIntl();
  const crumbText = ({ text: title }: Crumb): string => (typeof title === 'string' ? title : formatMessage(title));
  const crumbs = crumbsOf(address, namespace);
  const current = crumbs.at(-1);
  return (
    <header className={styles.topbar}>
      <Logo className={text.onlyNarrow} />
      {current && (
        <Breadcrumbs
          label={formatMessage(shellMessages.breadcrumb)}
          isPending={namespace?.isNamed === false}
          above={crumbs.slice(0, -1).map((crumb) => ({
            key: printAddress(crumb.to),
            link: <Link to={crumb.to}>{crumbText(crumb)}</Link>,
          }))}
          current={crumbText(current)}
        />
      )}
      {namespace?.state && (
        <Suspense>
          <StateBadge state={namespace.state} />
        </Suspense>
      )}
      <div className={styles.topbarEnd}>
        <IconButton icon={Search} label={formatMessage(shellMessages.search)} onClick={onSearch} />
        {session().viewer && <CreateMenu namespace={namespace} />}
      </div>
    </header>
  );
}

function CreateMenu({ namespace }: { namespace: NamespaceSummary | null }) {
  const { formatMessage } = useIntl();
  const label = formatMessage(shellMessages.create);
  const anywhere = <CreateItem to={{ page: 'newGroup' }} message={sectionMessages.newGroup} />;
  return (
    <Menu
      label={label}
      placement={{ align: 'end' }}
      trigger={(trigger) => <IconButton {...trigger} icon={Plus} label={label} />}
    >
      {namespace ? (
        <Suspense fallback={<Loading label={formatMessage(loadingLabel)} />}>
          <CreateItems namespace={namespace}>{anywhere}</CreateItems>
        </Suspense>
      ) : (
        anywhere
      )}
    </Menu>
  );
}
