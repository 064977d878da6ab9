import { queryOptions } from '@tanstack/react-query';
import type { EpicPageQuery } from '../../gen/graphql.ts';
import { graphql } from '../../gen/gql.ts';
import { MissingError } from '../../app/errors.ts';
import { accepted, request } from '../../app/graphql.ts';

const epicPage = graphql(`
  query epicPage($fullPath: ID!, $iid: ID!) {
    group(fullPath: $fullPath) {
      id
      epic(iid: $iid) {
        id
        iid
        title
        state
        descriptionHtml
        color
        confidential
        createdAt
        closedAt
        reference(full: true)
        startDate
        startDateIsFixed
        startDateSourcingEpic {
          id
          title
        }
        startDateSourcingMilestone {
          id
          title
        }
        dueDate
        dueDateIsFixed
        dueDateSourcingEpic {
          id
          title
        }
        dueDateSourcingMilestone {
          id
          title
        }
        taskCompletionStatus {
          count
          completedCount
        }
        author {
          id
          name
          username
          avatarUrl
        }
        group {
          id
          fullName
          fullPath
        }
        labels {
          nodes {
            id
            title
            color
            description
          }
        }
        ancestors {
          nodes {
            id
            title
            webPath
          }
        }
        descendantCounts {
          openedEpics
          closedEpics
          openedIssues
          closedIssues
        }
        healthStatus {
          issuesOnTrack
          issuesNeedingAttention
          issuesAtRisk
        }
        webPath
        lockVersion
        awardEmoji {
          nodes {
            ...ShownReaction
          }
        }
        userPermissions {
          adminEpic
          createNote
        }
      }
    }
  }
`);

const setEpicState = graphql(`
  mutation setEpicState($input: UpdateEpicInput!) {
    updateEpic(input: $input) {
      errors
      epic {
        id
        state
      }
    }
  }
`);

export type EpicView = NonNullable<NonNullable<EpicPageQuery['group']>['epic']>;

/** Everything the page shows of an epic but its children. */
export function epicQuery(fullPath: string, iid: string) {
  return queryOptions({
    queryKey: ['epic', fullPath, iid],
    queryFn: async ({ signal }): Promise<EpicView> => {
      const { group } = await request(epicPage, { fullPath, iid }, signal);
      if (!group?.epic) throw new MissingError('Epic');
      return group.epic;
    },
  });
}

/** Closes or reopens; gives the state that the server says it has now. */
export async function changeEpicState(
  fullPath: string,
  iid: string,
  stateEvent: 'CLOSE' | 'REOPEN',
): Promise<EpicView['state']> {
  const { updateEpic } = await request(setEpicState, { input: { groupPath: fullPath, iid, stateEvent } });
  return accepted(updateEpic, 'epic').state;
}
