import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { Day } from '@milepost/core/days';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import type { RowLook } from '../../../timeline/row-shapes.ts';
import { groupsOf, softLookOf } from '../../../timeline/soft-look.ts';
import type { ListRow } from '../data/rows.ts';
import { chartMessages } from '../messages/chart.ts';

/** The soft fills of the page; changes only when rows look different. */
export function useSoftLook(
  { density, colorBy, progressTracking }: RoadmapSettings,
  rows: readonly ListRow[] | undefined,
  today: Day,
): RowLook['soft'] {
  const { formatMessage } = useIntl();
  // As text: the rows change with every page that loads, their groups rarely.
  const paths = colorBy === 'GROUP' ? groupsOf((rows ?? []).flatMap(({ epic }) => epic ?? [])).join('\n') : '';
  return useMemo(
    () =>
      softLookOf(
        { density, colorBy, progressTracking },
        {
          groups: paths.split('\n'),
          today,
          overdueText: (days) => formatMessage(chartMessages.daysOverdue, { days }),
        },
      ),
    [density, colorBy, progressTracking, paths, today, formatMessage],
  );
}
