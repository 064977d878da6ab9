import { queryOptions } from '@tanstack/react-query';
import { takeAnsweredTo, takeOrRequest } from '../../../platform/api/prefetch.ts';
import { NotFoundError } from '../../../platform/api/errors.ts';
import { accepted, request } from '../../../platform/api/graphql.ts';
import type { IssuePageQuery, UpdateIssuableSeverityMutationVariables } from '../../../gen/graphql.ts';
import { graphql } from '../../../gen/gql.ts';
import { issuePage } from './operation.ts';

const setIssueConfidentiality = graphql(`
  mutation setIssueConfidentiality($input: IssueSetConfidentialInput!) {
    issueSetConfidential(input: $input) {
      errors
      issue {
        id
        confidential
      }
    }
  }
`);

const setIssueLock = graphql(`
  mutation setIssueLock($input: IssueSetLockedInput!) {
    issueSetLocked(input: $input) {
      errors
      issue {
        id
        discussionLocked
      }
    }
  }
`);

const promoteToEpicDocument = graphql(`
  mutation promoteToEpic($input: PromoteToEpicInput!) {
    promoteToEpic(input: $input) {
      errors
      epic {
        id
        webPath
      }
    }
  }
`);

const moveIssueDocument = graphql(`
  mutation moveIssue($input: IssueMoveInput!) {
    issueMove(input: $input) {
      errors
      issue {
        id
        webPath
      }
    }
  }
`);

const updateIssuableSeverity = graphql(`
  mutation updateIssuableSeverity(
    $projectPath: ID!
    $severity: IssuableSeverity!
    $iid: String!
    $valuesRead: WorkItemValuesReadInput
  ) {
    issuableSetSeverity: issueSetSeverity(
      input: { projectPath: $projectPath, severity: $severity, iid: $iid, valuesRead: $valuesRead }
    ) {
      issue {
        iid
        id
        severity
      }
      errors
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

/** All data of the issue page. */
export function issueQuery(fullPath: string, iid: string) {
  return queryOptions({
    queryKey: ['issue', fullPath, iid],
    queryFn: async ({ signal }): Promise<IssueView> => {
      const { project } = await takeOrRequest(issuePage, { fullPath, iid }, signal);
      if (!project?.issue) throw new NotFoundError('Issue');
      return project.issue;
    },
    initialData: () => takeAnsweredTo(issuePage, { fullPath, iid })?.project?.issue ?? undefined,
  });
}

/** Changes the confidentiality; returns the server's value. */
export async function changeConfidentiality(projectPath: string, iid: string, confidential: boolean): Promise<boolean> {
  const { issueSetConfidential } = await request(setIssueConfidentiality, {
    input: { projectPath, iid, confidential },
  });
  return accepted(issueSetConfidential, 'issue').confidential;
}

/** Locks or unlocks the discussion; returns the server's value. */
export async function changeLock(projectPath: string, iid: string, locked: boolean): Promise<boolean> {
  const { issueSetLocked } = await request(setIssueLock, { input: { projectPath, iid, locked } });
  return accepted(issueSetLocked, 'issue').discussionLocked;
}

export type SeverityChange = Pick<UpdateIssuableSeverityMutationVariables, 'severity' | 'valuesRead'>;

/** Throws if refused. */
export async function changeSeverity(projectPath: string, iid: string, change: SeverityChange): Promise<void> {
  const { issuableSetSeverity } = await request(updateIssuableSeverity, { projectPath, iid, ...change });
  accepted(issuableSetSeverity, 'issue');
}

/** Promotes it to an epic; returns the path of the epic's page. */
export async function promoteIssue(projectPath: string, iid: string): Promise<string> {
  const { promoteToEpic } = await request(promoteToEpicDocument, { input: { projectPath, iid } });
  return accepted(promoteToEpic, 'epic').webPath;
}

/** Moves it to another project; returns the path of its new page. */
export async function moveIssue(projectPath: string, iid: string, targetProjectPath: string): Promise<string> {
  const { issueMove } = await request(moveIssueDocument, { input: { projectPath, iid, targetProjectPath } });
  return accepted(issueMove, 'issue').webPath;
}

/** Closes or reopens; returns the state from the server's response. */
export async function changeIssueState(
  projectPath: string,
  iid: string,
  stateEvent: 'CLOSE' | 'REOPEN',
): Promise<IssueView['state']> {
  const { updateIssue } = await request(setIssueState, { input: { projectPath, iid, stateEvent } });
  return accepted(updateIssue, 'issue').state;
}
