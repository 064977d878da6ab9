import type { UserId } from '@milepost/core/ids';
import type { AssistantConfig } from '../../../platform/config/assistant.ts';
import type { Context } from '../../../platform/context.ts';
import { RateLimitedError, RequestCounter } from '../../../platform/http/request-limits.ts';
import { sharedCountsOf } from '../../../platform/http/shared-counts.ts';
import { tokensToday } from '../store.ts';
import { PromptTooLongError } from './errors.ts';

/** The longest input of a call in characters. */
export const MAX_INPUT_LENGTH = 100_000;

const counters = new WeakMap<AssistantConfig, RequestCounter>();

/**
 * Counts a call of the viewer and returns who that is. Throws RateLimitedError beyond the calls of a minute or the tokens of a day,
 * PromptTooLongError, and UnauthenticatedError.
 */
export async function countCall(
  { viewer, db, services }: Context,
  config: AssistantConfig,
  length: number,
): Promise<UserId> {
  const userId = viewer.requireId();
  if (length > MAX_INPUT_LENGTH) throw new PromptTooLongError(MAX_INPUT_LENGTH);
  const shared = { counts: sharedCountsOf(services.db), name: 'assistant' };
  const counter = counters.get(config) ?? new RequestCounter(config.callsPerMinute, shared);
  counters.set(config, counter);
  const { limit, observed, resetAt } = counter.count(String(userId));
  if (observed > limit) {
    const retryAfter = Math.max(1, Math.ceil(resetAt - Date.now() / 1000));
    throw new RateLimitedError(`More than ${limit} calls of the assistant in a minute. Retry later.`, retryAfter);
  }
  if ((await tokensToday(db, userId)) >= config.tokensPerDay) {
    const midnight = new Date().setUTCHours(24, 0, 0, 0);
    const retryAfter = Math.ceil((midnight - Date.now()) / 1000);
    throw new RateLimitedError(`You have used the ${config.tokensPerDay} tokens of today. Retry tomorrow.`, retryAfter);
  }
  return userId;
}
