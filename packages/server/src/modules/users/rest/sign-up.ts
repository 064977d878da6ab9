import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { problemsOfNewUsername, signUp } from '../commands/sign-up.ts';
import { requireOwnOrigin } from './credentials.ts';
import { answer, beginInBrowser, inputOf, originOf, type PagesOptions } from './page-endpoints.ts';

const signUpInput = Type.Object({
  name: Type.String(),
  username: Type.String(),
  email: Type.String(),
  password: Type.String(),
});
const nameInput = Type.Object({ username: Type.String({ maxLength: 300 }) });

/** Endpoints of the sign-up page; answered with 404 while sign-up is off. */
export function addSignUpPages(server: FastifyInstance, { services }: PagesOptions): void {
  answer(server, 'POST', '/-/sign-up', async (request, reply) => {
    requireOwnOrigin(request, services.baseUrl);
    const registered = await signUp(services, inputOf(signUpInput, request), originOf(request));
    if (registered.waitsFor !== null) return reply.code(202).send({ waits_for: registered.waitsFor });
    return {
      waits_for: null,
      ...(await beginInBrowser(services, request, reply, registered.signedIn)),
    };
  });

  answer(server, 'POST', '/-/sign-up/username', async (request) => ({
    problems: await problemsOfNewUsername(services, inputOf(nameInput, request).username, request.ip),
  }));
}
