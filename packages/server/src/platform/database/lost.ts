import { hasCode } from '../errors.ts';
import { DatabaseUnavailableError } from './unavailable.ts';

/** Connection classes of PostgreSQL (08…), its shutdowns and start-ups, and what the system says when nobody listens. */
const lostCodes = [
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
] as const;

/** What `pg` says without a code when a connection ends under a statement, or none is to be had in time. */
const lostMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether an error means that the database is away, as opposed to a statement being wrong. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (hasCode(error, ...lostCodes)) return true;
  return error instanceof Error && lostMessages.test(error.message);
}
