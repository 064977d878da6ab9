import { digitsOf } from '@milepost/core/global-ids';
import type { ApprovalStatus } from '@milepost/core/deployments/approvals';
import type { EnvironmentTier } from '@milepost/core/deployments/environments';
import { graphql } from '../../gen/gql.ts';
import type { EnvironmentViewFragment, ShownDeploymentFragment, WaitingDeploymentFragment } from '../../gen/graphql.ts';
import { accepted, request } from '../../platform/api/graphql.ts';
import { sendJson } from '../../platform/api/http.ts';
import { graphqlPages, graphqlQuery } from '../../platform/api/queries.ts';
import { restPath } from '../../platform/api/rest.ts';

graphql(`
  fragment ShownDeployment on Deployment {
    id
    status
    ref
    sha
    createdAt
    updatedAt
    finishedAt
    triggerer {
      id
      name
      avatarUrl
      type
    }
  }
`);

graphql(`
  fragment WaitingDeployment on Deployment {
    ...ShownDeployment
    environment {
      id
      name
    }
    userPermissions {
      approveDeployment
    }
    approvalSummary {
      totalPendingApprovalCount
      rules {
        name
        requiredApprovals
        approvedCount
        pendingApprovalCount
        canApprove
        approvals {
          status
          comment
          user {
            id
            name
            avatarUrl
            type
          }
        }
      }
    }
  }
`);

graphql(`
  fragment EnvironmentView on Environment {
    id
    name
    tier
    state
    externalUrl
    isProtected
    requiredApprovalCount
    recentStatuses
    deploymentsPerWeek
    currentDeployment {
      ...ShownDeployment
    }
    latestDeployment {
      ...ShownDeployment
    }
  }
`);

const environmentsDocument = graphql(`
  query environments($fullPath: ID!, $states: [String!], $after: String) {
    project(fullPath: $fullPath) {
      id
      environmentCounts {
        active
        stopped
      }
      userPermissions {
        createEnvironment
        destroyEnvironment
      }
      environments(first: 20, after: $after, states: $states) {
        nodes {
          ...EnvironmentView
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

const waitingDocument = graphql(`
  query waitingDeployments($fullPath: ID!) {
    project(fullPath: $fullPath) {
      id
      deployments(first: 50, status: BLOCKED) {
        nodes {
          ...WaitingDeployment
        }
      }
    }
  }
`);

const deploymentsDocument = graphql(`
  query deployments($fullPath: ID!, $environmentId: ID, $after: String) {
    project(fullPath: $fullPath) {
      id
      deployments(first: 20, after: $after, environmentId: $environmentId) {
        nodes {
          ...ShownDeployment
          environment {
            id
            name
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

const approveDocument = graphql(`
  mutation approveDeployment($input: ApproveDeploymentInput!) {
    approveDeployment(input: $input) {
      deploymentApproval {
        status
      }
      errors
    }
  }
`);

const createDocument = graphql(`
  mutation environmentCreate($input: EnvironmentCreateInput!) {
    environmentCreate(input: $input) {
      environment {
        id
      }
      errors
    }
  }
`);

export type EnvironmentView = EnvironmentViewFragment;
export type DeploymentView = ShownDeploymentFragment;
export type WaitingView = WaitingDeploymentFragment;
export type ListedDeployment = DeploymentView & { environment?: { id: string; name: string } | null };

/** Everything about the environments of a project. */
export const environmentsKey = (fullPath: string) => ['environments', fullPath] as const;

export const environmentsPages = (fullPath: string, tab: 'active' | 'stopped') =>
  graphqlPages(
    [...environmentsKey(fullPath), tab],
    environmentsDocument,
    { fullPath, states: tab === 'active' ? ['available', 'stopping'] : ['stopped'] },
    ({ project }) => project?.environments,
  );

export const waitingQuery = (fullPath: string) =>
  graphqlQuery([...environmentsKey(fullPath), 'waiting'], waitingDocument, { fullPath });

export const deploymentsPages = (fullPath: string, environmentId: string | null) =>
  graphqlPages(
    [...environmentsKey(fullPath), 'deployments', environmentId],
    deploymentsDocument,
    { fullPath, environmentId },
    ({ project }) => project?.deployments,
  );

/** Approves or rejects. Throws ChangeRefusedError with the server's message. */
export async function decide(
  id: string,
  { status, comment, rule }: { status: ApprovalStatus; comment: string; rule: string },
): Promise<void> {
  const input = { id, status: status === 'approved' ? 'APPROVED' : 'REJECTED', comment, representedAs: rule } as const;
  accepted((await request(approveDocument, { input })).approveDeployment, 'deploymentApproval');
}

export interface EnvironmentDraft {
  name: string;
  externalUrl: string;
  tier: EnvironmentTier | '';
}

export async function createEnvironment(fullPath: string, { name, externalUrl, tier }: EnvironmentDraft) {
  const input = {
    projectPath: fullPath,
    name,
    externalUrl,
    tier: tier === '' ? null : (tier.toUpperCase() as Uppercase<EnvironmentTier>),
  };
  accepted((await request(createDocument, { input })).environmentCreate, 'environment');
}

const pathOf = (fullPath: string, id: string, rest = ''): string =>
  restPath(`/projects/${encodeURIComponent(fullPath)}/environments/${digitsOf(id)}${rest}`);

export async function stopEnvironment(fullPath: string, id: string): Promise<void> {
  await sendJson(pathOf(fullPath, id, '/stop'), { method: 'POST' });
}

export async function deleteEnvironment(fullPath: string, id: string): Promise<void> {
  await sendJson(pathOf(fullPath, id), { method: 'DELETE' });
}
