import { hasCode } from '../util/errors.ts';
import { DatabaseUnavailableError } from './unavailable.ts';

/** Connection errors of PostgreSQL (class 08), its shutdowns and start-ups, and the system's errors for a closed port. */
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

/** Messages that `pg` gives without a code when a connection ends during a statement, or none is available in time. */
const lostMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether an error means that the database is unavailable, as opposed to a wrong statement. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (hasCode(error, ...lostCodes)) return true;
  return error instanceof Error && lostMessages.test(error.message);
}
