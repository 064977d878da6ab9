import { defaultDocumentLimits, type DocumentLimits } from '../graphql/document-limits.ts';
import { ConfigError } from './parsers.ts';

/** What callers may ask of one server process. */
export interface LimitsConfig {
  /** Requests a minute of one token or session; 0 for any number. */
  requestsPerToken: number;
  /** Requests a minute of one address without either; 0 for any number. */
  requestsPerAddress: number;
  /** Milliseconds a minute that documents of one token or session may take; 0 for any. */
  queryTimePerToken: number;
  /** The same for one address without either. */
  queryTimePerAddress: number;
  documents: Pick<DocumentLimits, 'aliases' | 'fields' | 'cost'>;
  /** Live updates of visitors of one address. */
  livePerAddress: number;
  /** How long a client may take to send a request, in milliseconds. */
  bodyTimeoutMs: number;
}

interface LimitSetting {
  name: string;
  meaning: string;
  fallback: number;
  min: number;
  max: number;
}

const limitSettings = {
  requestsPerToken: {
    name: 'MILEPOST_RATE_LIMIT_PER_TOKEN',
    meaning: 'requests a minute of one token or session; 0 for any number',
    fallback: 2_000,
    min: 0,
    max: 10_000_000,
  },
  requestsPerAddress: {
    name: 'MILEPOST_RATE_LIMIT_PER_ADDRESS',
    meaning: 'requests a minute of one address without token and session; 0 for any number',
    fallback: 500,
    min: 0,
    max: 10_000_000,
  },
  queryTimePerToken: {
    name: 'MILEPOST_QUERY_TIME_PER_TOKEN',
    meaning: 'seconds a minute that GraphQL documents of one token or session may take; 0 for any',
    fallback: 30,
    min: 0,
    max: 3_600,
  },
  queryTimePerAddress: {
    name: 'MILEPOST_QUERY_TIME_PER_ADDRESS',
    meaning: 'seconds a minute that GraphQL documents of one address without token and session may take; 0 for any',
    fallback: 6,
    min: 0,
    max: 3_600,
  },
  aliases: {
    name: 'MILEPOST_GRAPHQL_MAX_ALIASES',
    meaning: 'aliases of one GraphQL document',
    fallback: defaultDocumentLimits.aliases,
    min: 1,
    max: 10_000,
  },
  fields: {
    name: 'MILEPOST_GRAPHQL_MAX_FIELDS',
    meaning: 'fields of one GraphQL document, as written',
    fallback: defaultDocumentLimits.fields,
    min: 1,
    max: 10_000,
  },
  cost: {
    name: 'MILEPOST_GRAPHQL_MAX_COST',
    meaning: 'fields that the answer to one GraphQL document is expected to have',
    fallback: defaultDocumentLimits.cost,
    min: 100,
    max: 10_000_000,
  },
  livePerAddress: {
    name: 'MILEPOST_LIVE_PER_ADDRESS',
    meaning: 'open pages with live updates of visitors of one address',
    fallback: 100,
    min: 0,
    max: 100_000,
  },
  bodyTimeout: {
    name: 'MILEPOST_REQUEST_TIMEOUT',
    meaning: 'seconds that a client may take to send a request; uploads only have to make progress in that time',
    fallback: 60,
    min: 1,
    max: 3_600,
  },
} satisfies Record<string, LimitSetting>;

/** The settings of limits, as `milepost doctor` lists them. */
export const describedLimits = Object.values(limitSettings).map(({ name, meaning, fallback }) => ({
  name,
  meaning,
  fallback: String(fallback),
}));

/** Reads the limits. `read` gives the text of a setting, null where it is not set. Throws a ConfigError for the first that is wrong. */
export function readLimits(read: (name: string) => string | null): LimitsConfig {
  const value = ({ name, fallback, min, max }: LimitSetting): number => {
    const text = read(name);
    if (text === null) return fallback;
    const number = /^\d{1,8}$/.test(text) ? Number(text) : -1;
    if (number < min || number > max)
      throw new ConfigError(name, `must be a number from ${min} to ${max}, not "${text}"`);
    return number;
  };
  return {
    requestsPerToken: value(limitSettings.requestsPerToken),
    requestsPerAddress: value(limitSettings.requestsPerAddress),
    queryTimePerToken: 1000 * value(limitSettings.queryTimePerToken),
    queryTimePerAddress: 1000 * value(limitSettings.queryTimePerAddress),
    documents: {
      aliases: value(limitSettings.aliases),
      fields: value(limitSettings.fields),
      cost: value(limitSettings.cost),
    },
    livePerAddress: value(limitSettings.livePerAddress),
    bodyTimeoutMs: 1000 * value(limitSettings.bodyTimeout),
  };
}
