import { Type } from 'typebox';
import { ConfigError } from './error.ts';
import { integer, setting } from './setting.ts';

/** The server of a language model, as the assistant uses it. */
export interface AssistantConfig {
  /** The address of the API, up to and including its version: `https://api.openai.com/v1`. */
  url: string;
  /** Null for a server without keys. */
  key: string | null;
  model: string;
  /** Null: passages are ranked without embeddings. */
  embeddingModel: string | null;
  callsPerMinute: number;
  tokensPerDay: number;
  /** How long the server may take to answer, and to send the next part of an answer. */
  timeoutMs: number;
}

const TIMEOUT_MS = 60_000;

const isApiUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

const isPage = (text: string): boolean => URL.canParse(text) && /^(https?|mailto):$/.test(new URL(text).protocol);

/** The settings of the assistant. */
export const assistantSettings = {
  MILEPOST_AI_URL: setting(Type.Optional(Type.Refine(Type.String(), isApiUrl)), {
    description: 'address of a server with the API of OpenAI, for the assistant; needs MILEPOST_AI_MODEL',
    defaultText: 'none: there is no assistant',
    rule: 'must be like https://api.openai.com/v1',
  }),
  MILEPOST_AI_KEY: setting(Type.Optional(Type.String({ minLength: 1 })), {
    description: 'key for that server',
    defaultText: 'none',
    rule: 'must not be empty',
    isSecret: true,
  }),
  MILEPOST_AI_MODEL: setting(Type.Optional(Type.String({ minLength: 1 })), {
    description: 'name of the model that answers',
    defaultText: 'none',
    rule: 'must be the name of a model',
  }),
  MILEPOST_AI_EMBEDDING_MODEL: setting(Type.Optional(Type.String({ minLength: 1 })), {
    description: 'name of a model for embeddings, with which passages are ranked',
    defaultText: 'none',
    rule: 'must be the name of a model',
  }),
  MILEPOST_AI_EARLY_ACCESS_URL: setting(Type.Optional(Type.Refine(Type.String(), isPage)), {
    description:
      'page about early access to features of the assistant; its settings then have a banner that leads there',
    defaultText: 'none',
    rule: 'must be the address of a web page',
  }),
  MILEPOST_AI_CONTACT_URL: setting(Type.Optional(Type.Refine(Type.String(), isPage)), {
    description: 'where owners ask for the assistant: a web page or mailto: address, offered in its settings',
    defaultText: 'none',
    rule: 'must be the address of a web page, or like mailto:help@example.com',
  }),
  MILEPOST_AI_CALLS_PER_MINUTE: integer({
    description: 'calls of the assistant per minute and person',
    minimum: 1,
    maximum: 100_000,
    default: 20,
  }),
  MILEPOST_AI_TOKENS_PER_DAY: integer({
    description: 'tokens of the assistant per day (UTC) and person',
    minimum: 1,
    maximum: 99_999_999,
    default: 500_000,
  }),
};

interface AssistantValues {
  MILEPOST_AI_URL?: string | undefined;
  MILEPOST_AI_KEY?: string | undefined;
  MILEPOST_AI_MODEL?: string | undefined;
  MILEPOST_AI_EMBEDDING_MODEL?: string | undefined;
  MILEPOST_AI_CALLS_PER_MINUTE: number;
  MILEPOST_AI_TOKENS_PER_DAY: number;
}

/** Pages of the organization to which the settings of the assistant lead; null for none. */
export interface AssistantPages {
  earlyAccessUrl: string | null;
  contactUrl: string | null;
}

export function assistantPagesOf(values: {
  MILEPOST_AI_EARLY_ACCESS_URL?: string | undefined;
  MILEPOST_AI_CONTACT_URL?: string | undefined;
}): AssistantPages {
  const { MILEPOST_AI_EARLY_ACCESS_URL: earlyAccess, MILEPOST_AI_CONTACT_URL: contact } = values;
  return { earlyAccessUrl: earlyAccess ?? null, contactUrl: contact ?? null };
}

/** Null without a server. Throws a ConfigError for a server without a model. */
export function assistantConfigOf(values: AssistantValues): AssistantConfig | null {
  const { MILEPOST_AI_URL: url, MILEPOST_AI_MODEL: model } = values;
  if (url === undefined) return null;
  if (model === undefined) throw new ConfigError('MILEPOST_AI_MODEL', 'must be set with MILEPOST_AI_URL');
  return {
    url,
    model,
    key: values.MILEPOST_AI_KEY ?? null,
    embeddingModel: values.MILEPOST_AI_EMBEDDING_MODEL ?? null,
    callsPerMinute: values.MILEPOST_AI_CALLS_PER_MINUTE,
    tokensPerDay: values.MILEPOST_AI_TOKENS_PER_DAY,
    timeoutMs: TIMEOUT_MS,
  };
}
