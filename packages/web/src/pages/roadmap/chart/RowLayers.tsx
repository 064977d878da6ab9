import { lazy, type RefObject, Suspense } from 'react';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { session } from '../../../platform/session/session.ts';
import type { RowLook } from '../../../timeline/row-shapes.ts';
import type { Scale } from '../../../timeline/scale.ts';
import { isBehindLink } from '../data/ask.ts';
import type { RowLayout } from '../../../ui/list/row-layout.ts';
import type { ListRow } from '../data/rows.ts';
import type { MoveStore } from '../drag/moves.ts';
import type { DriftOf } from '../rows/EpicRow.tsx';

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

const rowsCanMove = (rows: readonly ListRow[]): boolean => rows.some(({ epic }) => epic?.mayMove);

export interface RowLayersProps {
  args: EpicArguments;
  fullPath: string;
  settings: RoadmapSettings;
  scroller: RefObject<HTMLElement | null>;
  rows: readonly ListRow[];
  /** Where they are. */
  layout: RowLayout;
  scale: Scale;
  rowHeight: number;
  isPhone: boolean;
  look: RowLook;
  moves: MoveStore;
  window: Timeframe;
  /** Gets the drift of the rows on screen, which their names tell; null once nothing is compared. */
  onDrift: (drift: { of: DriftOf } | null) => void;
}

/** What is drawn across rows: lines of dependencies, and the bars of a snapshot. */
export function RowLayers({ args, fullPath, settings, isPhone, look, onDrift, ...shared }: RowLayersProps) {
  const { bufferSize, compare } = settings;
  const { soft } = look;
  const mayConnect = session().viewer !== null && !isBehindLink() && rowsCanMove(shared.rows);
  return (
    <Suspense fallback={null}>
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
      {compare !== null && !isBehindLink() && (
        <ComparisonLayer
          {...shared}
          fullPath={fullPath}
          snapshotId={compare}
          bufferSize={bufferSize}
          onDrift={onDrift}
        />
      )}
    </Suspense>
  );
}
