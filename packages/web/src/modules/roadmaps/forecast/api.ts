import { queryOptions } from '@tanstack/react-query';
import type { Day } from '@milepost/core/days';
import { formatDay } from '@milepost/core/days';
import { NotFoundError } from '../../../platform/api/errors.ts';
import { request } from '../../../platform/api/graphql.ts';
import { graphql } from '../../../gen/gql.ts';
import type { ForecastPartsFragment } from '../../../gen/graphql.ts';

graphql(`
  fragment ForecastParts on Forecast {
    obstacle
    openIssues
    share
    weeks {
      start
      closedIssues
    }
  }
`);

const epicForecast = graphql(`
  query epicForecast($fullPath: ID!, $iid: ID!, $today: Date!) {
    group(fullPath: $fullPath) {
      id
      epic(iid: $iid) {
        id
        forecast(today: $today) {
          ...ForecastParts
        }
      }
    }
  }
`);

const milestoneForecast = graphql(`
  query milestoneForecast($id: MilestoneID!, $today: Date!) {
    milestone(id: $id) {
      id
      forecast(today: $today) {
        ...ForecastParts
      }
    }
  }
`);

export type ForecastItem = { kind: 'epic'; fullPath: string; iid: string } | { kind: 'milestone'; id: string };

export type ForecastView = ForecastPartsFragment & { itemId: string };

/** The samples of a forecast; the page simulates with them. */
export function forecastQuery(item: ForecastItem, day: Day) {
  const today = formatDay(day);
  return queryOptions({
    queryKey: ['forecast', item, today],
    queryFn: async ({ signal }): Promise<ForecastView> => {
      const found =
        item.kind === 'epic'
          ? (await request(epicForecast, { fullPath: item.fullPath, iid: item.iid, today }, signal)).group?.epic
          : (await request(milestoneForecast, { id: item.id, today }, signal)).milestone;
      if (!found?.forecast) throw new NotFoundError('There is no such item');
      return { ...found.forecast, itemId: found.id };
    },
  });
}
