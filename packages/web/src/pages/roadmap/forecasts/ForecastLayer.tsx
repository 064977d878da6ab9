import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { type CSSProperties, memo, type RefObject, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { type Day, localDayOf } from '@milepost/core/days';
import { forecastDay, type ForecastInputs, forecastSeed } from '@milepost/core/roadmap/forecast/forecast';
import { forecastQuery } from '../../../modules/roadmaps/forecast/api.ts';
import { shortDay } from '../../../modules/roadmaps/forecast/ForecastCard.tsx';
import { forecastMessages as messages } from '../../../modules/roadmaps/forecast/messages.ts';
import { simulateSequentially } from '../../../modules/roadmaps/forecast/simulate.ts';
import { extentOf, type Scale } from '../../../timeline/scale.ts';
import type { RowLayout } from '../../../ui/list/row-layout.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';
import type { RoadmapEpic } from '../data/epic.ts';
import type { EpicRowData, ListRow } from '../data/rows.ts';
import { hasIssues } from '../data/issue-rows.ts';
import { BLOCK, useFirstBlock } from '../rows/use-first-block.ts';
import { useRowInHand } from '../view/use-row-in-hand.ts';
import styles from './forecasts.module.css';

export interface ForecastLayerProps {
  scroller: RefObject<HTMLElement | null>;
  rows: readonly ListRow[];
  layout: RowLayout;
  scale: Scale;
  /** The number of visible rows. */
  bufferSize: number;
  /** Of all visible rows, not only of the one in hand. */
  showsAll: boolean;
}

interface Forecast {
  /** By then half of the runs have ended; null after more than ten years. */
  half: Day | null;
  most: Day | null;
}

/** No request for a row that the pointer only passes. */
const HOVER_DEBOUNCE_MS = 300;

/** From the day by which half of the simulated runs have ended to that of 85 %: of the hovered or focused epic, or of all visible rows. */
export const ForecastLayer = memo(function ForecastLayer(props: ForecastLayerProps) {
  const { scroller, rows, layout, scale, bufferSize, showsAll } = props;
  const intl = useIntl();
  const client = useQueryClient();
  const [today] = useState(() => localDayOf(new Date()));
  const inHand = useDebounced(useRowInHand(scroller, rows, mayHaveForecast), HOVER_DEBOUNCE_MS);
  const first = useFirstBlock(scroller, layout);
  const drawn = useMemo(() => {
    const from = first * BLOCK;
    const indexes = showsAll
      ? Array.from({ length: (Math.ceil(bufferSize / BLOCK) + 1) * BLOCK }, (_, offset) => from + offset)
      : [inHand];
    return indexes.flatMap((index) => {
      const row = rows[index];
      return row?.epic && mayHaveForecast(row.epic) ? [{ index, row }] : [];
    });
  }, [rows, first, bufferSize, showsAll, inHand]);
  const forecasts = useQueries({ queries: drawn.map(({ row }) => rowForecast(client, row.epic, today)) });
  return drawn.map(({ index, row }, at) => {
    const forecast = forecasts[at]?.data;
    const shape = forecast && shapeOf(forecast, row, scale);
    if (!shape) return null;
    const name = (day: Day | null): string =>
      day === null ? intl.formatMessage(messages.never) : shortDay(day, today);
    return (
      <div
        key={row.epic.id}
        className={styles.line}
        style={{ top: layout.top(index), '--x': `${shape.left}px`, '--w': `${shape.width}px` } as CSSProperties}
        role="img"
        aria-label={intl.formatMessage(messages.ofEpic, {
          title: row.epic.title,
          half: name(forecast.half),
          most: name(forecast.most),
        })}
        data-late={shape.isLate || undefined}
        data-open-end={shape.isCut || undefined}
      />
    );
  });
});

const mayHaveForecast = (epic: RoadmapEpic): boolean => !epic.isClosed && hasIssues(epic);

/** The simulation is that of the epic's page: the same inputs give the same dates. */
function rowForecast(client: QueryClient, { id, iid, group }: RoadmapEpic, today: Day) {
  return {
    queryKey: ['roadmapForecast', id, today],
    staleTime: 300_000,
    retry: false,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Forecast | null> => {
      const given = await client.fetchQuery(forecastQuery({ kind: 'epic', fullPath: group.fullPath, iid }, today));
      if (given.obstacle) return null;
      const inputs: ForecastInputs = {
        weeks: given.weeks.map(({ closedIssues }) => closedIssues),
        openIssues: given.openIssues,
        share: given.share,
      };
      const { half, most } = await simulateSequentially(inputs, forecastSeed(given.itemId, today, inputs), signal);
      return {
        half: half === null ? null : forecastDay(today, half),
        most: most === null ? null : forecastDay(today, most),
      };
    },
  };
}

/** Null where the line lies outside the dates shown. */
function shapeOf({ half, most }: Forecast, { epic }: EpicRowData, scale: Scale) {
  const { from, to } = scale.timeframe;
  if (half === null || half > to || (most !== null && most < from)) return null;
  const isCut = most === null || most > to;
  const { left, width } = extentOf(scale, half < from ? from : half, isCut ? to : most);
  return { left, width, isCut, isLate: epic.span.due !== null && half > epic.span.due };
}
