import { SlidersHorizontal } from 'lucide-react';
import { memo } from 'react';
import { type IntlShape, type MessageDescriptor, useIntl } from 'react-intl';
import type { SortOption } from '@milepost/core/filter-bar/sort';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { parseSort } from '@milepost/core/roadmap/settings';
import { SortControl } from '../../../filter-bar/SortControl.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { text } from '../../../ui/text/text.tsx';
import { messages } from '../messages/page.ts';
import { RoadmapFilterBar } from './RoadmapFilterBar.tsx';
import styles from './toolbar.module.css';
import { ToolMenus } from './ToolMenus.tsx';
import type { ChangeSettings } from '../settings/use-settings.ts';

export interface ToolbarProps {
  /** The group's. */
  fullPath: string;
  /** Of the group or epic of the roadmap; undefined while loading. */
  name: string | null | undefined;
  settings: RoadmapSettings;
  /** False for the first render, which only reserves the space of the tools. */
  isWhole: boolean;
  change: ChangeSettings;
  /** False on the roadmap of one epic, which has no filters or sorting. */
  canFilter: boolean;
  isSettingsOpen: boolean;
  onSettings: () => void;
}

/** The sort options of a roadmap. */
function sortOptions({ formatMessage }: IntlShape): [SortOption, ...SortOption[]] {
  const option = (key: string, title: MessageDescriptor): SortOption => ({
    id: key,
    title: formatMessage(title),
    sortDirection: { ascending: `${key}_ASC`, descending: `${key}_DESC` },
  });
  return [
    option('START_DATE', messages.sortStartDate),
    option('END_DATE', messages.sortDueDate),
    option('TITLE', messages.sortTitle),
    option('CREATED_AT', messages.sortCreated),
    option('UPDATED_AT', messages.sortUpdated),
  ];
}

/** Filters on the left; sorting and settings on the right. */
export const Toolbar = memo(function Toolbar({
  fullPath,
  name,
  settings,
  isWhole,
  change,
  canFilter,
  isSettingsOpen,
  onSettings,
}: ToolbarProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  if (!isWhole) return <div className={styles.toolbar} />;
  return (
    <div className={styles.toolbar}>
      {canFilter && <RoadmapFilterBar fullPath={fullPath} settings={settings} change={change} />}
      {canFilter && (
        <SortControl
          className={text.onlyWide}
          value={settings.sortedBy}
          options={sortOptions(intl)}
          onChange={(value) => change((now) => ({ ...now, sortedBy: parseSort(value) }))}
        />
      )}
      <ToolMenus fullPath={fullPath} name={name} settings={settings} />
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
