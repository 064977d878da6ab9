import type { SortOption } from '@milepost/core/filter-bar/sort';
import { sortingOf, sortValueOf, reversed } from '@milepost/core/filter-bar/sort';
import { ArrowDownWideNarrow, ArrowUpNarrowWide, ChevronDown } from 'lucide-react';
import { useIntl } from 'react-intl';
import { Button } from '../ui/button/Button.tsx';
import { IconButton } from '../ui/button/IconButton.tsx';
import { Menu, MenuChoice, MenuTitle } from '../ui/overlay/Menu.tsx';
import { messages } from './messages.ts';
import styles from './filter-bar.module.css';

export interface SortControlProps {
  /** One of the options' values; any other falls back to the first option. */
  value: string;
  options: readonly [SortOption, ...SortOption[]];
  onChange: (value: string) => void;
  className?: string | undefined;
}

/** The sort field, and a button that reverses the direction. */
export function SortControl({ value, options, onChange, className = '' }: SortControlProps) {
  const { formatMessage } = useIntl();
  const sorting = sortingOf(value, options);
  const { option, isDescending } = sorting;
  return (
    <div className={`${styles.sort} ${className}`}>
      <Menu
        label={formatMessage(messages.sortBy)}
        placement={{ align: 'end' }}
        trigger={(trigger) => (
          <Button
            {...trigger}
            iconAfter={ChevronDown}
            aria-label={`${formatMessage(messages.sortBy)}: ${option.title}`}
          >
            {option.title}
          </Button>
        )}
      >
        <MenuTitle>{formatMessage(messages.sortBy)}</MenuTitle>
        {options.map((candidate) => (
          <MenuChoice
            key={candidate.id}
            checked={candidate === option}
            onSelect={() => onChange(sortValueOf({ option: candidate, isDescending }))}
          >
            {candidate.title}
          </MenuChoice>
        ))}
      </Menu>
      <IconButton
        kind="secondary"
        icon={isDescending ? ArrowDownWideNarrow : ArrowUpNarrowWide}
        label={formatMessage(isDescending ? messages.descending : messages.ascending)}
        onClick={() => onChange(sortValueOf(reversed(sorting)))}
      />
    </div>
  );
}
