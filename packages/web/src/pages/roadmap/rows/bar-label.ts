import type { Day } from '@milepost/core/days';
import { healthOf } from '@milepost/core/roadmap/health';
import type { Progress } from '@milepost/core/roadmap/progress';
import type { IntlShape } from 'react-intl';
import { itemMessages } from '../../../modules/work-items/messages.ts';
import type { RowShapes } from '../../../timeline/row-shapes.ts';
import type { RoadmapEpic } from '../data/epic.ts';
import { chartMessages } from '../messages/chart.ts';
import { messages } from '../messages/page.ts';

/** The accessible name of a bar: what it shows by place, color and marks. Parts that it lacks are left out. */
export function barLabelOf(
  epic: RoadmapEpic,
  { title, timeframe, progress }: RowShapes,
  today: Day,
  { formatMessage }: IntlShape,
  /** Since the compared snapshot; empty for none. */
  drift = '',
): string {
  const health = healthOf(epic.health);
  const { due } = epic.span;
  const days = epic.isClosed || due === null ? 0 : today - due;
  const parts = [
    title.text,
    timeframe,
    !epic.isClosed && health && formatMessage(itemMessages[health]),
    progress && formatMessage(shareMessage(epic, progress), { percentage: progress.percentage }),
    drift,
    days > 0 && formatMessage(chartMessages.daysOverdue, { days }),
  ];
  return parts.filter(Boolean).join(', ');
}

function shareMessage({ isClosed }: RoadmapEpic, { countedIn }: Progress) {
  if (isClosed) return messages.shareOfClosed;
  return countedIn === 'WEIGHT' ? messages.shareOfWeight : messages.shareOfIssues;
}
