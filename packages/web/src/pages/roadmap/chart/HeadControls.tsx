import { ChevronDown, ChevronLeft, ChevronRight, Maximize2 } from 'lucide-react';
import { useIntl } from 'react-intl';
import { addDays, partsOf } from '@milepost/core/days';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { rangeTypes } from '@milepost/core/roadmap/ranges';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { withCustomRange, withRange } from '@milepost/core/roadmap/settings';
import { Button } from '../../../ui/button/Button.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { printMonths } from '../../../ui/field/days.ts';
import { Menu, MenuChoice, MenuItem, MenuLine } from '../../../ui/overlay/Menu.tsx';
import { chartMessages } from '../messages/chart.ts';
import { messages } from '../messages/page.ts';
import { rangeMessages } from '../messages/ranges.ts';
import { useTimeframeText } from '../messages/use-timeframe-text.ts';
import type { ChangeSettings } from '../settings/use-settings.ts';
import styles from './head.module.css';

export interface HeadControlsProps {
  count: number | undefined;
  topLevel: number | undefined;
  settings: RoadmapSettings;
  change: ChangeSettings;
  /** The visible days: the start of a custom range. */
  timeframe: Timeframe;
  canMove: boolean;
  canGoToToday: boolean;
  onScroll: (where: 'earlier' | 'later' | 'today') => void;
  onFit: () => void;
  /** A custom range was chosen: its days are entered in the settings. */
  onCustomRange: () => void;
}

/** Above the details column: the number of epics, the range, Fit, and the buttons that move the view. */
export function HeadControls(props: HeadControlsProps) {
  const { count, topLevel, onScroll } = props;
  const { formatMessage } = useIntl();
  return (
    <>
      <div className={styles.head}>
        <span className={styles.count} data-tooltip-cut>
          {count !== undefined && <EpicCount count={count} topLevel={topLevel ?? count} />}
        </span>
        <RangeMenu {...props} />
      </div>
      <IconButton
        className={styles.fit ?? ''}
        size="small"
        icon={Maximize2}
        label={formatMessage(chartMessages.fit)}
        data-tooltip={formatMessage(chartMessages.fitAll)}
        aria-keyshortcuts="0"
        onClick={props.onFit}
      />
      <IconButton
        className={`${styles.step} ${styles.shift}`}
        size="small"
        icon={ChevronLeft}
        label={formatMessage(messages.earlier)}
        disabled={!props.canMove}
        onClick={() => onScroll('earlier')}
      />
      <Button
        kind="quiet"
        size="small"
        className={styles.step}
        disabled={!props.canGoToToday}
        onClick={() => onScroll('today')}
      >
        {formatMessage(messages.today)}
      </Button>
      <IconButton
        className={`${styles.step} ${styles.shift}`}
        size="small"
        icon={ChevronRight}
        label={formatMessage(messages.later)}
        disabled={!props.canMove}
        onClick={() => onScroll('later')}
      />
    </>
  );
}

/** Whole months are named without days, for which there is no room. */
const isWholeMonths = ({ from, to }: Timeframe): boolean =>
  partsOf(from).dayOfMonth === 1 && partsOf(addDays(to, 1)).dayOfMonth === 1;

/** Names the range; an entry applies at once. */
function RangeMenu({ settings, change, timeframe, onFit, onCustomRange }: HeadControlsProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const timeframeText = useTimeframeText();
  const { customRange } = settings;
  const label = formatMessage(chartMessages.range);
  const rangeText = ({ from, to }: Timeframe) =>
    isWholeMonths({ from, to }) ? printMonths(intl, from, to) : timeframeText({ start: from, due: to });
  const value = customRange ? rangeText(customRange) : formatMessage(rangeMessages[settings.timeframeRangeType]);
  return (
    <Menu
      label={label}
      trigger={(trigger) => (
        <Button
          {...trigger}
          kind="quiet"
          size="small"
          className={styles.range}
          iconAfter={ChevronDown}
          aria-label={`${label}: ${value}`}
        >
          <span data-tooltip-cut>{value}</span>
        </Button>
      )}
    >
      <MenuItem icon={Maximize2} onSelect={onFit}>
        {formatMessage(chartMessages.fit)}
      </MenuItem>
      <MenuLine />
      {rangeTypes.map((range) => (
        <MenuChoice
          key={range}
          checked={!customRange && range === settings.timeframeRangeType}
          onSelect={() => change((now) => withRange(now, range))}
        >
          {formatMessage(rangeMessages[range])}
        </MenuChoice>
      ))}
      <MenuChoice
        checked={customRange !== null}
        onSelect={() => {
          if (!customRange) change((now) => withCustomRange(now, timeframe, now.presetType));
          onCustomRange();
        }}
      >
        {formatMessage(chartMessages.customRange)}
      </MenuChoice>
    </Menu>
  );
}

/** Shows both counts when child epics are listed below their parents. */
function EpicCount({ count, topLevel }: { count: number; topLevel: number }) {
  const { formatMessage } = useIntl();
  return topLevel < count
    ? formatMessage(messages.topLevelCount, { count, topLevel })
    : formatMessage(messages.epicCount, { count });
}
