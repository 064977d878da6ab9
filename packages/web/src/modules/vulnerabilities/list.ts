import { graphql } from '../../gen/gql.ts';
import type {
  VulnerabilityReportType,
  VulnerabilitySeverity,
  VulnerabilitySort,
  VulnerabilityState,
} from '../../gen/graphql.ts';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { graphqlPages } from '../../platform/api/queries.ts';
import { vulnerabilitiesKey } from './api.ts';

const groupVulnerabilities = graphql(`
  query groupVulnerabilities(
    $fullPath: ID!
    $state: [VulnerabilityState!]
    $severity: [VulnerabilitySeverity!]
    $reportType: [VulnerabilityReportType!]
    $scanner: [String!]
    $hasIssues: Boolean
    $hasResolution: Boolean
    $search: String
    $sort: VulnerabilitySort
    $after: String
  ) {
    namespace: group(fullPath: $fullPath) {
      id
      hasVulnerabilityReports
      vulnerabilityScannerNames
      userPermissions {
        adminVulnerabilities
      }
      counts: vulnerabilitySeveritiesCount(
        state: $state
        reportType: $reportType
        scanner: $scanner
        hasIssues: $hasIssues
        hasResolution: $hasResolution
        search: $search
      ) {
        critical
        high
        medium
        low
        info
        unknown
      }
      vulnerabilities(
        state: $state
        severity: $severity
        reportType: $reportType
        scanner: $scanner
        hasIssues: $hasIssues
        hasResolution: $hasResolution
        search: $search
        sort: $sort
        first: 50
        after: $after
      ) {
        nodes {
          ...ListedVulnerability
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

const projectVulnerabilities = graphql(`
  query projectVulnerabilities(
    $fullPath: ID!
    $state: [VulnerabilityState!]
    $severity: [VulnerabilitySeverity!]
    $reportType: [VulnerabilityReportType!]
    $scanner: [String!]
    $hasIssues: Boolean
    $hasResolution: Boolean
    $search: String
    $sort: VulnerabilitySort
    $after: String
  ) {
    namespace: project(fullPath: $fullPath) {
      id
      hasVulnerabilityReports
      vulnerabilityScannerNames
      userPermissions {
        adminVulnerabilities
      }
      counts: vulnerabilitySeveritiesCount(
        state: $state
        reportType: $reportType
        scanner: $scanner
        hasIssues: $hasIssues
        hasResolution: $hasResolution
        search: $search
      ) {
        critical
        high
        medium
        low
        info
        unknown
      }
      vulnerabilities(
        state: $state
        severity: $severity
        reportType: $reportType
        scanner: $scanner
        hasIssues: $hasIssues
        hasResolution: $hasResolution
        search: $search
        sort: $sort
        first: 50
        after: $after
      ) {
        nodes {
          ...ListedVulnerability
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export interface VulnerabilityListFilter {
  state?: VulnerabilityState[];
  severity?: VulnerabilitySeverity[];
  reportType?: VulnerabilityReportType[];
  scanner?: string[];
  hasIssues?: boolean;
  hasResolution?: boolean;
  search?: string;
  sort: VulnerabilitySort;
}

export function vulnerabilitiesPages({ kind, fullPath }: NamespaceRef, filter: VulnerabilityListFilter) {
  return graphqlPages(
    [...vulnerabilitiesKey, kind, fullPath, filter],
    kind === 'group' ? groupVulnerabilities : projectVulnerabilities,
    { fullPath, ...filter },
    ({ namespace }) => namespace?.vulnerabilities,
  );
}
