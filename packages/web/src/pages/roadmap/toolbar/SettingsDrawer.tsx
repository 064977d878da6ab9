import { Hash, Weight, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import { useIntl } from 'react-intl';
import type { Layout, Timeframe } from '@milepost/core/roadmap/ranges';
import { layouts, presetsOf, rangeTypes } from '@milepost/core/roadmap/ranges';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { withCustomRange, withRange } from '@milepost/core/roadmap/settings';
import { Icon } from '../../../ui/button/Icon.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { Segmented } from '../../../ui/field/Segmented.tsx';
import { Toggle } from '../../../ui/field/Toggle.tsx';
import { CustomRange } from './CustomRange.tsx';
import { AppearancePart } from './AppearancePart.tsx';
import { GroupingPart } from './GroupingPart.tsx';
import { appearanceMessages } from '../messages/appearance.ts';
import { chartMessages } from '../messages/chart.ts';
import { isBehindLink } from '../data/request.ts';
import styles from './drawer.module.css';
import { drawerMessages } from '../messages/drawer.ts';
import { layoutMessages } from '../messages/layouts.ts';
import { messages } from '../messages/page.ts';
import { rangeMessages } from '../messages/ranges.ts';
import { RadioList } from './RadioList.tsx';
import { RangeSelect } from './RangeSelect.tsx';
import { useSmallScreen } from '../../../ui/overlay/small-screen.ts';
import type { Zoom } from '../view/use-zoom.ts';
import type { ChangeSettings } from '../settings/use-settings.ts';

export interface SettingsDrawerProps {
  fullPath: string;
  settings: RoadmapSettings;
  change: ChangeSettings;
  zoom: Zoom;
  /** The visible days: the start of a custom range. */
  timeframe: Timeframe;
  /** What the fills of bars mean, which the status line has no room for on small screens. */
  legend: ReactNode;
  onClose: () => void;
}

/** The display settings. The roadmap stays live beside the drawer, and every choice applies immediately. */
export function SettingsDrawer({ fullPath, settings, change, zoom, timeframe, legend, onClose }: SettingsDrawerProps) {
  const { formatMessage } = useIntl();
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const { customRange } = settings;
  const isSmall = useSmallScreen();
  // On small screens the toolbar has no zoom.
  const hasZoom = isSmall || customRange !== null;
  const presets: readonly Layout[] = hasZoom ? layouts : presetsOf(settings.timeframeRangeType);
  return (
    <div
      className={styles.drawer}
      role="dialog"
      aria-modal="false"
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <div className={styles.head}>
        <h2 id={titleId} ref={title} tabIndex={-1}>
          {formatMessage(messages.settingsTitle)}
        </h2>
        <IconButton icon={X} label={formatMessage(messages.close)} onClick={onClose} />
      </div>
      <div className={styles.body}>
        {/* The link decides which epics are shown, the viewer how they are drawn. */}
        {!isBehindLink() && (
          <Part title={formatMessage(messages.epics)}>
            <RadioList
              label={formatMessage(messages.epics)}
              value={settings.epicsState}
              onChange={(epicsState) => change((now) => ({ ...now, epicsState }))}
              options={[
                { value: 'all', label: formatMessage(messages.showAllEpics) },
                { value: 'opened', label: formatMessage(messages.showOpenEpics) },
                { value: 'closed', label: formatMessage(messages.showClosedEpics) },
              ]}
            />
          </Part>
        )}
        <Part title={formatMessage(messages.dateRange)}>
          <RangeSelect
            label={formatMessage(messages.dateRange)}
            value={customRange ? 'CUSTOM' : settings.timeframeRangeType}
            onChange={(range) =>
              change((now) =>
                range === 'CUSTOM' ? withCustomRange(now, timeframe, now.presetType) : withRange(now, range),
              )
            }
            options={[
              ...rangeTypes.map((value) => ({ value, label: formatMessage(rangeMessages[value]) })),
              { value: 'CUSTOM', label: formatMessage(chartMessages.customRange) } as const,
            ]}
          />
          {customRange && (
            <CustomRange
              range={customRange}
              onChange={(range) => change((now) => withCustomRange(now, range, now.presetType))}
            />
          )}
          {presets.length > 1 && (
            <Segmented
              label={formatMessage(messages.layout)}
              value={settings.presetType}
              onChange={(presetType) => (hasZoom ? zoom.choose(presetType) : change((now) => ({ ...now, presetType })))}
              options={presets.map((value) => ({ value, label: formatMessage(layoutMessages[value]) }))}
            />
          )}
        </Part>
        {isSmall && !isBehindLink() && (
          <Part>
            <GroupingPart fullPath={fullPath} settings={settings} change={change} />
          </Part>
        )}
        <Part title={formatMessage(drawerMessages.expand)}>
          <Segmented
            label={formatMessage(drawerMessages.expand)}
            value={settings.levels}
            onChange={(levels) => change((now) => ({ ...now, levels }))}
            options={[
              { value: '1', label: formatMessage(drawerMessages.level, { level: 1 }) },
              { value: '2', label: formatMessage(drawerMessages.level, { level: 2 }) },
              { value: 'ALL', label: formatMessage(drawerMessages.allLevels) },
            ]}
          />
        </Part>
        <Part>
          <Toggle
            className={styles.toggle ?? ''}
            checked={settings.isShowingMilestones}
            onChange={(isShowingMilestones) => change((now) => ({ ...now, isShowingMilestones }))}
          >
            {formatMessage(messages.displayMilestones)}
          </Toggle>
          {settings.isShowingMilestones && (
            <Segmented
              label={formatMessage(drawerMessages.milestonesAs)}
              value={settings.milestonesAs}
              onChange={(milestonesAs) => change((now) => ({ ...now, milestonesAs }))}
              options={[
                { value: 'SPANS', label: formatMessage(drawerMessages.asSpans) },
                { value: 'GUIDES', label: formatMessage(drawerMessages.asGuides) },
              ]}
            />
          )}
          {settings.isShowingMilestones && (
            <RadioList
              label={formatMessage(messages.milestones)}
              value={settings.milestonesType}
              onChange={(milestonesType) => change((now) => ({ ...now, milestonesType }))}
              options={[
                { value: 'ALL', label: formatMessage(messages.allMilestones) },
                { value: 'GROUP', label: formatMessage(messages.groupMilestones) },
                { value: 'SUBGROUP', label: formatMessage(messages.subgroupMilestones) },
                { value: 'PROJECT', label: formatMessage(messages.projectMilestones) },
              ]}
            />
          )}
        </Part>
        <Part>
          <Toggle
            className={styles.toggle ?? ''}
            checked={settings.isProgressTrackingActive}
            onChange={(isProgressTrackingActive) => change((now) => ({ ...now, isProgressTrackingActive }))}
          >
            {formatMessage(messages.displayProgress)}
          </Toggle>
          {settings.isProgressTrackingActive && (
            <Segmented
              label={formatMessage(messages.progressTracking)}
              value={settings.progressTracking}
              onChange={(progressTracking) => change((now) => ({ ...now, progressTracking }))}
              options={[
                { value: 'WEIGHT', label: <Choice icon={Weight}>{formatMessage(messages.byWeight)}</Choice> },
                { value: 'COUNT', label: <Choice icon={Hash}>{formatMessage(messages.byCount)}</Choice> },
              ]}
            />
          )}
        </Part>
        <Part title={formatMessage(appearanceMessages.density)}>
          <AppearancePart fullPath={fullPath} settings={settings} change={change} />
          {isSmall && legend}
        </Part>
        <Part>
          <Toggle
            className={styles.toggle ?? ''}
            checked={settings.isShowingLabels}
            disabled={settings.density === 'COMPACT'}
            onChange={(isShowingLabels) => change((now) => ({ ...now, isShowingLabels }))}
          >
            {formatMessage(messages.showLabels)}
          </Toggle>
          {settings.density === 'COMPACT' && (
            <p className={styles.hint}>{formatMessage(appearanceMessages.labelsNeedRoom)}</p>
          )}
          {settings.epicIid === null && !isBehindLink() && (
            <Toggle
              className={styles.toggle ?? ''}
              checked={settings.isShowingSummary}
              onChange={(isShowingSummary) => change((now) => ({ ...now, isShowingSummary }))}
            >
              {formatMessage(drawerMessages.showSummary)}
            </Toggle>
          )}
          {!isBehindLink() && (
            <Toggle
              className={styles.toggle ?? ''}
              checked={settings.isShowingOwners}
              onChange={(isShowingOwners) => change((now) => ({ ...now, isShowingOwners }))}
            >
              {formatMessage(drawerMessages.showOwners)}
            </Toggle>
          )}
          {!isBehindLink() && (
            <Toggle
              className={styles.toggle ?? ''}
              checked={settings.isShowingIssues}
              disabled={settings.asOf !== null}
              onChange={(isShowingIssues) => change((now) => ({ ...now, isShowingIssues }))}
            >
              {formatMessage(drawerMessages.showIssues)}
            </Toggle>
          )}
          {!isBehindLink() && (
            <Toggle
              className={styles.toggle ?? ''}
              checked={settings.isShowingForecasts}
              disabled={settings.asOf !== null}
              onChange={(isShowingForecasts) => change((now) => ({ ...now, isShowingForecasts }))}
            >
              {formatMessage(drawerMessages.showForecasts)}
            </Toggle>
          )}
          {settings.epicIid === null && !isBehindLink() && (
            <Toggle
              className={styles.toggle ?? ''}
              checked={settings.isShowingMinimap}
              onChange={(isShowingMinimap) => change((now) => ({ ...now, isShowingMinimap }))}
            >
              {formatMessage(drawerMessages.showMinimap)}
            </Toggle>
          )}
          <Toggle
            className={styles.toggle ?? ''}
            checked={settings.isShowingDependencies}
            onChange={(isShowingDependencies) => change((now) => ({ ...now, isShowingDependencies }))}
          >
            {formatMessage(chartMessages.showDependencies)}
          </Toggle>
          {settings.isShowingDependencies && (
            <p className={styles.hint}>{formatMessage(chartMessages.dependenciesHint)}</p>
          )}
        </Part>
      </div>
    </div>
  );
}

function Part({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      {title && <h3>{title}</h3>}
      {children}
    </section>
  );
}

function Choice({ icon, children }: { icon: typeof Weight; children: ReactNode }) {
  return (
    <>
      <Icon of={icon} size={14} />
      {children}
    </>
  );
}
