import { Download } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { session } from '../../../platform/session/session.ts';
import type { ViewScene } from '../../../modules/views/view-scene.ts';
import { ViewsMenu } from '../../../modules/views/ViewsMenu.tsx';
import { useRouter } from '../../../platform/navigation/router-context.ts';
import { parseSearch } from '../../../platform/navigation/search.ts';
import { useShownSearch } from '../../../platform/navigation/use-address.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Menu } from '../../../ui/overlay/Menu.tsx';
import { Loading } from '../../../ui/progress/Spinner.tsx';
import { text } from '../../../ui/text/text.tsx';
import type { ChangeSettings } from '../settings/use-settings.ts';
import { sendUnsent } from '../settings/keeping.ts';
import { toolMessages as messages } from './messages.ts';
import styles from './tools.module.css';
import { canonicalQuery, queryOf } from '../settings/use-current-view.ts';
import type { ToolTask } from '../views/task.ts';
import { loadingLabel } from '../../../ui/text/messages.ts';

const RoadmapViewItems = lazy(() =>
  import('./RoadmapViewItems.tsx').then((module) => ({ default: module.RoadmapViewItems })),
);
const ExportItems = lazy(() => import('../export/ExportItems.tsx').then((module) => ({ default: module.ExportItems })));
const ToolDialog = lazy(() => import('./ToolDialog.tsx').then((module) => ({ default: module.ToolDialog })));

export interface ToolMenusProps {
  fullPath: string;
  /** Of the group or epic of the roadmap; undefined while loading. */
  name: string | null | undefined;
  settings: RoadmapSettings;
  change: ChangeSettings;
}

/** Saved views and files: two buttons, whose menus are loaded on demand. */
export function ToolMenus({ fullPath, name: subject, settings, change }: ToolMenusProps) {
  const { formatMessage } = useIntl();
  const [chosen, setChosen] = useState<ToolTask | null>(null);
  const router = useRouter();
  const { present, ...others } = parseSearch(useShownSearch());
  // The presentation is part of the address, the other dialogs are not.
  const task: ToolTask | null = present === 'true' ? { kind: 'present' } : chosen;
  const setTask = (next: ToolTask | null): void => {
    if (next?.kind === 'present') router.navigateSearch({ ...others, present: 'true' });
    else if (present === 'true') router.navigateSearch(others, { replace: true });
    else setChosen(next);
  };
  const isShared = session().sharedRoadmap !== null;
  useEffect(sendUnsent, []);
  const scene: ViewScene = {
    kind: 'roadmap',
    home: { kind: 'group', fullPath },
    query: queryOf(settings),
    canonical: canonicalQuery,
  };
  return (
    <div className={styles.tools}>
      {!isShared && (
        <ViewsMenu
          scene={scene}
          items={(onViewTask) => (
            <RoadmapViewItems
              scene={scene}
              onViewTask={onViewTask}
              settings={settings}
              change={change}
              onTask={setTask}
            />
          )}
        />
      )}
      <Menu
        label={formatMessage(messages.export)}
        placement={{ align: 'end' }}
        trigger={(trigger) => (
          <Button
            {...trigger}
            icon={Download}
            data-tool="export"
            aria-label={formatMessage(messages.export)}
            data-tooltip={formatMessage(messages.export)}
            className={`${styles.export} ${isShared ? '' : text.onlyWide}`}
          />
        )}
      >
        <Lazily>
          <ExportItems fullPath={fullPath} settings={settings} onTask={setTask} hasNote />
        </Lazily>
      </Menu>
      {task && (
        <Suspense fallback={null}>
          <ToolDialog
            task={task}
            fullPath={fullPath}
            subject={subject ?? lastOf(fullPath)}
            settings={settings}
            onClose={() => setTask(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

const lastOf = (fullPath: string): string => fullPath.split('/').at(-1) ?? fullPath;

function Lazily({ children }: { children: ReactNode }) {
  const { formatMessage } = useIntl();
  return <Suspense fallback={<Loading label={formatMessage(loadingLabel)} />}>{children}</Suspense>;
}
