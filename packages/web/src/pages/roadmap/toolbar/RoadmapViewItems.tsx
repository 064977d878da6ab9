import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, Camera, Download, GitCompareArrows, History, Link2, Milestone, Share2 } from 'lucide-react';
import { useIntl } from 'react-intl';
import { formatDay } from '@milepost/core/days';
import { printQuery } from '@milepost/core/query';
import { overviewName } from '@milepost/core/roadmap/overview';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { writeSettings } from '@milepost/core/roadmap/settings';
import { snapshotMessages } from '../../../modules/snapshots/messages.ts';
import { copyLink } from '../../../modules/views/copy.ts';
import { ViewItems } from '../../../modules/views/ViewItems.tsx';
import type { ViewScene, ViewTask } from '../../../modules/views/view-scene.ts';
import { printAddress } from '../../../platform/navigation/addresses.ts';
import { goTo } from '../../../platform/navigation/navigation.ts';
import { session } from '../../../platform/session/session.ts';
import { MenuItem, MenuLine, MenuTitle } from '../../../ui/overlay/Menu.tsx';
import { toast } from '../../../ui/overlay/Toast.tsx';
import { text } from '../../../ui/text/text.tsx';
import { ExportItems } from '../export/ExportItems.tsx';
import { firstRecordQuery, yesterday } from '../as-of/api.ts';
import { asOfMessages } from '../as-of/messages.ts';
import type { ChangeSettings } from '../settings/use-settings.ts';
import { openOverview } from '../settings/overview.ts';
import { replaceKept } from '../settings/keeping.ts';
import { linkPermissionsOf } from '../views/api.ts';
import { linkMessages as messages } from '../views/messages.ts';
import type { ToolTask } from '../views/task.ts';
import { undoLabel } from '../../../ui/text/messages.ts';

export interface RoadmapViewItemsProps {
  scene: ViewScene;
  onViewTask: (task: ViewTask) => void;
  settings: RoadmapSettings;
  change: ChangeSettings;
  onTask: (task: ToolTask) => void;
}

/** The views of a roadmap, its links, and on small screens the export. */
export function RoadmapViewItems({ scene, onViewTask, settings, change, onTask }: RoadmapViewItemsProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { fullPath } = scene.home;
  const { data: may, isPending } = useQuery(linkPermissionsOf(fullPath));
  const { data: first } = useQuery(firstRecordQuery(fullPath));
  const canGoBack = first !== undefined && first !== null && first <= yesterday();
  const page = window.location.origin + printAddress({ page: 'roadmap', fullPath });
  const showOverview = async (): Promise<void> => {
    const { pathname, search } = window.location;
    await openOverview(fullPath, `?view=${overviewName}`);
    const discarded = replaceKept(fullPath, {});
    goTo({ page: 'roadmap', fullPath }, { search: { view: overviewName } });
    if (Object.keys(discarded).length === 0) return;
    const perform = (): void => {
      replaceKept(fullPath, discarded);
      goTo(pathname + search, { replace: true });
    };
    toast({ text: formatMessage(messages.discarded), action: { label: formatMessage(undoLabel), perform } });
  };
  return (
    <ViewItems
      scene={scene}
      onTask={onViewTask}
      isPending={isPending}
      first={
        <MenuItem icon={Milestone} onSelect={() => void showOverview()}>
          {formatMessage(messages.overview)}
        </MenuItem>
      }
    >
      <MenuItem icon={Link2} onSelect={() => void copyLink(`${page}?${printQuery(writeSettings(settings))}`, intl)}>
        {formatMessage(messages.copyPage)}
      </MenuItem>
      {may?.manageRoadmapLinks && (
        <MenuItem icon={Share2} onSelect={() => onTask({ kind: 'links', canPublish: may.publishRoadmap })}>
          {formatMessage(messages.links)}
        </MenuItem>
      )}
      {may?.createRoadmapSnapshot && settings.asOf === null && (
        <MenuItem icon={Camera} onSelect={() => onTask({ kind: 'snapshot' })}>
          {formatMessage(snapshotMessages.save)}
        </MenuItem>
      )}
      {settings.asOf === null && canGoBack && (
        <MenuItem icon={History} onSelect={() => change((now) => ({ ...now, asOf: formatDay(yesterday()) }))}>
          {formatMessage(asOfMessages.choose)}
        </MenuItem>
      )}
      <MenuItem icon={GitCompareArrows} onSelect={() => goTo({ page: 'snapshots', fullPath })}>
        {formatMessage(snapshotMessages.title)}
      </MenuItem>
      {session().viewer && (
        <MenuItem icon={CalendarPlus} onSelect={() => onTask({ kind: 'feeds' })}>
          {formatMessage(messages.feeds)}
        </MenuItem>
      )}
      {/* Small screens have no room for a second button. */}
      <div className={text.onlyNarrow} role="presentation">
        <MenuLine />
        <MenuTitle>{formatMessage(messages.exporting)}</MenuTitle>
        <ExportItems fullPath={fullPath} settings={settings} onTask={onTask} icon={Download} />
      </div>
    </ViewItems>
  );
}
