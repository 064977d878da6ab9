import { queryOptions } from '@tanstack/react-query';
import { ChangeRefusedError, MissingError } from '../../app/errors.ts';
import { request } from '../../app/graphql.ts';
import type { IssuePageQuery } from '../../gen/graphql.ts';
import { graphql } from '../../gen/gql.ts';

const issuePage = graphql(`
  query issuePage($fullPath: ID!, $iid: String!) {
    project(fullPath: $fullPath) {
      id
      issue(iid: $iid) {
        id
        iid
        title
        state
        type
        descriptionHtml
        confidential
        discussionLocked
        blocked
        createdAt
        closedAt
        dueDate
        weight
        healthStatus
        reference(full: true)
        author {
          id
          name
          username
          avatarUrl
        }
        assignees {
          nodes {
            id
            name
            username
            avatarUrl
          }
        }
        taskCompletionStatus {
          count
          completedCount
        }
        epic {
          id
          title
          webPath
          reference(full: true)
        }
        labels {
          nodes {
            id
            title
            color
            description
          }
        }
        milestone {
          id
          title
          startDate
          dueDate
          webPath
        }
        iteration {
          id
          title
          startDate
          dueDate
          iterationCadence {
            id
            title
          }
        }
        linkedWorkItems {
          nodes {
            linkId
            linkType
            workItem {
              id
              title
              state
              reference(full: true)
              webPath
              workItemType {
                id
                name
              }
            }
          }
        }
        userPermissions {
          updateIssue
        }
      }
    }
  }
`);

const setIssueState = graphql(`
  mutation setIssueState($input: UpdateIssueInput!) {
    updateIssue(input: $input) {
      errors
      issue {
        id
        state
      }
    }
  }
`);

export type IssueView = NonNullable<NonNullable<IssuePageQuery['project']>['issue']>;
export type LinkView = NonNullable<NonNullable<NonNullable<IssueView['linkedWorkItems']>['nodes']>[number]>;

/** Everything the page shows of an issue. */
export function issueQuery(fullPath: string, iid: string) {
  return queryOptions({
    queryKey: ['issue', fullPath, iid],
    queryFn: async ({ signal }): Promise<IssueView> => {
      const { project } = await request(issuePage, { fullPath, iid }, signal);
      if (!project?.issue) throw new MissingError('Issue');
      return project.issue;
    },
  });
}

/** Closes or reopens; gives the state that the server says it has now. */
export async function changeIssueState(
  projectPath: string,
  iid: string,
  stateEvent: 'CLOSE' | 'REOPEN',
): Promise<IssueView['state']> {
  const { updateIssue } = await request(setIssueState, { input: { projectPath, iid, stateEvent } });
  if (!updateIssue?.issue) throw new ChangeRefusedError(updateIssue?.errors ?? []);
  return updateIssue.issue.state;
}
