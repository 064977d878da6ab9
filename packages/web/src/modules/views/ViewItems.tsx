import { useQuery } from '@tanstack/react-query';
import { Bookmark, Link2, LogOut, Pencil, RotateCcw, Save, Trash2, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { MenuChoice, MenuItem, MenuLine, MenuTitle } from '../../ui/overlay/Menu.tsx';
import { Loading } from '../../ui/progress/Spinner.tsx';
import { viewsOf, type ListedView } from './api.ts';
import { copyLink } from './copy.ts';
import { viewMessages as messages } from './messages.ts';
import { useCurrentView } from './use-current-view.ts';
import { useViewActions } from './use-view-actions.ts';
import type { ViewScene, ViewTask } from './view-scene.ts';

export interface ViewItemsProps {
  scene: ViewScene;
  onTask: (task: ViewTask) => void;
  /** The children are still loading: the whole menu waits. */
  isPending?: boolean;
  /** Items above the views. */
  first?: ReactNode;
  /** More items, below those of the views. */
  children?: ReactNode;
}

/** The contents of the views menu: the views, and the actions for the current one. */
export function ViewItems({ scene, onTask, isPending, first, children }: ViewItemsProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { data, isPending: isFetching, error } = useQuery(viewsOf(scene));
  const current = useCurrentView(scene);
  const actions = useViewActions(scene);
  const views = data?.views ?? [];
  const view = views.find(({ id }) => id === current.id);
  const { kind } = scene.home;
  if (isFetching || isPending) return <Loading label={formatMessage(messages.shared, { kind })} />;
  const page = window.location.origin + window.location.pathname;
  const name = view?.name ?? '';
  const choices = (title: string, listed: readonly ListedView[]) => (
    <Choices title={title} views={listed} current={current.id} onChoose={actions.apply} />
  );
  return (
    <>
      {first}
      {error && <MenuTitle>{formatMessage(messages.failed)}</MenuTitle>}
      {data && views.length === 0 && <MenuTitle>{formatMessage(messages.none)}</MenuTitle>}
      {choices(
        formatMessage(messages.shared, { kind }),
        views.filter(({ shared }) => shared),
      )}
      {choices(
        formatMessage(messages.own),
        views.filter(({ shared }) => !shared),
      )}
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
          {view.mayUpdate && data?.may.shareSavedView && (
            <MenuItem icon={Users} onSelect={() => void actions.share(view)}>
              {formatMessage(view.shared ? messages.unshare : messages.share, { kind })}
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
      {data?.may.createSavedView && (
        <MenuItem icon={Bookmark} onSelect={() => onTask({ kind: 'save', canShare: data.may.shareSavedView })}>
          {formatMessage(messages.saveAs)}
        </MenuItem>
      )}
      {children}
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
