import { ArrowDownWideNarrow, ArrowUpNarrowWide, ChevronDown } from 'lucide-react';
import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuChoice } from '../../ui/Menu.tsx';
import type { Sort, SortDirection } from './sort.ts';
import styles from './SortMenu.module.css';
import { defineMessages } from '../../ui/messages.ts';

const words = defineMessages({
  sort: { id: 'sort.label', defaultMessage: 'Sort by' },
  ascending: { id: 'sort.ascending', defaultMessage: 'Sorted ascending: change to descending' },
  descending: { id: 'sort.descending', defaultMessage: 'Sorted descending: change to ascending' },
});

export interface SortMenuProps<Key extends string> {
  keys: Readonly<Record<Key, MessageDescriptor>>;
  value: Sort<Key>;
  onChange(value: Sort<Key>): void;
}

/** What a list is sorted by, and in which direction. */
export function SortMenu<Key extends string>({ keys, value, onChange }: SortMenuProps<Key>) {
  const { formatMessage } = useIntl();
  const turned: SortDirection = value.direction === 'asc' ? 'desc' : 'asc';
  const turn = formatMessage(value.direction === 'asc' ? words.ascending : words.descending);
  return (
    <span className={styles.pair}>
      <Menu
        label={formatMessage(words.sort)}
        placement={{ align: 'end' }}
        trigger={(trigger) => (
          <Button {...trigger} className={styles.key}>
            <FormattedMessage {...keys[value.key]} />
            <Icon of={ChevronDown} size={14} />
          </Button>
        )}
      >
        {(Object.keys(keys) as Key[]).map((key) => (
          <MenuChoice key={key} checked={key === value.key} onSelect={() => onChange({ ...value, key })}>
            <FormattedMessage {...keys[key]} />
          </MenuChoice>
        ))}
      </Menu>
      <IconButton
        kind="secondary"
        className={styles.direction}
        icon={value.direction === 'asc' ? ArrowUpNarrowWide : ArrowDownWideNarrow}
        label={turn}
        onClick={() => onChange({ ...value, direction: turned })}
      />
    </span>
  );
}
