import { Plus, Search } from 'lucide-react';
import { type MessageDescriptor, useIntl } from 'react-intl';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { text } from '../../ui/text.tsx';
import { type Address, printAddress } from '../addresses.ts';
import { Link } from '../Link.tsx';
import { goTo, hrefOf } from '../navigation.ts';
import type { SearchChange } from '../search.ts';
import { session } from '../session.ts';
import { type Crumb, crumbsOf } from './crumbs.ts';
import { Logo } from './Logo.tsx';
import type { Place } from './place.ts';
import { sectionWords } from './sections.ts';
import { shellWords } from './words.ts';
import styles from './Shell.module.css';

/** Where one is at the left; searching and creating at the right. */
export function Topbar({
  address,
  place,
  onSearch,
}: {
  address: Address | null;
  place: Place | null;
  onSearch(): void;
}) {
  const { formatMessage } = useIntl();
  const sayCrumb = ({ text: words }: Crumb): string => (typeof words === 'string' ? words : formatMessage(words));
  const crumbs = crumbsOf(address, place);
  const current = crumbs.at(-1);
  return (
    <header className={styles.topbar}>
      <Logo className={text.onlyNarrow} />
      {current && (
        <Breadcrumbs
          label={formatMessage(shellWords.breadcrumb)}
          above={crumbs.slice(0, -1).map((crumb) => ({
            key: printAddress(crumb.to),
            link: <Link to={crumb.to}>{sayCrumb(crumb)}</Link>,
          }))}
          current={sayCrumb(current)}
        />
      )}
      <div className={styles.topbarEnd}>
        <IconButton icon={Search} label={formatMessage(shellWords.search)} onClick={onSearch} />
        {session().viewer && <CreateMenu place={place} />}
      </div>
    </header>
  );
}

function CreateMenu({ place }: { place: Place | null }) {
  const { formatMessage } = useIntl();
  const label = formatMessage(shellWords.create);
  return (
    <Menu
      label={label}
      placement={{ align: 'end' }}
      trigger={(trigger) => <IconButton {...trigger} icon={Plus} label={label} />}
    >
      {place?.kind === 'group' && (
        <CreateItem to={{ page: 'newEpic', fullPath: place.fullPath }} words={sectionWords.newEpic} />
      )}
      {place?.kind === 'project' && (
        <CreateItem to={{ page: 'newIssue', fullPath: place.fullPath }} words={sectionWords.newIssue} />
      )}
      {place?.kind === 'group' && (
        <CreateItem to={{ page: 'newProject' }} search={{ parent: place.fullPath }} words={sectionWords.newProject} />
      )}
      <CreateItem to={{ page: 'newGroup' }} words={sectionWords.newGroup} />
    </Menu>
  );
}

function CreateItem({ to, search, words }: { to: Address; search?: SearchChange; words: MessageDescriptor }) {
  const { formatMessage } = useIntl();
  return (
    <MenuItem href={hrefOf(to, search)} onSelect={() => goTo(to, search ? { search } : {})}>
      {formatMessage(words)}
    </MenuItem>
  );
}
