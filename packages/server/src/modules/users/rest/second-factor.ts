import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { confirmTotp, readFactors, removeTotp, replaceCodes, startTotp } from '../commands/factor-settings.ts';
import { dueFactors, passSecondFactor } from '../commands/second-factor.ts';
import { presentPasskey } from './passkeys.ts';
import { clearStepCookie, deviceOf, requireOwnOrigin, stepTokenOf } from './credentials.ts';
import { answer, beginInBrowser, inputOf, originOf, type PagesOptions, proofOf } from './page-endpoints.ts';

/** One of the two. */
const stepInput = Type.Object({
  code: Type.Optional(Type.String({ maxLength: 100 })),
  recovery_code: Type.Optional(Type.String({ maxLength: 100 })),
});
const codeInput = Type.Object({ code: Type.String({ maxLength: 100 }) });

/** Endpoints of the second step of a sign-in, and of the viewer's second factors. */
export function addSecondFactorPages(server: FastifyInstance, { services, contextOf }: PagesOptions): void {
  const { baseUrl, secret } = services;

  answer(server, 'GET', '/-/sign-in/second-factor', async (request) => {
    const { totp, passkeys, recoveryCodes } = await dueFactors(services, stepTokenOf(request));
    return { totp, passkeys, recovery_codes: recoveryCodes };
  });

  answer(server, 'POST', '/-/sign-in/second-factor', async (request, reply) => {
    requireOwnOrigin(request, baseUrl);
    const input = inputOf(stepInput, request);
    const { code = '', recovery_code: recoveryCode } = input;
    const factor = recoveryCode === undefined ? { totpCode: code } : { recoveryCode };
    const { recoveryCodesLeft, ...signedIn } = await passSecondFactor(
      services,
      stepTokenOf(request),
      factor,
      originOf(request),
      deviceOf(request, secret),
    );
    clearStepCookie(reply);
    const started = await beginInBrowser(services, request, reply, signedIn);
    return { ...started, recovery_codes_left: recoveryCodesLeft };
  });

  answer(server, 'GET', '/-/two-factor', async (request) => present(await readFactors(await contextOf(request))));

  answer(server, 'POST', '/-/two-factor/totp', async (request) =>
    startTotp(await contextOf(request), proofOf(request)),
  );

  answer(server, 'PUT', '/-/two-factor/totp', async (request) => ({
    recovery_codes: await confirmTotp(await contextOf(request), inputOf(codeInput, request).code),
  }));

  answer(server, 'DELETE', '/-/two-factor/totp', async (request, reply) => {
    await removeTotp(await contextOf(request), proofOf(request));
    return reply.code(204).send();
  });

  answer(server, 'POST', '/-/two-factor/recovery-codes', async (request) => ({
    recovery_codes: await replaceCodes(await contextOf(request), proofOf(request)),
  }));
}

function present(factors: Awaited<ReturnType<typeof readFactors>>) {
  return {
    totp_since: factors.totpSince?.toISOString() ?? null,
    recovery_codes_left: factors.recoveryCodesLeft,
    passkeys: factors.passkeys.map((passkey) => presentPasskey(passkey)),
    has_password: factors.hasPassword,
    is_required: factors.isRequired,
  };
}
