import type {
  NamespaceId,
  UserId,
  VulnerabilityId,
  VulnerabilityIssueLinkId,
  VulnerabilityScanId,
  VulnerabilityTransitionId,
  WorkItemId,
} from '@milepost/core/ids';
import type {
  DismissalReason,
  VulnerabilityConfidence,
  VulnerabilityIdentifier,
  VulnerabilityIssueLinkType,
  VulnerabilityReference,
  VulnerabilityReportType,
  VulnerabilitySeverity,
  VulnerabilityState,
} from '@milepost/core/security/vulnerabilities';
import type { ColumnType } from 'kysely';
import type { Computed, Generated, GeneratedTime, NullableTime, Optional } from '../../platform/database/tables.ts';

export interface VulnerabilityScanTable {
  id: Generated<VulnerabilityScanId>;
  projectId: NamespaceId;
  authorId: Optional<UserId>;
  branch: string;
  scanner: string;
  scannerVersion: Optional<string>;
  reportType: VulnerabilityReportType;
  isSuccessful: boolean;
  findingCount: number;
  scannedAt: Date;
  createdAt: GeneratedTime;
}

/** Stored as JSON, which is written as text. */
type Json<T> = ColumnType<T, string | undefined, string>;

export interface VulnerabilityTable {
  id: Generated<VulnerabilityId>;
  projectId: NamespaceId;
  authorId: Optional<UserId>;
  branch: string;
  scanner: string;
  reportType: VulnerabilityReportType;
  fingerprint: string;
  title: string;
  description: string;
  solution: string;
  severity: VulnerabilitySeverity;
  severityRank: Computed<number>;
  confidence: VulnerabilityConfidence;
  locationPath: Optional<string>;
  locationLine: Optional<number>;
  locationEndLine: Optional<number>;
  locationSubject: Optional<string>;
  identifiers: Json<VulnerabilityIdentifier[]>;
  links: Json<VulnerabilityReference[]>;
  state: Generated<VulnerabilityState>;
  isMissing: Generated<boolean>;
  detectedAt: GeneratedTime;
  updatedAt: GeneratedTime;
  confirmedAt: NullableTime;
  confirmedById: Optional<UserId>;
  resolvedAt: NullableTime;
  resolvedById: Optional<UserId>;
  dismissedAt: NullableTime;
  dismissedById: Optional<UserId>;
}

export interface VulnerabilityTransitionTable {
  id: Generated<VulnerabilityTransitionId>;
  vulnerabilityId: VulnerabilityId;
  fromState: VulnerabilityState;
  toState: VulnerabilityState;
  authorId: Optional<UserId>;
  comment: Optional<string>;
  dismissalReason: Optional<DismissalReason>;
  createdAt: GeneratedTime;
}

export interface VulnerabilityIssueLinkTable {
  id: Generated<VulnerabilityIssueLinkId>;
  vulnerabilityId: VulnerabilityId;
  workItemId: WorkItemId;
  type: Generated<VulnerabilityIssueLinkType>;
  authorId: Optional<UserId>;
  createdAt: GeneratedTime;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    vulnerabilityScans: VulnerabilityScanTable;
    vulnerabilities: VulnerabilityTable;
    vulnerabilityTransitions: VulnerabilityTransitionTable;
    vulnerabilityIssueLinks: VulnerabilityIssueLinkTable;
  }
}
