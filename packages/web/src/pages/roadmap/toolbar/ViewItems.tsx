import { useQuery } from '@tanstack/react-query';
import {
  Bookmark,
  CalendarPlus,
  Download,
  Link2,
  LogOut,
  Pencil,
  RotateCcw,
  Save,
  Share2,
  Trash2,
  Users,
} from 'lucide-react';
import { useIntl } from 'react-intl';
import { printQuery } from '@milepost/core/query';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { writeSettings } from '@milepost/core/roadmap/settings';
import { printAddress } from '../../../platform/navigation/addresses.ts';
import { session } from '../../../platform/session/session.ts';
import { MenuChoice, MenuItem, MenuLine, MenuTitle } from '../../../ui/overlay/Menu.tsx';
import { Loading } from '../../../ui/progress/Spinner.tsx';
import { text } from '../../../ui/text/text.tsx';
import { ExportItems } from '../export/ExportItems.tsx';
import { useCurrentView } from '../settings/use-current-view.ts';
import { viewsOf, type ListedView } from '../views/api.ts';
import { copyLink } from '../views/copy.ts';
import { viewMessages as messages } from '../views/messages.ts';
import type { ToolTask } from '../views/task.ts';
import { useViewActions } from '../views/use-view-actions.ts';

export interface ViewItemsProps {
  fullPath: string;
  settings: RoadmapSettings;
  onTask: (task: ToolTask) => void;
}

/** The contents of the views menu: the views, the actions for the current one, and links. */
export function ViewItems({ fullPath, settings, onTask }: ViewItemsProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { data, isPending, error } = useQuery(viewsOf(fullPath));
  const current = useCurrentView(settings);
  const actions = useViewActions(fullPath, settings);
  const views = data?.views ?? [];
  const view = views.find(({ id }) => id === current.id);
  if (isPending) return <Loading label={formatMessage(messages.shared)} />;
  const page = window.location.origin + printAddress({ page: 'roadmap', fullPath });
  const name = view?.name ?? '';
  const isOwn = (each: ListedView) => !each.shared;
  return (
    <>
      {error && <MenuTitle>{formatMessage(messages.failed)}</MenuTitle>}
      {data && views.length === 0 && <MenuTitle>{formatMessage(messages.none)}</MenuTitle>}
      <Choices
        title={formatMessage(messages.shared)}
        views={views.filter((each) => each.shared)}
        current={current.id}
        onChoose={actions.apply}
      />
      <Choices
        title={formatMessage(messages.own)}
        views={views.filter(isOwn)}
        current={current.id}
        onChoose={actions.apply}
      />
      {view && (
        <>
          <MenuLine />
          {current.isChanged && view.mayUpdate && (
            <MenuItem icon={Save} onSelect={() => void actions.save(view)}>
              {formatMessage(messages.save, { name })}
            </MenuItem>
          )}
          {current.isChanged && (
            <MenuItem icon={RotateCcw} onSelect={() => actions.apply(view)}>
              {formatMessage(messages.reset, { name })}
            </MenuItem>
          )}
          <MenuItem icon={Link2} onSelect={() => void copyLink(`${page}?view=${view.id}`, intl)}>
            {formatMessage(messages.copyView, { name })}
          </MenuItem>
          {view.mayUpdate && (
            <MenuItem icon={Pencil} onSelect={() => onTask({ kind: 'rename', view })}>
              {formatMessage(messages.rename)}
            </MenuItem>
          )}
          {view.mayUpdate && data?.may.shareRoadmapView && (
            <MenuItem icon={Users} onSelect={() => void actions.share(view)}>
              {formatMessage(view.shared ? messages.unshare : messages.share)}
            </MenuItem>
          )}
          {view.mayUpdate && (
            <MenuItem icon={Trash2} tone="danger" onSelect={() => void actions.remove(view)}>
              {formatMessage(messages.delete)}
            </MenuItem>
          )}
          <MenuItem icon={LogOut} onSelect={actions.leave}>
            {formatMessage(messages.leave, { name })}
          </MenuItem>
        </>
      )}
      <MenuLine />
      {data?.may.createRoadmapView && (
        <MenuItem icon={Bookmark} onSelect={() => onTask({ kind: 'save', canShare: data.may.shareRoadmapView })}>
          {formatMessage(messages.saveAs)}
        </MenuItem>
      )}
      <MenuItem icon={Link2} onSelect={() => void copyLink(`${page}?${printQuery(writeSettings(settings))}`, intl)}>
        {formatMessage(messages.copyPage)}
      </MenuItem>
      {data?.may.manageRoadmapLinks && (
        <MenuItem icon={Share2} onSelect={() => onTask({ kind: 'links', canPublish: data.may.publishRoadmap })}>
          {formatMessage(messages.links)}
        </MenuItem>
      )}
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
    </>
  );
}

function Choices({
  title,
  views,
  current,
  onChoose,
}: {
  title: string;
  views: readonly ListedView[];
  current: string | null;
  onChoose: (view: ListedView) => void;
}) {
  if (views.length === 0) return null;
  return (
    <>
      <MenuTitle>{title}</MenuTitle>
      {views.map((view) => (
        <MenuChoice key={view.id} checked={view.id === current} onSelect={() => onChoose(view)}>
          {view.name}
        </MenuChoice>
      ))}
    </>
  );
}
