import type { IntlShape } from 'react-intl';
import type { Day } from '@milepost/core/days';
import { isSoft } from '@milepost/core/roadmap/appearance';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { legendContentsOf } from '../colors/legend-contents.ts';
import { classNameOf } from '../colors/legend-entries.ts';
import { legendMessages } from '../colors/legend-messages.ts';
import type { RoadmapEpic } from '../data/epic.ts';
import type { LegendEntry } from './legend-drawing.ts';

/** The legend of a drawing, where bars have soft fills. */
export function legendOf(
  epics: readonly RoadmapEpic[],
  settings: RoadmapSettings,
  today: Day,
  intl: IntlShape,
): LegendEntry[] {
  if (!isSoft(settings)) return [];
  const { classes, signs } = legendContentsOf(epics, settings, today);
  const hasEdge = settings.colorBy === 'HEALTH';
  return [
    ...classes.map(({ key, tone }) => ({ name: classNameOf(settings.colorBy, key, epics, intl), tone, hasEdge })),
    ...signs.map((sign) => ({ name: intl.formatMessage(legendMessages[sign]), sign })),
  ];
}
