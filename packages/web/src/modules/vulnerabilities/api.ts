import type { VulnerabilityAction } from '@milepost/core/security/vulnerabilities';
import { queryOptions } from '@tanstack/react-query';
import { graphql } from '../../gen/gql.ts';
import type {
  ListedVulnerabilityFragment,
  OneVulnerabilityQuery,
  VulnerabilityDismissalReason,
} from '../../gen/graphql.ts';
import { NotFoundError } from '../../platform/api/errors.ts';
import { present, refuseUnlessDone, request } from '../../platform/api/graphql.ts';
import { sendJson } from '../../platform/api/http.ts';
import { restPath } from '../../platform/api/rest.ts';

graphql(`
  fragment ListedVulnerability on Vulnerability {
    id
    title
    state
    severity
    reportType
    scannerName
    resolvedOnDefaultBranch
    detectedAt
    vulnerabilityPath
    position {
      text
    }
    project {
      id
      fullPath
      nameWithNamespace
    }
    issueLinks {
      count
    }
    userPermissions {
      adminVulnerability
    }
  }
`);

const one = graphql(`
  query oneVulnerability($id: VulnerabilityID!) {
    vulnerability(id: $id) {
      ...ListedVulnerability
      description
      solution
      branch
      identifiers {
        name
        url
      }
      links {
        name
        url
      }
      stateTransitions {
        nodes {
          id
          fromState
          toState
          comment
          dismissalReason
          createdAt
          author {
            id
            name
            type
            webPath
          }
        }
      }
      linkedIssues: issueLinks {
        nodes {
          id
          linkType
          issue {
            id
            title
            state
            webPath
            reference(full: true)
          }
        }
      }
    }
  }
`);

const draftDocument = graphql(`
  query vulnerabilityIssueDraft($id: VulnerabilityID!) {
    vulnerability(id: $id) {
      id
      issueDraft {
        title
        description
      }
    }
  }
`);

const relatedDocument = graphql(`
  query relatedVulnerabilities($fullPath: ID!, $iid: String!) {
    project(fullPath: $fullPath) {
      id
      issue(iid: $iid) {
        id
        relatedVulnerabilities {
          nodes {
            ...ListedVulnerability
          }
        }
      }
    }
  }
`);

const confirmDocument = graphql(`
  mutation confirmVulnerability($id: VulnerabilityID!) {
    vulnerabilityConfirm(input: { id: $id }) {
      errors
    }
  }
`);
const resolveDocument = graphql(`
  mutation resolveVulnerability($id: VulnerabilityID!) {
    vulnerabilityResolve(input: { id: $id }) {
      errors
    }
  }
`);
const revertDocument = graphql(`
  mutation revertVulnerability($id: VulnerabilityID!) {
    vulnerabilityRevertToDetected(input: { id: $id }) {
      errors
    }
  }
`);
const dismissDocument = graphql(`
  mutation dismissVulnerability($id: VulnerabilityID!, $comment: String, $reason: VulnerabilityDismissalReason) {
    vulnerabilityDismiss(input: { id: $id, comment: $comment, dismissalReason: $reason }) {
      errors
    }
  }
`);

export type ListedVulnerability = ListedVulnerabilityFragment;
export type VulnerabilityView = NonNullable<OneVulnerabilityQuery['vulnerability']>;

export const vulnerabilitiesKey = ['vulnerabilities'] as const;

const globalIdOf = (number: string): string => `gid://gitlab/Vulnerability/${number}`;

/** One vulnerability by the number in its address. */
export function vulnerabilityQuery(number: string) {
  return queryOptions({
    queryKey: [...vulnerabilitiesKey, 'one', number],
    queryFn: async ({ signal }): Promise<VulnerabilityView> => {
      const { vulnerability } = await request(one, { id: globalIdOf(number) }, signal);
      if (!vulnerability) throw new NotFoundError('Vulnerability');
      return vulnerability;
    },
  });
}

/** Title and description of an issue about a vulnerability. */
export function issueDraftQuery(number: string) {
  return queryOptions({
    queryKey: [...vulnerabilitiesKey, 'draft', number],
    queryFn: async ({ signal }): Promise<{ title: string; description: string }> => {
      const { vulnerability } = await request(draftDocument, { id: globalIdOf(number) }, signal);
      if (!vulnerability) throw new NotFoundError('Vulnerability');
      return vulnerability.issueDraft;
    },
  });
}

/** The vulnerabilities of an issue that the viewer may see. */
export function relatedVulnerabilitiesQuery({ fullPath, iid }: { fullPath: string; iid: string }) {
  return queryOptions({
    queryKey: [...vulnerabilitiesKey, 'of-issue', fullPath, iid],
    queryFn: async ({ signal }): Promise<ListedVulnerability[]> => {
      const { project } = await request(relatedDocument, { fullPath, iid }, signal);
      return present(project?.issue?.relatedVulnerabilities?.nodes);
    },
  });
}

export interface Dismissal {
  comment?: string | null;
  reason?: VulnerabilityDismissalReason | null;
}

/** Moves one vulnerability to another state. */
export async function changeVulnerability(
  id: string,
  action: VulnerabilityAction,
  { comment = null, reason = null }: Dismissal = {},
): Promise<void> {
  switch (action) {
    case 'confirm':
      return refuseUnlessDone((await request(confirmDocument, { id })).vulnerabilityConfirm);
    case 'resolve':
      return refuseUnlessDone((await request(resolveDocument, { id })).vulnerabilityResolve);
    case 'revert':
      return refuseUnlessDone((await request(revertDocument, { id })).vulnerabilityRevertToDetected);
    case 'dismiss':
      return refuseUnlessDone((await request(dismissDocument, { id, comment, reason })).vulnerabilityDismiss);
  }
}

export interface ReportCounts {
  created: number;
  updated: number;
  unchanged: number;
  no_longer_detected: number;
}

/** Sends a report of a scanner. */
export function sendReport(fullPath: string, file: File): Promise<ReportCounts> {
  const body = new FormData();
  body.append('file', file);
  const path = restPath(`/projects/${encodeURIComponent(fullPath)}/vulnerability_reports`);
  return sendJson<ReportCounts>(path, { method: 'POST', body });
}
