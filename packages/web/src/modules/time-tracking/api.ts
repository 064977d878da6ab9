import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { accepted, present, request } from '../../platform/api/graphql.ts';
import { sendJson } from '../../platform/api/http.ts';
import { restPath } from '../../platform/api/rest.ts';
import { graphql } from '../../gen/gql.ts';

const timeDocument = graphql(`
  query timeTracking($fullPath: ID!, $iid: String!) {
    namespace(fullPath: $fullPath) {
      id
      workItem(iid: $iid) {
        id
        widgets(onlyTypes: [TIME_TRACKING]) {
          type
          ... on WorkItemWidgetTimeTracking {
            timeEstimate
            totalTimeSpent
            timelogs {
              nodes {
                id
                timeSpent
                spentAt
                summary
                user {
                  id
                  name
                  username
                  type
                  avatarUrl
                }
                userPermissions {
                  adminTimelog
                }
              }
            }
          }
        }
      }
    }
  }
`);

const createDocument = graphql(`
  mutation createTimelog($input: TimelogCreateInput!) {
    timelogCreate(input: $input) {
      errors
      timelog {
        id
      }
    }
  }
`);

const deleteDocument = graphql(`
  mutation deleteTimelog($input: TimelogDeleteInput!) {
    timelogDelete(input: $input) {
      errors
      timelog {
        id
      }
    }
  }
`);

/** The tracked issue. */
export interface TimedIssue {
  id: string;
  /** Of its project. */
  fullPath: string;
  iid: string;
}

/** Seconds estimated and spent, and each time log, latest first. */
export function timeQuery({ fullPath, iid }: Pick<TimedIssue, 'fullPath' | 'iid'>) {
  return queryOptions({
    queryKey: ['time-tracking', fullPath, iid],
    queryFn: async ({ signal }) => {
      const { namespace } = await request(timeDocument, { fullPath, iid }, signal);
      const widget = present(namespace?.workItem?.widgets).find((each) => 'timeEstimate' in each);
      const found = widget && 'timeEstimate' in widget ? widget : null;
      return {
        estimate: found?.timeEstimate ?? 0,
        spent: found?.totalTimeSpent ?? 0,
        timelogs: present(found?.timelogs?.nodes),
      };
    },
  });
}
export type ShownTime = Awaited<ReturnType<NonNullable<ReturnType<typeof timeQuery>['queryFn']>>>;
/** Nothing estimated and nothing spent; also the placeholder until the times are loaded. */
export const noTime: ShownTime = { estimate: 0, spent: 0, timelogs: [] };
export type ShownTimelog = ShownTime['timelogs'][number];

/** Adds and removes times of an issue and invalidates what shows them. */
export function useTimes(issue: TimedIssue) {
  const client = useQueryClient();
  const path = `/projects/${encodeURIComponent(issue.fullPath)}/issues/${issue.iid}`;
  const renewed = async (work: Promise<unknown>): Promise<void> => {
    await work;
    void client.invalidateQueries({ queryKey: ['activity'] });
    await client.invalidateQueries({ queryKey: timeQuery(issue).queryKey });
  };
  return {
    /** Null removes the estimate. */
    estimate: (duration: string | null) =>
      renewed(
        sendJson(restPath(`${path}/${duration === null ? 'reset_time_estimate' : 'time_estimate'}`), {
          method: 'POST',
          body: duration === null ? {} : { duration },
        }),
      ),
    log: (input: { timeSpent: string; summary: string; spentAt: string | null }) =>
      renewed(
        request(createDocument, { input: { issuableId: issue.id, ...input } }).then((answer) =>
          accepted(answer.timelogCreate, 'timelog'),
        ),
      ),
    remove: (id: string) =>
      renewed(request(deleteDocument, { input: { id } }).then((answer) => accepted(answer.timelogDelete, 'timelog'))),
  };
}
