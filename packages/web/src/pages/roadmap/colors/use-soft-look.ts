import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { Day } from '@milepost/core/days';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import type { RowLook } from '../../../timeline/row-shapes.ts';
import { coloredGroupsOf, softLookOf } from '../../../timeline/soft-look.ts';
import type { ListRow } from '../data/rows.ts';
import { groupsAhead } from '../settings/known-settings.ts';
import { chartMessages } from '../messages/chart.ts';

/** The soft fills of the page; changes only when rows look different. */
export function useSoftLook(
  settings: RoadmapSettings,
  fullPath: string,
  rows: readonly ListRow[] | undefined,
  today: Day,
): RowLook['soft'] {
  const { formatMessage } = useIntl();
  const { density, colorBy, progressTracking } = settings;
  // As text: the rows change with every page that loads, their groups rarely.
  const paths = colorBy === 'GROUP' ? groupsIn(rows ?? [], fullPath, settings).join('\n') : '';
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

const groupsIn = (rows: readonly ListRow[], fullPath: string, settings: RoadmapSettings) =>
  coloredGroupsOf(
    rows.flatMap(({ epic }) => epic ?? []),
    groupsAhead(fullPath, settings),
  );
