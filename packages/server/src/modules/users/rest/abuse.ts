import { abuseCategories, abuseReportStates } from '@milepost/core/accounts/abuse';
import { DomainError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import { pathOnSite } from '@milepost/core/text/web-urls';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { RestPage, pageRequest, pagingInput } from '../../../platform/rest/paging.ts';
import { Routes } from '../../../platform/rest/routes.ts';
import { idParam } from '../../../platform/rest/params.ts';
import { idInput } from '../../../platform/rest/input.ts';
import { abuseReports, reportAbuse, setReportState, TooManyReportsError } from '../commands/abuse.ts';
import { presentUser } from './presenters.ts';
import type { AbuseReport } from '../store/abuse.ts';
import { usersById } from '../store.ts';

const tags = ['pages'];
/** Long enough for the next page to show the result of the form. */
const NOTICE_SECONDS = 30;

const report = Type.Object({
  user_id: idInput({ description: 'The id of the reported user' }),
  category: Type.Enum(abuseCategories),
  reported_from_url: Type.String({ maxLength: 2048 }),
});
const listing = Type.Object({ ...pagingInput, state: Type.Optional(Type.Enum(abuseReportStates)) });
const change = Type.Object({ state: Type.Enum(abuseReportStates) });

/** Abuse reports: sending one, and the administrators' list. */
export function addAbusePages(server: FastifyInstance, contextOf: (request: FastifyRequest) => Promise<Context>): void {
  const routes = new Routes(server, contextOf);
  routes.post(
    '/-/abuse_reports',
    {
      summary: 'The form that reports a person',
      tags,
      signedIn: true,
      input: report,
      spreads: 'abuse_report',
      isHidden: true,
    },
    async ({ input, http, reply }, ctx) => {
      const { user_id: userId, category, reported_from_url: url } = input;
      const isForm = http.headers.accept?.includes('text/html') === true;
      try {
        await reportAbuse(ctx, { userId: userId as UserId, category, reportedFromUrl: url });
      } catch (error) {
        if (!isForm || !(error instanceof DomainError)) throw error;
        const notice = error instanceof TooManyReportsError ? 'abuse_report_limited' : 'abuse_report_refused';
        return backTo(reply, ctx, url, notice);
      }
      return isForm ? backTo(reply, ctx, url, 'abuse_reported') : { message: 'Thank you' };
    },
  );
  routes.get(
    '/-/abuse_reports',
    { summary: 'The reported content', tags, signedIn: true, input: listing, isHidden: true },
    async ({ input }, ctx) => {
      const wanted = pageRequest(input);
      const { reports, total } = await abuseReports(ctx, input.state ?? 'open', wanted);
      return new RestPage(await Promise.all(reports.map((each) => present(ctx, each))), total, wanted);
    },
  );
  routes.put(
    '/-/abuse_reports/:report_id',
    { summary: 'Close a report, or open it again', tags, signedIn: true, input: change, isHidden: true },
    async ({ params, input }, ctx) => {
      const saved = await setReportState(ctx, idParam<'AbuseReport'>(params, 'report_id'), input.state);
      return present(ctx, saved);
    },
  );
}

/** Redirects to the page of the report, with a notice; never to another site. */
function backTo(reply: FastifyReply, ctx: Context, url: string, notice: string): FastifyReply {
  void reply.setCookie('notice', notice, { path: '/', maxAge: NOTICE_SECONDS, sameSite: 'lax' });
  return reply.redirect(pathOnSite(url, ctx.baseUrl) ?? '/', 303);
}

async function present(ctx: Context, each: AbuseReport): Promise<object> {
  const [user, reporter] = await Promise.all([
    ctx.load(usersById, each.userId),
    each.reporterId === null ? null : ctx.load(usersById, each.reporterId),
  ]);
  return {
    id: each.id,
    category: each.category,
    reported_from_url: each.reportedFromUrl,
    state: each.state,
    created_at: each.createdAt.toISOString(),
    closed_at: each.closedAt?.toISOString() ?? null,
    user: user && presentUser(user, ctx.baseUrl),
    reporter: reporter && presentUser(reporter, ctx.baseUrl),
  };
}
