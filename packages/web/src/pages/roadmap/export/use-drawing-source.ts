import { useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { formatDay } from '@milepost/core/days';
import { overviewName } from '@milepost/core/roadmap/overview';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { datesBeforeQuery, removedQuery } from '../compare/api.ts';
import { milestonesOf } from '../data/api.ts';
import { isBehindLink } from '../data/request.ts';
import { timelineMilestones } from '../data/use-milestones.ts';
import { useTimeframeText } from '../messages/use-timeframe-text.ts';
import { useCurrentView } from '../settings/use-current-view.ts';
import { summaryQuery } from '../summary/api.ts';
import { linkMessages } from '../views/messages.ts';
import type { SlidesWanted } from './slide-facts.ts';

export interface DrawnRoadmap {
  fullPath: string;
  /** The name of the group, or the title of the epic, of the roadmap. */
  subject: string;
  settings: RoadmapSettings;
}

/** What exports and the presentation load and draw: the roadmap as it is on screen. */
export function useDrawingSource({ fullPath, subject, settings }: DrawnRoadmap): SlidesWanted {
  const intl = useIntl();
  const client = useQueryClient();
  const timeframeText = useTimeframeText();
  const { id, view } = useCurrentView(settings);
  return {
    fullPath,
    name: subject,
    view: id === overviewName ? intl.formatMessage(linkMessages.overview) : (view?.name ?? null),
    settings,
    intl,
    timeframeText,
    milestones: async (timeframe, today) => {
      const days = { start: formatDay(timeframe.from), end: formatDay(timeframe.to) };
      const nodes = await client.fetchQuery({ ...milestonesOf(fullPath, days), staleTime: 0 });
      return timelineMilestones(nodes, settings.milestonesType, timeframe, today, timeframeText);
    },
    summary: async (timeframe, today) =>
      settings.epicIid !== null || isBehindLink()
        ? null
        : client.fetchQuery({ ...summaryQuery(fullPath, settings, timeframe, today), staleTime: 0 }),
    datesBefore: (snapshotId, ids) => client.fetchQuery(datesBeforeQuery(fullPath, snapshotId, ids)),
    removedSince: (snapshotId) => client.fetchQuery(removedQuery(fullPath, snapshotId, settings)),
  };
}
