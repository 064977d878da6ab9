import { queryOptions } from '@tanstack/react-query';
import { addDays, formatDay, parseDay, utcDayOf, type Day } from '@milepost/core/days';
import { graphql } from '../../../gen/gql.ts';
import { request } from '../../../platform/api/graphql.ts';

const roadmapRecords = graphql(`
  query roadmapRecords($fullPath: ID!) {
    group(fullPath: $fullPath) {
      id
      firstRecordedDay
    }
  }
`);

/** The first past day that the roadmap of a group can show; null without epics. */
export function firstRecordQuery(fullPath: string) {
  return queryOptions({
    queryKey: ['roadmapRecords', fullPath],
    queryFn: async ({ signal }): Promise<Day | null> =>
      parseDay(((await request(roadmapRecords, { fullPath }, signal)).group?.firstRecordedDay ?? '').slice(0, 10)),
    staleTime: 60_000,
  });
}

/** The last past day (UTC). */
export const yesterday = (): Day => addDays(utcDayOf(new Date()), -1);

/** Whether a roadmap has no records for this day. `first`: undefined while it is unknown. */
export function lacksRecords(day: string, first: Day | null | undefined): boolean {
  return day > formatDay(yesterday()) || (first !== undefined && (first === null || day < formatDay(first)));
}
