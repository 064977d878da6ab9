import { lazy, Suspense } from 'react';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { session } from '../../../platform/session/session.ts';
import type { RowLook } from '../../../timeline/row-shapes.ts';
import type { Scale } from '../../../timeline/scale.ts';
import type { Compared } from '../rows/compared.ts';
import { isBehindLink } from '../data/request.ts';
import type { ListRow } from '../data/rows.ts';
import type { MoveStore } from '../drag/moves.ts';
import type { TopRowKeeperProps } from './TopRowKeeper.ts';

// Drawn on top of existing bars, so their code is loaded after theirs.
const DependencyLayer = lazy(() =>
  import('../dependencies/DependencyLayer.tsx').then((module) => ({ default: module.DependencyLayer })),
);
const ComparisonLayer = lazy(() =>
  import('../compare/ComparisonLayer.tsx').then((module) => ({ default: module.ComparisonLayer })),
);

const ConnectLayer = lazy(() =>
  import('../connect/ConnectLayer.tsx').then((module) => ({ default: module.ConnectLayer })),
);

const ForecastLayer = lazy(() =>
  import('../forecasts/ForecastLayer.tsx').then((module) => ({ default: module.ForecastLayer })),
);
const TopRowKeeper = lazy(() => import('./TopRowKeeper.ts').then((module) => ({ default: module.TopRowKeeper })));
const UpdateLayer = lazy(() => import('../marks/UpdateLayer.tsx').then((module) => ({ default: module.UpdateLayer })));

const rowsCanMove = (rows: readonly ListRow[]): boolean => rows.some(({ epic }) => epic?.mayMove);

export interface RowLayersProps extends TopRowKeeperProps {
  isPhone: boolean;
  fullPath: string;
  settings: RoadmapSettings;
  scale: Scale;
  rowHeight: number;
  look: RowLook;
  moves: MoveStore;
  window: Timeframe;
  activeIndex: number;
  /** Rows of the grid before the first epic. */
  rowsBefore: number;
  /** Gets what the comparison adds to the rows; null once nothing is compared. */
  onCompared: (compared: Compared | null) => void;
}

/** What is drawn across rows: lines of dependencies, forecasts, the days of updates, and the bars of a snapshot. */
export function RowLayers(props: RowLayersProps) {
  const { args, fullPath, settings, isPhone, look, activeIndex, rowsBefore, onCompared, ...shared } = props;
  const { bufferSize, compare } = settings;
  const { soft } = look;
  const mayConnect = session().viewer !== null && !isBehindLink() && rowsCanMove(shared.rows);
  return (
    <Suspense fallback={null}>
      <TopRowKeeper {...props} />
      <DependencyLayer
        {...shared}
        args={args}
        isPhone={isPhone}
        look={look}
        bufferSize={bufferSize}
        showsAll={settings.isShowingDependencies}
      />
      {mayConnect && <ConnectLayer {...shared} args={args} isPhone={isPhone} soft={soft} />}
      {settings.asOf === null && !isBehindLink() && (
        <ForecastLayer
          scroller={shared.scroller}
          rows={shared.rows}
          layout={shared.layout}
          scale={shared.scale}
          bufferSize={bufferSize}
          showsAll={settings.isShowingForecasts}
        />
      )}
      {!isBehindLink() && settings.density === 'COMPACT' && (
        <UpdateLayer {...shared} fullPath={fullPath} asOf={settings.asOf} bufferSize={bufferSize} />
      )}
      {compare !== null && !isBehindLink() && (
        <ComparisonLayer
          {...shared}
          fullPath={fullPath}
          snapshotId={compare}
          settings={settings}
          isSoft={soft !== null}
          activeIndex={activeIndex}
          rowsBefore={rowsBefore}
          onCompared={onCompared}
        />
      )}
    </Suspense>
  );
}
