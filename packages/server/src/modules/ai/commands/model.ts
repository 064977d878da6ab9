import { DomainError } from '@milepost/core/errors';
import type { NamespaceId, UserId } from '@milepost/core/ids';
import type { OpenAI } from 'openai';
import type { AssistantConfig } from '../../../platform/config/assistant.ts';
import type { Context } from '../../../platform/context.ts';
import { RateLimitedError } from '../../../platform/http/request-limits.ts';
import { insertCall } from '../store.ts';
import type { AiFeature, AiResult } from '../table.ts';
import { AbandonedError, AssistantNotConfiguredError, ModelFailedError, ModelTimeoutError } from './errors.ts';
import { countCall } from './limits.ts';

/** A call of the model server: by whom, for what, and until when somebody waits for the answer. */
export interface ModelCall {
  ctx: Context;
  feature: AiFeature;
  /** The group or project of the item that it is about; null for none. */
  namespaceId: NamespaceId | null;
  /** Aborted when the client leaves. */
  signal: AbortSignal;
  /** Receives what went wrong at the model server, without the prompt. */
  warn(details: object, message: string): void;
}

export interface Tokens {
  in: number;
  out: number;
}

interface Sending {
  client: OpenAI;
  signal: AbortSignal;
}

/** The configured model server. Throws AssistantNotConfiguredError. */
export function configOf({ services }: Context): AssistantConfig {
  if (!services.assistant) throw new AssistantNotConfiguredError();
  return services.assistant;
}

const clients = new WeakMap<AssistantConfig, Promise<OpenAI>>();

/** Loaded with the first call: most processes never need it. */
function clientOf(config: AssistantConfig): Promise<OpenAI> {
  const known = clients.get(config);
  if (known) return known;
  const client = import('openai').then(
    ({ OpenAI }) =>
      new OpenAI({
        baseURL: config.url,
        apiKey: config.key ?? 'none',
        organization: null,
        project: null,
        // A retry could cost twice.
        maxRetries: 0,
        logLevel: 'off',
      }),
  );
  clients.set(config, client);
  return client;
}

/**
 * Calls the model server, within the limits of the viewer, and logs the use. `input`: the texts that are sent. Throws
 * AssistantNotConfiguredError, RateLimitedError, ModelFailedError, ModelTimeoutError, PromptTooLongError, AbandonedError.
 */
export async function requestModel<Answer>(
  call: ModelCall,
  { model, input }: { model: string; input: string },
  send: (sending: Sending) => Promise<{ answer: Answer; tokens: Tokens }>,
): Promise<Answer> {
  const config = configOf(call.ctx);
  const log = await beginCall(call, config, model, input);
  const limit = new TimeLimit(config.timeoutMs, call.signal);
  try {
    const { answer, tokens } = await send({ client: await clientOf(config), signal: limit.signal });
    await log('ok', tokens);
    return answer;
  } catch (error) {
    const named = namedErrorOf(error, call, limit, input);
    await log(resultOf(named), tokensOfFailed(named, input));
    throw named;
  } finally {
    limit.end();
  }
}

/** A chunk of a streamed answer, with the use if the server reports it. */
interface Chunk {
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null;
}

/**
 * The same for a streamed answer: resolves when the server begins to answer. Each part may take as long as the limit. The use is logged
 * when the stream ends; without a report of the server it is estimated.
 */
