import type { OpenAI } from 'openai';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { InputError, isRecord } from '../../../platform/rest/input.ts';
import type { RouteRequest, Routes } from '../../../platform/rest/routes.ts';
import { AssistantNotConfiguredError, ModelFailedError } from '../commands/errors.ts';
import { configOf, estimate, requestModel, streamModel, tokensOf } from '../commands/model.ts';
import { callOf } from './calls.ts';
import { sendEvents } from './events.ts';

const tags = ['assistant'];
const PREFIX = '/ai/experimentation/openai';
const MAX_EMBEDDING_INPUTS = 256;
const model = Type.Optional(Type.String({ description: 'The configured model; the default' }));
const stream = Type.Optional(Type.Boolean({ description: 'Answers server-sent events' }));

/** The published calls: the API of OpenAI, answered by the configured server. Other parameters are passed on unchanged. */
export function addPublishedCalls(routes: Routes): void {
  routes.post(
    `${PREFIX}/completions`,
    {
      summary: 'A completion of a prompt',
      tags,
      signedIn: true,
      status: 200,
      input: Type.Object({ model, prompt: Type.Optional(Type.Unknown()), stream }),
    },
    (request, ctx) => complete(request, ctx, 'completions', 'prompt'),
  );
  routes.post(
    `${PREFIX}/chat/completions`,
    {
      summary: 'The next message of a conversation',
      tags,
      signedIn: true,
      status: 200,
      input: Type.Object({ model, messages: Type.Optional(Type.Unknown()), stream }),
    },
    (request, ctx) => complete(request, ctx, 'chat_completions', 'messages'),
  );
  routes.post(
    `${PREFIX}/embeddings`,
    {
      summary: `Vectors of a text, or of up to ${MAX_EMBEDDING_INPUTS}`,
      tags,
      signedIn: true,
      status: 200,
      input: Type.Object({ model, input: Type.Optional(Type.Unknown()) }),
    },
    embed,
  );
}

type Request = Pick<RouteRequest<never>, 'http' | 'reply'>;
type Body = Record<string, unknown>;

async function complete(
  { http, reply }: Request,
  ctx: Context,
  feature: 'completions' | 'chat_completions',
  field: 'prompt' | 'messages',
): Promise<unknown> {
  const config = configOf(ctx);
  const { stream: isStreamed = false, ...body } = bodyOf(http.body);
  const name = modelOf(ctx, body, config.model);
  const input = textOf(checkedInput(body, field));
  const call = callOf(ctx, http, reply, { feature });
  const wanted = { ...body, model: name };
  if (isStreamed === true) {
    const wantsUsage = isRecord(body['stream_options']) && body['stream_options']['include_usage'] === true;
    const options = { ...(isRecord(body['stream_options']) && body['stream_options']), include_usage: true };
    const parts = await streamModel(call, { model: name, input }, async ({ client, signal }) => {
      const streamed = { ...wanted, stream: true, stream_options: options };
      return (await resourceOf(client, feature).create(streamed, { signal })) as AsyncIterable<Part>;
    });
    return sendEvents(reply, wantsUsage ? parts : withoutUsage(parts));
  }
  return requestModel(call, { model: name, input }, async ({ client, signal }) => {
    const answer = await resourceOf(client, feature).create(wanted, { signal });
    if (!isRecord(answer) || !Array.isArray(answer['choices'])) throw new ModelFailedError();
    const { usage } = answer as { usage?: Part['usage'] };
    return {
      answer,
      tokens: usage ? tokensOf(usage) : { in: estimate(input), out: estimate(textOf(answer['choices'])) },
    };
  });
}

interface Resource {
  create(body: object, options: { signal: AbortSignal }): Promise<unknown>;
}

/** The parameters are those of the caller, so their types are not known. */
function resourceOf(client: OpenAI, feature: 'completions' | 'chat_completions'): Resource {
  return feature === 'completions' ? client.completions : client.chat.completions;
}

interface Part {
  choices?: unknown[];
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null;
}

/** The server reports the use although the caller did not ask for it. */
async function* withoutUsage(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  for await (const part of parts) if (part.choices?.length !== 0 || !part.usage) yield part;
}

async function embed({ http, reply }: Request, ctx: Context): Promise<unknown> {
  const { embeddingModel } = configOf(ctx);
  if (embeddingModel === null) throw new AssistantNotConfiguredError('No embedding model is configured.');
  const body = bodyOf(http.body);
  const name = modelOf(ctx, body, embeddingModel);
  const given = checkedInput(body, 'input');
  const isList = Array.isArray(given) && given.every((each) => typeof each === 'string');
  if (typeof given !== 'string' && !isList) throw new InputError(['input must be a text or a list of texts']);
  if (isList && (given.length === 0 || given.length > MAX_EMBEDDING_INPUTS)) {
    throw new InputError([`input must have 1 to ${MAX_EMBEDDING_INPUTS} texts`]);
  }
  const input = isList ? given.join('\n') : given;
  const call = callOf(ctx, http, reply, { feature: 'embeddings' });
  return requestModel(call, { model: name, input }, async ({ client, signal }) => {
    // Without this the client asks for base64, and decodes it.
    const wanted = { encoding_format: 'float', ...body, model: name };
    const answer = (await client.embeddings.create(wanted as never, { signal })) as unknown;
    if (!isRecord(answer) || !Array.isArray(answer['data'])) throw new ModelFailedError();
    const { usage } = answer as { usage?: Part['usage'] };
    return { answer, tokens: usage ? tokensOf(usage) : { in: estimate(input), out: 0 } };
  });
}

function bodyOf(body: unknown): Body {
  if (!isRecord(body)) throw new InputError(['The body must be an object']);
  return body;
}

/** Throws InputError with the names of the configured models, and what each is for, for any that this call does not accept. */
function modelOf(ctx: Context, body: Body, configured: string): string {
  const given = body['model'];
  if (given === undefined || given === configured) return configured;
  const { model: chat, embeddingModel } = configOf(ctx);
  const isEmbedding = configured === embeddingModel;
  const other = isEmbedding ? `completions: ${chat}` : embeddingModel && `embeddings: ${embeddingModel}`;
  throw new InputError([`model must be ${configured}${other ? ` (for ${other})` : ''}`]);
}

function checkedInput(body: Body, field: string): unknown {
  const value = body[field];
  if (value === undefined || value === null || value === '') throw new InputError([`${field} is missing`]);
  return value;
}

/** The texts of an input, for limits. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
