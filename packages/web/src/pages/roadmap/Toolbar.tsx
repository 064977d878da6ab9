import { ArrowDownWideNarrow, ArrowUpNarrowWide, ChevronDown, SlidersHorizontal } from 'lucide-react';
import { memo } from 'react';
import { useIntl } from 'react-intl';
import { readFilters } from '@milepost/core/roadmap/filters';
import type { RoadmapSettings, RoadmapSort } from '@milepost/core/roadmap/settings';
import { withFilters } from '@milepost/core/roadmap/settings';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuChoice, MenuTitle } from '../../ui/Menu.tsx';
import { text } from '../../ui/text.tsx';
import { FilterBar } from './FilterBar.tsx';
import { messages } from './messages.ts';
import styles from './toolbar.module.css';
import type { ChangeSettings } from './use-settings.ts';

export interface ToolbarProps {
  settings: RoadmapSettings;
  change: ChangeSettings;
  /** False on the roadmap of one epic: there is nothing to filter or sort by then. */
  canFilter: boolean;
  isSettingsOpen: boolean;
  onSettings: () => void;
}

const sortKeys = ['START_DATE', 'END_DATE', 'TITLE', 'CREATED_AT', 'UPDATED_AT'] as const;
const sortWords = {
  START_DATE: messages.sortStartDate,
  END_DATE: messages.sortDueDate,
  TITLE: messages.sortTitle,
  CREATED_AT: messages.sortCreated,
  UPDATED_AT: messages.sortUpdated,
};

/** Filters at the left; sort and settings at the right. */
export const Toolbar = memo(function Toolbar({
  settings,
  change,
  canFilter,
  isSettingsOpen,
  onSettings,
}: ToolbarProps) {
  const { formatMessage } = useIntl();
  return (
    <div className={styles.toolbar}>
      {canFilter && (
        <FilterBar
          filters={readFilters(settings.filterParams)}
          onChange={(next) => change((now) => withFilters(now, next(readFilters(now.filterParams))))}
        />
      )}
      {canFilter && (
        <SortControl sort={settings.sortedBy} onChange={(sortedBy) => change((now) => ({ ...now, sortedBy }))} />
      )}
      <Button
        className={styles.settings}
        icon={SlidersHorizontal}
        aria-haspopup="dialog"
        aria-expanded={isSettingsOpen}
        aria-label={formatMessage(messages.settings)}
        onClick={onSettings}
        data-settings
      >
        <span className={text.onlyWide}>{formatMessage(messages.settings)}</span>
      </Button>
    </div>
  );
});

function SortControl({ sort, onChange }: { sort: RoadmapSort; onChange: (sort: RoadmapSort) => void }) {
  const { formatMessage } = useIntl();
  const isDescending = sort.endsWith('_DESC');
  const key = sortKeys.find((candidate) => sort.startsWith(candidate)) ?? sortKeys[0];
  const direction = isDescending ? 'DESC' : 'ASC';
  return (
    <div className={`${styles.sort} ${text.onlyWide}`}>
      <Menu
        label={formatMessage(messages.sortBy)}
        placement={{ align: 'end' }}
        trigger={(trigger) => (
          <Button
            {...trigger}
            iconAfter={ChevronDown}
            aria-label={`${formatMessage(messages.sortBy)}: ${formatMessage(sortWords[key])}`}
          >
            {formatMessage(sortWords[key])}
          </Button>
        )}
      >
        <MenuTitle>{formatMessage(messages.sortBy)}</MenuTitle>
        {sortKeys.map((candidate) => (
          <MenuChoice
            key={candidate}
            checked={candidate === key}
            onSelect={() => onChange(`${candidate}_${direction}`)}
          >
            {formatMessage(sortWords[candidate])}
          </MenuChoice>
        ))}
      </Menu>
      <IconButton
        kind="secondary"
        icon={isDescending ? ArrowDownWideNarrow : ArrowUpNarrowWide}
        label={formatMessage(isDescending ? messages.descending : messages.ascending)}
        onClick={() => onChange(`${key}_${isDescending ? 'ASC' : 'DESC'}`)}
      />
    </div>
  );
}
