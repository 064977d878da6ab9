import type { AbuseCategory, AbuseReportState } from '@milepost/core/accounts/abuse';
import { DomainError, ForbiddenError, NotFoundError } from '@milepost/core/errors';
import type { AbuseReportId, UserId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import type { PageRequest } from '../../../platform/rest/paging.ts';
import { limiterByDatabase } from '../../../platform/http/rate-limit.ts';
import { findUser } from './accounts.ts';
import { mayReadAbuseReports, userPolicy } from '../policy.ts';
import { insertAbuseReport, listAbuseReports, saveAbuseReportState, type AbuseReport } from '../store/abuse.ts';

/** Limits reports per person. */
export const reportLimit = { burst: 10, perMinute: 2 } as const;
const limiterOf = limiterByDatabase(reportLimit);

export class TooManyReportsError extends DomainError {
  override name = 'TooManyReportsError';
  readonly code = 'TOO_MANY_REPORTS' as const;
  readonly kind = 'limited' as const;
  constructor(readonly retryAfterSeconds: number) {
    super('You have reported a lot in a short time. Try again later.');
  }
}

export interface NewAbuseReport {
  /** The reported person. */
  userId: UserId;
  category: AbuseCategory;
  /** The address of the page with the report form. */
  reportedFromUrl: string;
}

/** Reports a person to the administrators. Throws TooManyReportsError. */
export async function reportAbuse(ctx: Context, input: NewAbuseReport): Promise<void> {
  const reporterId = ctx.viewer.requireId();
  const user = await findUser(ctx, input.userId);
  ctx.require(userPolicy.report, user);
  const wait = limiterOf(ctx.services.db).take(String(reporterId));
  if (wait !== null) throw new TooManyReportsError(wait);
  await insertAbuseReport(ctx.db, { ...input, reporterId });
}

/** One page of abuse reports; throws ForbiddenError for anyone but administrators. */
export async function abuseReports(
  ctx: Context,
  state: AbuseReportState,
  page: Pick<PageRequest, 'offset' | 'perPage'>,
): Promise<{ reports: AbuseReport[]; total: number }> {
  if (!mayReadAbuseReports(ctx.viewer)) throw new ForbiddenError();
  return listAbuseReports(ctx.db, state, page);
}

/** Closes a report, or reopens it; for administrators. */
export async function setReportState(ctx: Context, id: AbuseReportId, state: AbuseReportState): Promise<AbuseReport> {
  if (!mayReadAbuseReports(ctx.viewer)) throw new ForbiddenError();
  const saved = await saveAbuseReportState(ctx.db, id, state, ctx.viewer.id);
  if (!saved) throw new NotFoundError('Abuse report');
  return saved;
}
