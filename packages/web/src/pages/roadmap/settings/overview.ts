import { formatDay, localDayOf } from '@milepost/core/days';
import { argumentsOf } from '@milepost/core/roadmap/arguments';
import { openingOf, unknownFacts } from '@milepost/core/roadmap/opening/query';
import type { OpeningFacts } from '@milepost/core/roadmap/opening/facts';
import { readSettings } from '@milepost/core/roadmap/settings';
import { graphql } from '../../../gen/gql.ts';
import { request } from '../../../platform/api/graphql.ts';
import { once } from '../../../platform/loading/first-paint.ts';
import { session } from '../../../platform/session/session.ts';
import { metricsAt, openingCellWidth } from '../../../timeline/metrics.ts';
import { expectedRoom, firstPaintMain, trackWidthIn } from '../../../timeline/room.ts';
import { addressOf, setOverview } from './known-settings.ts';

const roadmapOverview = graphql(`
  query roadmapOverview($fullPath: ID!, $iid: ID, $includeDescendantGroups: Boolean, $firstWeekday: Int) {
    group(fullPath: $fullPath) {
      id
      roadmapOverview(iid: $iid, includeDescendantGroups: $includeDescendantGroups, firstWeekday: $firstWeekday)
        @filtered(list: epics)
    }
  }
`);

/** What decides how the overview opens that the address of the page names; it follows at the end of the page. */
type OverviewOfPage = OpeningFacts & { fullPath: string };

/** Chooses how a group's overview opens, from facts that came with the page or are fetched, and the width of the chart. */
export async function openOverview(fullPath: string, search: string): Promise<void> {
  if (session().sharedRoadmap) return;
  if (document.readyState === 'loading') await once(document, 'readystatechange');
  const overview = JSON.parse(document.getElementById('late')?.textContent ?? 'null') as OverviewOfPage | null;
  const isOfPage = overview?.fullPath === fullPath && window.location.search === search;
  const facts = isOfPage ? overview : await fetchFacts(fullPath, search);
  const room = expectedRoom(document.querySelector('main') ?? document.querySelector(`[${firstPaintMain}]`));
  const metrics = metricsAt(room.windowWidth);
  const width = trackWidthIn(room, metrics);
  const chart = {
    width,
    room: Math.max(1, width - metrics.rightSpace),
    leastWidth: (layout: Parameters<typeof openingCellWidth>[0]) => openingCellWidth(layout, metrics.isPhone),
    firstWeekday: session().firstWeekday,
  };
  setOverview(fullPath, openingOf(localDayOf(new Date()), chart, facts));
}

async function fetchFacts(fullPath: string, search: string): Promise<OpeningFacts> {
  const today = localDayOf(new Date());
  const settings = readSettings(addressOf(search));
  const {
    state: _state,
    sort: _sort,
    timeframe: _timeframe,
    topLevelHierarchyOnly: _top,
    ...filters
  } = argumentsOf(fullPath, settings, { from: today, to: today }, today);
  const variables = { ...filters, today: formatDay(today), firstWeekday: session().firstWeekday };
  // The page reports a failure of its own request.
  const answer = await request(roadmapOverview, variables).catch(() => null);
  return (answer?.group?.roadmapOverview as OpeningFacts | null | undefined) ?? unknownFacts;
}
