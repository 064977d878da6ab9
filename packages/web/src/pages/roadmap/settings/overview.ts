import { localDayOf } from '@milepost/core/days';
import { parseColorKey } from '@milepost/core/roadmap/appearance';
import { defaultOverview, overviewQuery, type OverviewFacts } from '@milepost/core/roadmap/overview';
import { graphql } from '../../../gen/gql.ts';
import { request } from '../../../platform/api/graphql.ts';
import { session } from '../../../platform/session/session.ts';
import { metricsAt } from '../../../timeline/metrics.ts';
import { expectedRoom, firstPaintMain, trackWidthIn } from '../../../timeline/room.ts';
import { setOverview } from './remembered.ts';

const roadmapOverview = graphql(`
  query roadmapOverview($fullPath: ID!) {
    group(fullPath: $fullPath) {
      id
      roadmapOverview
    }
  }
`);

/** Computes the settings of a group's overview from what came with the page or is fetched, and from the width of the chart. */
export async function openOverview(fullPath: string): Promise<void> {
  if (session().sharedRoadmap) return;
  const { overview } = session().roadmaps;
  const facts = overview?.fullPath === fullPath ? factsOf(overview) : await fetchFacts(fullPath);
  setOverview(fullPath, overviewQuery(localDayOf(new Date()), chartWidth(), facts));
}

async function fetchFacts(fullPath: string): Promise<OverviewFacts> {
  // The page reports a failure of its own request.
  const answer = await request(roadmapOverview, { fullPath }).catch(() => null);
  const facts = answer?.group?.roadmapOverview as { colorBy: string; state: string } | null | undefined;
  return facts ? factsOf(facts) : defaultOverview;
}

function factsOf({ colorBy, state }: { colorBy: string; state: string }): OverviewFacts {
  return { colorBy: parseColorKey(colorBy), state: state === 'all' ? 'all' : 'opened' };
}

function chartWidth(): number {
  const room = expectedRoom(document.querySelector('main') ?? document.querySelector(`[${firstPaintMain}]`));
  return trackWidthIn(room, metricsAt(room.windowWidth));
}
