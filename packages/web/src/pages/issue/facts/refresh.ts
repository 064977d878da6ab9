import { useQueryClient } from '@tanstack/react-query';
import { type GraphQLDocument, request } from '../../../platform/api/graphql.ts';
import { refreshFields } from '../../../platform/api/optimistic.ts';
import type { IssueView } from '../data/api.ts';
import { issueQuery } from '../data/api.ts';
import { graphql } from '../../../gen/gql.ts';

const confidentialityDocument = graphql(`
  query issueConfidentiality($fullPath: ID!, $iid: String!) {
    project(fullPath: $fullPath) {
      id
      issue(iid: $iid) {
        id
        confidential
      }
    }
  }
`);

const healthDocument = graphql(`
  query issueHealth($fullPath: ID!, $iid: String!) {
    project(fullPath: $fullPath) {
      id
      issue(iid: $iid) {
        id
        healthStatus
      }
    }
  }
`);

const severityDocument = graphql(`
  query issueSeverity($fullPath: ID!, $iid: String!) {
    project(fullPath: $fullPath) {
      id
      issue(iid: $iid) {
        id
        severity
      }
    }
  }
`);

const iterationDocument = graphql(`
  query issueIteration($fullPath: ID!, $iid: String!) {
    project(fullPath: $fullPath) {
      id
      issue(iid: $iid) {
        id
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
      }
    }
  }
`);

interface IssueAddress {
  fullPath: string;
  iid: string;
}

/** Each refetches one field right before it is edited, and shows the current value. */
export function useFactRefresh({ fullPath, iid }: IssueAddress) {
  const client = useQueryClient();
  const { queryKey } = issueQuery(fullPath, iid);
  const issueAddress = { fullPath, iid };
  const refreshFrom =
    <Answer extends { project?: { issue?: Partial<IssueView> | null } | null }>(
      document: GraphQLDocument<Answer, IssueAddress>,
    ) =>
    (): Promise<void> =>
      refreshFields<IssueView>(client, queryKey, async () => (await request(document, issueAddress)).project?.issue);
  return {
    confidentiality: refreshFrom(confidentialityDocument),
    health: refreshFrom(healthDocument),
    severity: refreshFrom(severityDocument),
    iteration: refreshFrom(iterationDocument),
  };
}
