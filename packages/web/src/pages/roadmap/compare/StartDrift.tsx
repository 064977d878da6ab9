import { useQuery } from '@tanstack/react-query';
import { formatDay, type Day } from '@milepost/core/days';
import { readSettings } from '@milepost/core/roadmap/settings';
import { driftOf, signedDays } from '@milepost/core/roadmap/snapshots';
import { useIntl } from 'react-intl';
import { useShownSearch } from '../../../platform/navigation/use-address.ts';
import { isBehindLink } from '../data/request.ts';
import type { RoadmapEpic } from '../data/epic.ts';
import { addressOf } from '../settings/known-settings.ts';
import { useFullPath } from '../settings/use-settings.ts';
import { datesBeforeQuery } from './api.ts';
import { compareMessages as messages } from './messages.ts';

/** In the card of a bar: by how many days its start moved since the snapshot, if its end did not. */
export function StartDrift({ epic }: { epic: RoadmapEpic }) {
  const { formatMessage } = useIntl();
  const { compare } = readSettings(addressOf(useShownSearch()));
  const fullPath = useFullPath();
  const { data } = useQuery({
    ...datesBeforeQuery(fullPath, compare ?? '', [epic.id]),
    enabled: compare !== null && !isBehindLink(),
  });
  const before = data?.get(epic.id);
  if (!before) return null;
  const text = (day: Day | null) => (day === null ? null : formatDay(day));
  const drift = driftOf(before, { startDate: text(epic.span.start), dueDate: text(epic.span.due) });
  if (drift.kind !== 'moved' || drift.days || drift.end !== null || !drift.startDays) return null;
  return <p>{formatMessage(messages.startDrift, { days: signedDays(drift.startDays) })}</p>;
}
