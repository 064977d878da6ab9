import type { Finding } from '../../store/findings.ts';
import type { Scan } from './findings.ts';

/** Asks a report process for its next message. The path of the report is its argument. */
export interface ReportRequest {
  type: 'next';
}

/** Messages of the process: the scans, then their findings, a batch for each `next`. */
export type ReportReply =
  | { type: 'scans'; scans: (Omit<Scan, 'findings'> & { findingCount: number })[] }
  | { type: 'batch'; scan: number; findings: Finding[] }
  | { type: 'end' }
  | { type: 'invalid'; problem: string }
  | { type: 'tooManyResults' };
