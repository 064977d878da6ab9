import { queryOptions } from '@tanstack/react-query';
import { graphql } from '../../gen/gql.ts';
import { request } from '../../platform/api/graphql.ts';
import { readDay } from '../../ui/field/days.ts';

const epicSnapshotDates = graphql(`
  query epicSnapshotDates($fullPath: ID!, $iid: ID!) {
    group(fullPath: $fullPath) {
      id
      epic(iid: $iid) {
        id
        snapshotDates {
          dueDate
          snapshot {
            id
            name
            takenAt
          }
        }
      }
    }
  }
`);

/** The due date of an epic in one snapshot. */
export interface DueDateThen {
  id: string;
  name: string;
  takenAt: string;
  /** Days since 1970; null: it had none. */
  due: number | null;
}

/** The due dates of an epic in each snapshot, oldest first. */
export function dueDatesQuery(fullPath: string, iid: string) {
  return queryOptions({
    queryKey: ['snapshot-dates', fullPath, iid],
    queryFn: async ({ signal }): Promise<DueDateThen[]> => {
      const { group } = await request(epicSnapshotDates, { fullPath, iid }, signal);
      return (group?.epic?.snapshotDates ?? []).flatMap(({ snapshot, dueDate }) =>
        snapshot?.takenAt
          ? [{ id: snapshot.id, name: snapshot.name, takenAt: snapshot.takenAt, due: readDay(dueDate) }]
          : [],
      );
    },
  });
}
