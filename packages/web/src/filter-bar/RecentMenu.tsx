import { searchKey } from '@milepost/core/filter-bar/recent-searches';
import type { Search } from '@milepost/core/filter-bar/recent-searches';
import { groupTokens } from '@milepost/core/filter-bar/groups';
import { ChevronDown, History, Trash2 } from 'lucide-react';
import { useIntl } from 'react-intl';
import { Icon } from '../ui/button/Icon.tsx';
import { Menu, MenuItem, MenuLine, MenuTitle } from '../ui/overlay/Menu.tsx';
import type { FilterKind } from './kinds.ts';
import { messages } from './messages.ts';
import { groupName } from './Tokens.tsx';
import styles from './filter-bar.module.css';

export interface RecentMenuProps {
  searches: readonly Search[];
  kinds: readonly FilterKind[];
  onChoose: (search: Search) => void;
  onClear: () => void;
}

/** The recent searches, which can be repeated. */
export function RecentMenu({ searches, kinds, onChoose, onClear }: RecentMenuProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  return (
    <Menu
      label={formatMessage(messages.recent)}
      trigger={(trigger) => (
        <button
          {...trigger}
          type="button"
          className={styles.history}
          aria-label={formatMessage(messages.recent)}
          data-tooltip={formatMessage(messages.recent)}
        >
          <Icon of={History} />
          <Icon of={ChevronDown} size={12} />
        </button>
      )}
    >
      <MenuTitle>{formatMessage(messages.recent)}</MenuTitle>
      {searches.length === 0 && (
        <div role="menuitem" aria-disabled tabIndex={-1} className={styles.nothing}>
          {formatMessage(messages.noRecent)}
        </div>
      )}
      {searches.map((search) => (
        <MenuItem key={searchKey(search)} onSelect={() => onChoose(search)}>
          {groupTokens(search).map((group) => (
            <span key={groupName(intl, group, kinds)} className={styles.recent}>
              {groupName(intl, group, kinds)}
            </span>
          ))}
        </MenuItem>
      ))}
      {searches.length > 0 && (
        <>
          <MenuLine />
          <MenuItem icon={Trash2} onSelect={onClear}>
            {formatMessage(messages.clearRecent)}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