export async function streamModel<Part extends Chunk>(
  call: ModelCall,
  { model, input }: { model: string; input: string },
  send: (sending: Sending) => Promise<AsyncIterable<Part>>,
): Promise<AsyncIterable<Part>> {
  const config = configOf(call.ctx);
  const log = await beginCall(call, config, model, input);
  const limit = new TimeLimit(config.timeoutMs, call.signal);
  const fail = async (error: unknown, tokens?: Tokens): Promise<DomainError> => {
    const named = namedErrorOf(error, call, limit, input);
    limit.end();
    await log(resultOf(named), tokens ?? tokensOfFailed(named, input));
    return named;
  };
  const client = await clientOf(config);
  let parts: AsyncIterable<Part>;
  try {
    parts = await send({ client, signal: limit.signal });
  } catch (error) {
    throw await fail(error);
  }
  return watched(parts);

  async function* watched(stream: AsyncIterable<Part>): AsyncGenerator<Part> {
    const tokens = { in: estimate(input), out: 0 };
    let isEnded = false;
    try {
      for await (const part of stream) {
        limit.renew();
        tokens.out += 1;
        if (part.usage) Object.assign(tokens, tokensOf(part.usage));
        yield part;
      }
      if (call.signal.aborted) throw new AbandonedError();
      isEnded = true;
      await log('ok', tokens);
    } catch (error) {
      isEnded = true;
      throw await fail(error, tokens);
    } finally {
      limit.end();
      // The reader stopped before the end.
      if (!isEnded) await log('cancelled', tokens);
    }
  }
}

export function tokensOf(usage: Chunk['usage']): Tokens {
  return { in: usage?.prompt_tokens ?? 0, out: usage?.completion_tokens ?? 0 };
}

/** About four characters of English are a token. */
export function estimate(text: string): number {
  return Math.ceil(text.length / 4);
}

/** The model may have read the input of a call that failed or was cancelled; a busy server did not. */
function tokensOfFailed(error: DomainError, input: string): Tokens {
  return { in: error instanceof RateLimitedError ? 0 : estimate(input), out: 0 };
}

type Log = (result: AiResult, tokens: Tokens) => Promise<void>;

async function beginCall(call: ModelCall, config: AssistantConfig, model: string, input: string): Promise<Log> {
  const { ctx, feature, namespaceId } = call;
  const userId: UserId = await countCall(ctx, config, input.length);
  const startedAt = performance.now();
  return (result, tokens) =>
    insertCall(ctx.services.db, {
      userId,
      namespaceId,
      feature,
      model: model.slice(0, 255),
      tokensIn: tokens.in,
      tokensOut: tokens.out,
      durationMs: Math.round(performance.now() - startedAt),
      result,
    });
}

/** Aborts a request that takes too long, or that nobody waits for. */
class TimeLimit {
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #timeoutMs: number;
  #timer: NodeJS.Timeout;

  constructor(timeoutMs: number, outer: AbortSignal) {
    this.#timeoutMs = timeoutMs;
    this.signal = AbortSignal.any([this.#controller.signal, outer]);
    this.#timer = this.#start();
  }

  get isOver(): boolean {
    return this.#controller.signal.aborted;
  }

  renew(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#start();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #start(): NodeJS.Timeout {
    return setTimeout(() => this.#controller.abort(), this.#timeoutMs);
  }
}

const DEFAULT_RETRY_SECONDS = 30;

function namedErrorOf(error: unknown, call: ModelCall, limit: TimeLimit, input: string): DomainError {
  if (call.signal.aborted) return new AbandonedError();
  if (limit.isOver) return new ModelTimeoutError();
  if (error instanceof DomainError) return error;
  const { status, headers, message } = error as { status?: number; headers?: Headers; message?: string };
  call.warn({ status, text: withoutPrompt(String(message), input) }, 'the model server failed');
  if (status !== 429) return new ModelFailedError();
  const seconds = Number(headers?.get('retry-after'));
  const retryAfter = Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : DEFAULT_RETRY_SECONDS;
  return new RateLimitedError('The model server is busy. Retry later.', retryAfter);
}

const MAX_LOGGED_LENGTH = 300;
const SHARED_LENGTH = 20;

/** An error text without the parts of the prompt that the server repeated. */
export function withoutPrompt(text: string, input: string): string {
  for (let start = 0; start + SHARED_LENGTH <= text.length; start += 1) {
    if (input.includes(text.slice(start, start + SHARED_LENGTH)))
      return `${text.slice(0, start)}…`.slice(0, MAX_LOGGED_LENGTH);
  }
  return text.slice(0, MAX_LOGGED_LENGTH);
}

function resultOf(error: DomainError): AiResult {
  if (error instanceof ModelTimeoutError) return 'timeout';
  if (error instanceof AbandonedError) return 'cancelled';
  return error instanceof RateLimitedError ? 'limited' : 'failed';
}
