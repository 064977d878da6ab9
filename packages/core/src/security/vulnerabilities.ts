export const vulnerabilityStates = ['detected', 'confirmed', 'resolved', 'dismissed'] as const;
export type VulnerabilityState = (typeof vulnerabilityStates)[number];

/** From the least to the most severe. */
export const vulnerabilitySeverities = ['info', 'unknown', 'low', 'medium', 'high', 'critical'] as const;
export type VulnerabilitySeverity = (typeof vulnerabilitySeverities)[number];

export const vulnerabilityConfidences = [
  'ignore',
  'unknown',
  'experimental',
  'low',
  'medium',
  'high',
  'confirmed',
] as const;
export type VulnerabilityConfidence = (typeof vulnerabilityConfidences)[number];

/** The kinds of scans that security reports name. SARIF does not name one: its findings are of static analysis, `sast`. */
export const vulnerabilityReportTypes = [
  'sast',
  'dependency_scanning',
  'container_scanning',
  'dast',
  'secret_detection',
  'coverage_fuzzing',
  'api_fuzzing',
  'cluster_image_scanning',
  'generic',
] as const;
export type VulnerabilityReportType = (typeof vulnerabilityReportTypes)[number];

export const dismissalReasons = [
  'acceptable_risk',
  'false_positive',
  'mitigating_control',
  'used_in_tests',
  'not_applicable',
] as const;
export type DismissalReason = (typeof dismissalReasons)[number];

export const vulnerabilityActions = ['confirm', 'resolve', 'dismiss', 'revert'] as const;
export type VulnerabilityAction = (typeof vulnerabilityActions)[number];

/** The state that an action leads to, from any other. */
export const stateAfter: Readonly<Record<VulnerabilityAction, VulnerabilityState>> = {
  confirm: 'confirmed',
  resolve: 'resolved',
  dismiss: 'dismissed',
  revert: 'detected',
};

export const vulnerabilityIssueLinkTypes = ['related', 'created'] as const;
export type VulnerabilityIssueLinkType = (typeof vulnerabilityIssueLinkTypes)[number];

/** Maximum bytes of a report. */
export const MAX_REPORT_BYTES = 50 * 1024 * 1024;
/** Maximum results of a report, in all its runs. */
export const MAX_REPORT_RESULTS = 20_000;
export const MAX_VULNERABILITY_TITLE_LENGTH = 255;
/** Longer texts of a report are cut. */
export const MAX_VULNERABILITY_TEXT_LENGTH = 10_000;
export const MAX_DISMISSAL_COMMENT_LENGTH = 50_000;
/** Maximum number of issues linked with one vulnerability. */
export const MAX_VULNERABILITY_ISSUE_LINKS = 100;

/** The location of a finding; parts that the report does not name are null. */
export interface VulnerabilityLocation {
  /** Relative to the root of the repository, as far as the report names it. Never opened: for display. */
  path: string | null;
  line: number | null;
  endLine: number | null;
  /** A package, image or address, for findings outside of files. */
  subject: string | null;
}

/** A rule or catalog entry: CWE-79, CVE-2024-1, `no-eval`. */
export interface VulnerabilityIdentifier {
  type: string;
  name: string;
  value: string;
  url: string | null;
}

export interface VulnerabilityReference {
  name: string | null;
  url: string;
}

/** `src/cart.js:4`, or the package or image; null when the report names neither. */
export function locationText({ path, line, subject }: VulnerabilityLocation): string | null {
  if (path === null) return subject;
  return line === null ? path : `${path}:${line}`;
}

/** The severity of a score from 0 to 10. */
export function severityOfScore(score: number): VulnerabilitySeverity {
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  return score > 0 ? 'low' : 'info';
}
