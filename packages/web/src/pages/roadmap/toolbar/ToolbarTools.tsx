import { SlidersHorizontal } from 'lucide-react';
import { memo } from 'react';
import { useIntl } from 'react-intl';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { Button } from '../../../ui/button/Button.tsx';
import type { Shortcut } from '../../../platform/shortcuts/registry.ts';
import { useShortcuts } from '../../../platform/shortcuts/use-shortcuts.ts';
import { isBehindLink } from '../data/request.ts';
import { groupMessages } from '../lanes/group-messages.ts';
import { appearanceMessages } from '../messages/appearance.ts';
import { drawerMessages } from '../messages/drawer.ts';
import { messages } from '../messages/page.ts';
import { toolMessages } from './messages.ts';
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
  /** False on the roadmap of one epic, which has no filters. */
  canFilter: boolean;
  isSettingsOpen: boolean;
  onSettings: () => void;
}

/** The tools as actions of the palette. Where a tool has no button, its choice is in the settings. */
function useToolActions({ change, onSettings }: ToolbarProps): void {
  const { formatMessage } = useIntl();
  const open = (tool: string) => (): void => {
    const button = document.querySelector<HTMLElement>(`[data-tool="${tool}"]`);
    if (button?.checkVisibility()) button.click();
    else onSettings();
  };
  const levels = [
    { levels: '1', title: formatMessage(drawerMessages.level, { level: 1 }) },
    { levels: '2', title: formatMessage(drawerMessages.level, { level: 2 }) },
    { levels: 'ALL', title: formatMessage(drawerMessages.allLevels) },
  ] as const;
  const action = (title: string, perform: () => void): Shortcut => ({ keys: '', title, perform });
  useShortcuts([
    ...(isBehindLink() ? [] : [action(formatMessage(groupMessages.groupBy), open('group-by'))]),
    action(formatMessage(appearanceMessages.colorBy), open('color-by')),
    ...levels.map(({ levels: chosen, title }) =>
      action(`${formatMessage(drawerMessages.expand)}: ${title}`, () => change((now) => ({ ...now, levels: chosen }))),
    ),
    ...(['COMFORTABLE', 'COMPACT'] as const).map((density) =>
      action(
        `${formatMessage(appearanceMessages.density)}: ${formatMessage(
          density === 'COMPACT' ? appearanceMessages.compact : appearanceMessages.comfortable,
        )}`,
        () => change((now) => ({ ...now, density })),
      ),
    ),
    action(formatMessage(toolMessages.export), open('export')),
    action(formatMessage(messages.settingsTitle), onSettings),
  ]);
}

/** What stands right of the filter bar: lanes and order, colors, zoom, views, export and settings. */
export const ToolbarTools = memo(function ToolbarTools(props: ToolbarProps) {
  const { fullPath, name, settings, change, zoom, isSettingsOpen, onSettings } = props;
  const { formatMessage } = useIntl();
  useToolActions(props);
  return (
    <>
      {!isBehindLink() && <GroupByMenu fullPath={fullPath} settings={settings} change={change} />}
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
