import { useEffect, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import type { Day } from '@milepost/core/days';
import { isSoft } from '@milepost/core/roadmap/appearance';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import type { RowLook } from '../../../timeline/row-shapes.ts';
import type { ListRow } from '../data/rows.ts';
import { chartMessages } from '../messages/chart.ts';
import { loadSoftCode, softCode } from './soft-code.ts';

/** The soft fills of the page, as soon as their code has loaded; changes only when rows look different. */
export function useSoftLook(
  { density, colorBy, progressTracking }: RoadmapSettings,
  rows: readonly ListRow[] | undefined,
  today: Day,
): RowLook['soft'] {
  const { formatMessage } = useIntl();
  const [code, setCode] = useState(softCode);
  const isWanted = isSoft({ density, colorBy });
  useEffect(() => {
    if (isWanted && !code) void loadSoftCode().then((loaded) => setCode(() => loaded));
  }, [isWanted, code]);
  // As text: the rows change with every page that loads, their groups rarely.
  const paths =
    colorBy === 'GROUP' ? (code?.groupsOf((rows ?? []).flatMap(({ epic }) => epic ?? [])).join('\n') ?? '') : '';
  return useMemo(
    () =>
      code?.softLookOf(
        { density, colorBy, progressTracking },
        {
          groups: paths.split('\n'),
          today,
          overdueText: (days) => formatMessage(chartMessages.daysOverdue, { days }),
        },
      ) ?? null,
    [code, density, colorBy, progressTracking, paths, today, formatMessage],
  );
}
