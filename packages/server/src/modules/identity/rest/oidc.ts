import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '@milepost/core/errors';
import type { Host } from '../../../platform/rooms/module.ts';
import { statusOfError } from '../../../platform/rest/errors.ts';
import { TooManyLinksError } from '../../users/commands/links.ts';
import { requireFreshSignIn } from '../../users/commands/proof.ts';
import { answer, beginInBrowser, originOf, sessionHashOf, startSecondStep } from '../../users/rest/page-endpoints.ts';
import { linkIdentity } from '../commands/identities.ts';
import { UnverifiedSignInError } from '../commands/errors.ts';
import { limitStarts } from '../commands/limits.ts';
import {
  beginOidc,
  describedBy,
  oidcProvider,
  SIGN_IN_MINUTES,
  signInWithClaims,
  verifyReturn,
} from '../commands/oidc.ts';

const COOKIE = 'milepost_provider_sign_in';
const PATH = '/users/auth';

/** The message of a failed sign-in, for the page that shows it. */
const problems = new WeakMap<FastifyRequest, string>();
export const problemOf = (request: FastifyRequest): string | undefined => problems.get(request);

/** Where sign-in at a provider begins and where the provider sends the browser back: addresses that browsers open. */
export function addOidcPages(server: FastifyInstance, { services, contextOf }: Host): void {
  const { baseUrl } = services;
  const isSecure = baseUrl.startsWith('https:');
  const setCookie = (reply: FastifyReply, secret: string): void =>
    void reply.setCookie(COOKIE, secret, {
      path: PATH,
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure,
      maxAge: SIGN_IN_MINUTES * 60,
    });

  open(server, `${PATH}/:provider`, async (request, reply) => {
    const provider = oidcProvider(services, nameIn(request));
    limitStarts(services, request.ip);
    const { redirect, remember } = request.query as Record<string, unknown>;
    const { address, browserSecret } = await beginOidc(services, provider, {
      returnTo: typeof redirect === 'string' ? redirect : '/',
      isRemembered: remember !== 'false',
      userId: null,
    });
    setCookie(reply, browserSecret);
    return reply.redirect(address, 302);
  });

  open(server, `${PATH}/:provider/callback`, async (request, reply) => {
    const provider = oidcProvider(services, nameIn(request));
    const browserSecret = request.cookies[COOKIE] ?? '';
    void reply.clearCookie(COOKIE, { path: PATH });
    const mark = request.url.indexOf('?');
    const returned = { query: mark === -1 ? '' : request.url.slice(mark), browserSecret };
    const { request: begun, claims } = await verifyReturn(services, provider, returned, request.ip);
    if (begun.userId !== null) {
      const ctx = await contextOf(request);
      if (!ctx.viewer.is(begun.userId)) throw new UnverifiedSignInError();
      await linkIdentity(ctx, describedBy(provider, claims), provider.label);
      return reply.redirect(begun.returnTo, 303);
    }
    const progress = await signInWithClaims(services, provider, claims, begun.isRemembered, originOf(request));
    if ('signedIn' in progress) {
      await beginInBrowser(services, request, reply, progress.signedIn);
      return reply.redirect(begun.returnTo, 303);
    }
    await startSecondStep(services, request, reply, progress.pending);
    const search = new URLSearchParams({ step: 'second_factor', redirect: begun.returnTo });
    return reply.redirect(`/users/sign_in?${search.toString()}`, 303);
  });

  // Changes the account, so it needs the CSRF token; the page then goes to the address.
  answer(server, 'POST', '/-/identities/:provider/link', async (request, reply) => {
    const ctx = await contextOf(request);
    const provider = oidcProvider(services, nameIn(request));
    const { id } = await requireFreshSignIn(ctx, sessionHashOf(request));
    limitStarts(services, request.ip);
    const start = { returnTo: '/-/profile', isRemembered: true, userId: id };
    const { address, browserSecret } = await beginOidc(services, provider, start);
    setCookie(reply, browserSecret);
    return { location: address };
  });
}

const nameIn = (request: FastifyRequest): string => (request.params as { provider: string }).provider;

type Work = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** An address that browsers open: a failure is answered with the sign-in page and its message, and to other clients as JSON. */
function open(server: FastifyInstance, url: string, work: Work): void {
  server.route({
    method: 'GET',
    url,
    schema: { hide: true },
    // Both keep something: what was begun, and the session.
    config: { changes: true },
    handler: async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      try {
        return await work(request, reply);
      } catch (error) {
        const status = statusOfError(error);
        if (status === null || !(error instanceof DomainError)) throw error;
        if (error instanceof TooManyLinksError) void reply.header('retry-after', String(error.retryAfterSeconds));
        void reply.code(status);
        if (!(request.headers.accept ?? '').includes('text/html')) return reply.send({ message: error.message });
        problems.set(request, error.message);
        reply.callNotFound();
        return reply;
      }
    },
  });
}
