import { queryOptions, useQueries } from '@tanstack/react-query';
import { type CSSProperties, memo, type RefObject } from 'react';
import { addDays, type Day, localDayOf, type Span } from '@milepost/core/days';
import { graphql } from '../../../gen/gql.ts';
import { present, request } from '../../../platform/api/graphql.ts';
import { useFreshOnChange } from '../../../platform/live/live.ts';
import type { Scale } from '../../../timeline/scale.ts';
import type { RowLayout } from '../../../ui/list/row-layout.ts';
import { useVisibleBlocks } from './use-visible-blocks.ts';
import type { ListRow } from '../data/rows.ts';
import overlay from '../../../timeline/row-overlay.module.css';
import styles from './marks.module.css';

const latestUpdates = graphql(`
  query latestUpdates($fullPath: ID!, $ids: [ID!]) {
    group(fullPath: $fullPath) {
      id
      epics(ids: $ids) {
        nodes {
          id
          latestStatusUpdate {
            id
            createdAt
          }
        }
      }
    }
  }
`);

const key = ['status-updates', 'latest'] as const;

/** The times of the latest updates of epics, by id. */
function latestUpdatesQuery(fullPath: string, ids: readonly string[], asOf: string | null) {
  return queryOptions({
    queryKey: [...key, fullPath, asOf, ids],
    queryFn: async ({ signal }): Promise<readonly (readonly [string, string])[]> => {
      const variables = { fullPath, ids: [...ids], ...(asOf !== null && { asOf }) };
      const { group } = await request(latestUpdates, variables, signal);
      return present(group?.epics?.nodes).flatMap(({ id, latestStatusUpdate: update }) =>
        update ? [[id, update.createdAt] as const] : [],
      );
    },
  });
}

export interface UpdateLayerProps {
  fullPath: string;
  asOf: string | null;
  scroller: RefObject<HTMLElement | null>;
  rows: readonly ListRow[];
  layout: RowLayout;
  scale: Scale;
  bufferSize: number;
}

/** In compact rows: a dot on the day of the latest status update of each epic. Its text is in the popover. */
export const UpdateLayer = memo(function UpdateLayer(props: UpdateLayerProps) {
  const { fullPath, asOf, scroller, rows, layout, scale, bufferSize } = props;
  const { from, to, ids } = useVisibleBlocks(scroller, layout, rows, bufferSize);
  const times = useQueries({
    queries: ids.map((each) => latestUpdatesQuery(fullPath, each, asOf)),
    combine: (results) => new Map(results.flatMap(({ data }) => data ?? [])),
  });
  useFreshOnChange({ kind: 'group', fullPath }, ({ epics, all }) => (epics.length > 0 || all ? [key] : []));
  return rows.slice(from, to).map(({ epic, level }, offset) => {
    const time = epic && times.get(epic.id);
    if (!epic || !time) return null;
    const x = xOfUpdate(localDayOf(new Date(time)), epic.span, scale);
    if (x < 0 || x > scale.width) return null;
    return (
      <div
        key={epic.id}
        className={overlay.row}
        style={{ top: layout.top(from + offset) }}
        data-level={Math.min(level, 3)}
        aria-hidden
      >
        <i className={styles.update} data-testid="update-dot" style={{ '--x': `${x}px` } as CSSProperties} />
      </div>
    );
  });
});

const RADIUS = 3;

/** The middle of the day; of an update before or after the bar its end, where nothing else stands. */
function xOfUpdate(day: Day, { start, due }: Span, scale: Scale): number {
  const x = (scale.xOf(day) + scale.xOf(addDays(day, 1))) / 2;
  const from = start === null ? x : scale.xOf(start) + RADIUS;
  const to = due === null ? x : scale.xOf(addDays(due, 1)) - RADIUS;
  return Math.max(from, Math.min(x, to));
}
