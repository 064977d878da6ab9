import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Host } from '../../../platform/rooms/module.ts';
import type { IdentityId } from '@milepost/core/ids';
import { idParam } from '../../../platform/rest/params.ts';
import { requireOwnOrigin } from '../../users/rest/credentials.ts';
import { answer, continueInBrowser, inputOf, originOf, sessionHashOf } from '../../users/rest/page-endpoints.ts';
import { listIdentities, providersShown, unlinkIdentity } from '../commands/identities.ts';
import { linkLdap, signInWithLdap } from '../commands/ldap/sign-in.ts';
import { addOidcPages } from './oidc.ts';

const credentials = { username: Type.String(), password: Type.String() };
const signInInput = Type.Object({ ...credentials, remember: Type.Optional(Type.Boolean()) });
const linkInput = Type.Object(credentials);

/** Endpoints of sign-in through providers, and of the viewer's identities. */
export function addPages(server: FastifyInstance, host: Host): void {
  const { services, contextOf } = host;
  addOidcPages(server, host);

  answer(server, 'POST', '/-/sign-in/ldap', async (request, reply) => {
    requireOwnOrigin(request, services.baseUrl);
    const { remember = true, ...given } = inputOf(signInInput, request);
    const progress = await signInWithLdap(services, given, remember, originOf(request));
    return continueInBrowser(services, request, reply, progress);
  });

  answer(server, 'POST', '/-/identities/ldap', async (request, reply) => {
    const ctx = await contextOf(request);
    await linkLdap(ctx, inputOf(linkInput, request), sessionHashOf(request));
    return reply.code(204).send();
  });

  answer(server, 'GET', '/-/identities', async (request) => {
    const ctx = await contextOf(request);
    const identities = await listIdentities(ctx);
    return {
      identities: identities.map((identity) => ({
        id: identity.id,
        provider: identity.provider,
        shown_as: identity.shownAs,
        created_at: identity.createdAt.toISOString(),
        last_used_at: identity.lastUsedAt?.toISOString() ?? null,
      })),
      providers: providersShown({ services }),
    };
  });

  answer(server, 'DELETE', '/-/identities/:id', async (request, reply) => {
    const ctx = await contextOf(request);
    const id: IdentityId = idParam(request.params as Record<string, string>, 'id');
    await unlinkIdentity(ctx, id, sessionHashOf(request));
    return reply.code(204).send();
  });
}
