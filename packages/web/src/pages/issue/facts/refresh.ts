import { useQueryClient } from '@tanstack/react-query';
import { request } from '../../../platform/api/graphql.ts';
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
  const keep = (fact: Partial<IssueView> | null | undefined): void => {
    if (fact) client.setQueryData(queryKey, (now) => now && { ...now, ...fact });
  };
  const issueAddress = { fullPath, iid };
  return {
    confidentiality: async () => keep((await request(confidentialityDocument, issueAddress)).project?.issue),
    health: async () => keep((await request(healthDocument, issueAddress)).project?.issue),
    severity: async () => keep((await request(severityDocument, issueAddress)).project?.issue),
    iteration: async () => keep((await request(iterationDocument, issueAddress)).project?.issue),
  };
}
