import type { Finding } from '../../store/findings.ts';
import type { Scan } from './findings.ts';

/** The start data of the thread that reads a report. */
export interface ReportData {
  file: string;
}

/** Messages of the thread: the scans, then their findings, a batch for each `next`. */
export type ReportReply =
  | { type: 'scans'; scans: (Omit<Scan, 'findings'> & { findingCount: number })[] }
  | { type: 'batch'; scan: number; findings: Finding[] }
  | { type: 'end' }
  | { type: 'invalid'; problem: string }
  | { type: 'tooManyResults' };
