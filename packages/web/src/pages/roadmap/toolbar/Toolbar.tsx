import { memo } from 'react';
import { preloadedAfterPaint } from '../../../platform/loading/preloaded.tsx';
import { RoadmapFilterBar } from './RoadmapFilterBar.tsx';
import styles from './toolbar.module.css';
import type { ToolbarProps } from './ToolbarTools.tsx';

const ToolbarTools = preloadedAfterPaint(async () => (await import('./ToolbarTools.tsx')).ToolbarTools);

/** Filters on the left; the tools on the right. */
export const Toolbar = memo(function Toolbar(props: ToolbarProps) {
  const { fullPath, settings, isWhole, change, canFilter } = props;
  if (!isWhole) return <div className={styles.toolbar} />;
  return (
    <div className={styles.toolbar}>
      {canFilter && <RoadmapFilterBar fullPath={fullPath} settings={settings} change={change} />}
      <ToolbarTools {...props} />
    </div>
  );
});
