import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { MAX_REPORT_RESULTS } from '@milepost/core/security/vulnerabilities';
import type { Finding } from '../../store/findings.ts';
import type { Scan } from './findings.ts';
import type { ReportReply } from './messages.ts';
import { readSarif } from './sarif.ts';
import { readSecurityReport } from './security-report.ts';
import { checkShape, TooManyResultsError } from './shape.ts';
import { Part, ReportFormatError } from './values.ts';

/* The code of the process that reads one report; its argument is the path. */

/** Findings and characters of a message: the server copies it in some milliseconds. */
const MAX_BATCH_FINDINGS = 500;
const MAX_BATCH_LENGTH = 500_000;
/** Characters of the texts of all results, which the server holds until they are stored. */
const MAX_TEXTS_LENGTH = 100_000_000;

const replies = repliesTo(process.argv[2] ?? '');
process.on('message', () => reply(replies.next().value ?? { type: 'end' }));

function reply(message: ReportReply): void {
  process.send?.(message);
}

function* repliesTo(file: string): Generator<ReportReply> {
  const scans = scansOrProblem(file);
  if (!Array.isArray(scans)) {
    yield scans;
    return;
  }
  yield { type: 'scans', scans: scans.map(({ findings, ...scan }) => ({ ...scan, findingCount: findings.length })) };
  for (const [scan, { findings }] of scans.entries()) {
    for (const batch of batchesOf(findings)) yield { type: 'batch', scan, findings: batch };
  }
}

function scansOrProblem(file: string): Scan[] | ReportReply {
  try {
    return scansIn(readFileSync(file));
  } catch (error) {
    if (error instanceof TooManyResultsError) return { type: 'tooManyResults' };
    if (error instanceof ReportFormatError) return { type: 'invalid', problem: error.message };
    throw error;
  }
}

function scansIn(bytes: Buffer): Scan[] {
  const report = new Part(parse(bytes));
  const isSarif = !report.at('runs').isMissing || report.at('$schema').text()?.includes('sarif');
  const scans = isSarif ? readSarif(report) : readSecurityReport(report);
  const count = scans.reduce((sum, { findings }) => sum + findings.length, 0);
  if (count > MAX_REPORT_RESULTS) throw new TooManyResultsError();
  requireShortTexts(scans);
  return scans;
}

/** Results share the text of their rule, so that a short report can have texts which no process can hold. */
function requireShortTexts(scans: readonly Scan[]): void {
  let length = 0;
  for (const { findings } of scans) {
    for (const { description, solution } of findings) length += description.length + solution.length;
  }
  if (length <= MAX_TEXTS_LENGTH) return;
  throw new ReportFormatError('$', `has results with more than ${MAX_TEXTS_LENGTH.toLocaleString('en-US')} characters`);
}

function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new ReportFormatError('$', 'is not UTF-8');
  checkShape(bytes);
  try {
    // Some tools write a byte order mark.
    return JSON.parse(bytes.toString().replace(/^\uFEFF/, ''));
  } catch {
    throw new ReportFormatError('$', 'is not valid JSON');
  }
}

function* batchesOf(findings: readonly Finding[]): Generator<Finding[]> {
  let batch: Finding[] = [];
  let length = 0;
  for (const finding of findings) {
    batch.push(finding);
    length += finding.description.length + finding.solution.length + 1_000;
    if (batch.length === MAX_BATCH_FINDINGS || length > MAX_BATCH_LENGTH) {
      yield batch;
      batch = [];
      length = 0;
    }
  }
  if (batch.length > 0) yield batch;
}
