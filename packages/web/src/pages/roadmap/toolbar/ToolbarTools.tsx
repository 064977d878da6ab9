import { SlidersHorizontal } from 'lucide-react';
import { memo } from 'react';
import { useIntl } from 'react-intl';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { Button } from '../../../ui/button/Button.tsx';
import { messages } from '../messages/page.ts';
import type { ChangeSettings } from '../settings/use-settings.ts';
import type { Zoom } from '../view/use-zoom.ts';
import { ColorByMenu } from '../colors/ColorByMenu.tsx';
import { GroupByMenu } from '../lanes/GroupByMenu.tsx';
import { ToolMenus } from './ToolMenus.tsx';
import styles from './toolbar.module.css';
import { ZoomControl } from './ZoomControl.tsx';

export interface ToolbarProps {
  /** The group's. */
  fullPath: string;
  /** Of the group or epic of the roadmap; undefined while loading. */
  name: string | null | undefined;
  settings: RoadmapSettings;
  /** False for the first render, which only reserves the space of the tools. */
  isWhole: boolean;
  change: ChangeSettings;
  zoom: Zoom;
  /** False on the roadmap of one epic, which has no filters or sorting. */
  canFilter: boolean;
  isSettingsOpen: boolean;
  onSettings: () => void;
}

/** What stands right of the filter bar: lanes and order, colors, zoom, views, export and settings. */
export const ToolbarTools = memo(function ToolbarTools(props: ToolbarProps) {
  const { fullPath, name, settings, change, canFilter, zoom, isSettingsOpen, onSettings } = props;
  const { formatMessage } = useIntl();
  return (
    <>
      {canFilter && <GroupByMenu fullPath={fullPath} settings={settings} change={change} />}
      <ColorByMenu fullPath={fullPath} settings={settings} change={change} />
      <ZoomControl value={settings.presetType} onChange={zoom.choose} />
      <ToolMenus fullPath={fullPath} name={name} settings={settings} change={change} />
      <Button
        className={styles.settings}
        icon={SlidersHorizontal}
        aria-haspopup="dialog"
        aria-expanded={isSettingsOpen}
        aria-label={formatMessage(messages.settings)}
        data-tooltip={formatMessage(messages.settings)}
        onClick={onSettings}
        data-settings
      />
    </>
  );
});
