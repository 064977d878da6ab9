import type { PasskeyId } from '@milepost/core/ids';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  addPasskey,
  passPasskeyStep,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
  startPasskeyStep,
} from '../commands/passkeys.ts';
import type { Passkey } from '../store/passkeys.ts';
import { clearStepCookie, requireOwnOrigin, stepTokenOf } from './credentials.ts';
import {
  answer,
  beginInBrowser,
  continueInBrowser,
  inputOf,
  originOf,
  type PagesOptions,
  proofOf,
} from './page-endpoints.ts';

/** The response of an authenticator, which the library parses. */
const response = Type.Object({ id: Type.String() }, { additionalProperties: true });
const addInput = Type.Object({ name: Type.String(), response });
const renameInput = Type.Object({ name: Type.String() });
const signInInput = Type.Object({ response, remember: Type.Optional(Type.Boolean()) });

/** Endpoints for signing in with passkeys, and for those of the viewer. */
export function addPasskeyPages(server: FastifyInstance, { services, contextOf }: PagesOptions): void {
  const { baseUrl } = services;

  answer(server, 'POST', '/-/sign-in/passkey/options', async (request) => {
    requireOwnOrigin(request, baseUrl);
    return startPasskeySignIn(services, request.ip);
  });

  answer(server, 'POST', '/-/sign-in/passkey', async (request, reply) => {
    requireOwnOrigin(request, baseUrl);
    const input = inputOf(signInInput, request);
    const given = { response: input.response, isRemembered: input.remember ?? true };
    const progress = await signInWithPasskey(services, given, originOf(request));
    return continueInBrowser(services, request, reply, progress);
  });

  answer(server, 'POST', '/-/sign-in/second-factor/passkey/options', async (request) => {
    requireOwnOrigin(request, baseUrl);
    return startPasskeyStep(services, stepTokenOf(request));
  });

  answer(server, 'POST', '/-/sign-in/second-factor/passkey', async (request, reply) => {
    requireOwnOrigin(request, baseUrl);
    const input = inputOf(signInInput, request);
    const signedIn = await passPasskeyStep(services, stepTokenOf(request), input.response, originOf(request));
    clearStepCookie(reply);
    return beginInBrowser(services, request, reply, signedIn);
  });

  answer(server, 'POST', '/-/two-factor/passkeys/options', async (request) =>
    startPasskey(await contextOf(request), proofOf(request)),
  );

  answer(server, 'POST', '/-/two-factor/passkeys', async (request) => {
    const { passkey, recoveryCodes } = await addPasskey(await contextOf(request), inputOf(addInput, request));
    return { passkey: presentPasskey(passkey), recovery_codes: recoveryCodes };
  });

  answer(server, 'PUT', '/-/two-factor/passkeys/:id(^\\d{1,18}$)', async (request) => {
    const { name } = inputOf(renameInput, request);
    return presentPasskey(await renamePasskey(await contextOf(request), idIn(request), name));
  });

  answer(server, 'DELETE', '/-/two-factor/passkeys/:id(^\\d{1,18}$)', async (request, reply) => {
    await removePasskey(await contextOf(request), idIn(request), proofOf(request));
    return reply.code(204).send();
  });
}

export function presentPasskey({ id, name, createdAt, lastUsedAt }: Passkey) {
  return {
    id,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}

const idIn = (request: FastifyRequest): PasskeyId => Number((request.params as { id: string }).id) as PasskeyId;
