import { Bookmark, ChevronDown } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../../ui/button/Button.tsx';
import { Menu } from '../../ui/overlay/Menu.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { Loading } from '../../ui/progress/Spinner.tsx';
import { text } from '../../ui/text/text.tsx';
import { useCurrentView } from './use-current-view.ts';
import type { ViewScene, ViewTask } from './view-scene.ts';
import styles from './views.module.css';
import { defineMessages, loadingLabel } from '../../ui/text/messages.ts';

/** Messages of the button of saved views; those of its menu are loaded with the menu. */
const messages = defineMessages({
  views: { id: 'viewMenu.views', defaultMessage: 'Views' },
  viewNow: { id: 'viewMenu.viewNow', defaultMessage: 'View: {name}' },
  viewChanged: { id: 'viewMenu.viewChanged', defaultMessage: 'View: {name}, changed' },
  changed: { id: 'viewMenu.changed', defaultMessage: 'changed' },
  noSuchView: {
    id: 'viewMenu.noSuchView',
    defaultMessage:
      'That view was deleted or is not shared with you. Showing the {kind, select, roadmap {roadmap} board {board} other {list}} without it.',
  },
});

const ViewItems = lazy(() => import('./ViewItems.tsx').then((module) => ({ default: module.ViewItems })));
const ViewNameDialog = lazy(() =>
  import('./ViewNameDialog.tsx').then((module) => ({ default: module.ViewNameDialog })),
);

export interface ViewsMenuProps {
  scene: ViewScene;
  /** The contents of the menu; the views alone by default. */
  items?: (onTask: (task: ViewTask) => void) => ReactNode;
}

/** The button of saved views; its menu is loaded on demand. */
export function ViewsMenu({ scene, items }: ViewsMenuProps) {
  const { formatMessage } = useIntl();
  const [task, setTask] = useState<ViewTask | null>(null);
  const { id, view, isChanged } = useCurrentView(scene);
  const isMissing = id !== null && view === null;
  const { kind } = scene;
  useEffect(() => {
    if (isMissing) toast({ text: formatMessage(messages.noSuchView, { kind }) });
  }, [isMissing, formatMessage, kind]);
  const name = view?.name;
  const label =
    name === undefined
      ? formatMessage(messages.views)
      : formatMessage(isChanged ? messages.viewChanged : messages.viewNow, { name });
  return (
    <>
      <Menu
        label={formatMessage(messages.views)}
        placement={{ align: 'end' }}
        trigger={(trigger) => (
          <Button {...trigger} icon={Bookmark} iconAfter={ChevronDown} aria-label={label} className={styles.views}>
            <span className={`${text.onlyWide} ${styles.name}`}>{name ?? formatMessage(messages.views)}</span>
            {isChanged && <span className={styles.changed}>{formatMessage(messages.changed)}</span>}
          </Button>
        )}
      >
        <Suspense fallback={<Loading label={formatMessage(loadingLabel)} />}>
          {items ? items(setTask) : <ViewItems scene={scene} onTask={setTask} />}
        </Suspense>
      </Menu>
      {task && (
        <Suspense fallback={null}>
          <ViewNameDialog
            scene={scene}
            view={task.kind === 'rename' ? task.view : null}
            canShare={task.kind === 'save' && task.canShare}
            onClose={() => setTask(null)}
          />
        </Suspense>
      )}
    </>
  );
}
