import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import type { ModelCall } from '../commands/model.ts';
import type { AiFeature } from '../table.ts';

/** A call of the model server for a request: it ends when the client leaves. */
export function callOf(
  ctx: Context,
  { log }: FastifyRequest,
  reply: FastifyReply,
  about: { feature: AiFeature; namespaceId?: ModelCall['namespaceId'] },
): ModelCall {
  const leaving = new AbortController();
  reply.raw.once('close', () => leaving.abort());
  return {
    ctx,
    feature: about.feature,
    namespaceId: about.namespaceId ?? null,
    signal: leaving.signal,
    warn: (details, message) => log.warn(details, message),
  };
}
