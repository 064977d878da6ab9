import { createHash } from 'node:crypto';
import type { VulnerabilityReportType } from '@milepost/core/security/vulnerabilities';
import type { Finding } from '../../store/findings.ts';

/** One run of a scanner. */
export interface Scan {
  scanner: string;
  scannerVersion: string | null;
  reportType: VulnerabilityReportType;
  isSuccessful: boolean;
  /** ISO 8601; null when the report does not have it. */
  scannedAt: string | null;
  findings: Finding[];
}

/** A finding before its fingerprint is known. */
export interface IdentifiedFinding extends Omit<Finding, 'fingerprint'> {
  /** The parts that identify it, without the line number, which changes. */
  identity: readonly (string | null)[];
  /** Whether equal identities are the same finding. If not, findings on different lines are distinguished by their order. */
  isExact: boolean;
}

/** Gives every finding its fingerprint, and drops duplicates. */
export function fingerprinted(found: readonly IdentifiedFinding[]): Finding[] {
  const byIdentity = new Map<string, IdentifiedFinding[]>();
  for (const finding of found) {
    const key = JSON.stringify(finding.identity);
    const same = byIdentity.get(key);
    if (same) same.push(finding);
    else byIdentity.set(key, [finding]);
  }
  return [...byIdentity].flatMap(([key, same]) =>
    distinct(same).map(({ identity: _identity, isExact: _isExact, ...finding }, index) => ({
      ...finding,
      fingerprint: createHash('sha256')
        .update(index === 0 ? key : `${key} ${index}`)
        .digest('hex'),
    })),
  );
}

/** The findings on different lines, from top to bottom; only the first if equal identities are the same finding. */
function distinct(same: readonly IdentifiedFinding[]): readonly IdentifiedFinding[] {
  const [first] = same;
  if (first === undefined || first.isExact || same.length === 1) return first ? [first] : [];
  const byLine = new Map(same.map((finding) => [finding.location.line ?? 0, finding]));
  return [...byLine].sort(([one], [other]) => one - other).map(([, finding]) => finding);
}
