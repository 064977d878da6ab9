import { lazy, Suspense } from 'react';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { LinksDialog } from '../views/LinksDialog.tsx';
import type { ToolTask } from '../views/task.ts';

const ExportImageDialog = lazy(() =>
  import('../export/ExportImageDialog.tsx').then((module) => ({ default: module.ExportImageDialog })),
);

const Presentation = lazy(() =>
  import('../present/Presentation.tsx').then((module) => ({ default: module.Presentation })),
);

const SaveSnapshotDialog = lazy(() =>
  import('../../../modules/snapshots/SaveSnapshotDialog.tsx').then((module) => ({
    default: module.SaveSnapshotDialog,
  })),
);

export interface ToolDialogProps {
  task: ToolTask;
  fullPath: string;
  /** The name of the group, or the title of the epic, of the roadmap. */
  subject: string;
  settings: RoadmapSettings;
  onClose: () => void;
}

/** The dialog that a menu opened. */
export function ToolDialog({ task, subject, ...shared }: ToolDialogProps) {
  switch (task.kind) {
    case 'links':
      return <LinksDialog {...shared} kind="PAGE" canMake={task.canPublish} />;
    case 'feeds':
      return <LinksDialog {...shared} kind="FEED" canMake />;
    case 'snapshot':
      return (
        <Suspense fallback={null}>
          <SaveSnapshotDialog {...shared} />
        </Suspense>
      );
    case 'present':
      return (
        <Suspense fallback={null}>
          <Presentation {...shared} subject={subject} />
        </Suspense>
      );
    default:
      return (
        <Suspense fallback={null}>
          <ExportImageDialog {...shared} subject={subject} format={task.format} />
        </Suspense>
      );
  }
}
