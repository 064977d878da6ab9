import type { DocumentLimits } from './document-limits.ts';
import type { Settings } from './schema.ts';

/** Limits of requests. */
export interface LimitsConfig {
  /** Requests per minute of one token or session; 0 for any number. */
  requestsPerToken: number;
  /** Requests per minute of one address without either; 0 for any number. */
  requestsPerAddress: number;
  /** Failed steps of sign-ins per minute of one address; 0 for any number. */
  signInsPerAddress: number;
  /** Milliseconds per minute that GraphQL documents of one token or session may take; 0 for any number. */
  queryTimePerToken: number;
  /** Milliseconds per minute that GraphQL documents of one address without either may take; 0 for any number. */
  queryTimePerAddress: number;
  documents: Pick<DocumentLimits, 'aliases' | 'fields' | 'cost'>;
  /** Open live streams of anonymous viewers at one address. */
  livePerAddress: number;
  /** How long a client may take to send a request. */
  bodyTimeoutMs: number;
}

/** The limits that the environment sets. */
export function limitsOf(settings: Settings): LimitsConfig {
  return {
    requestsPerToken: settings.MILEPOST_RATE_LIMIT_PER_TOKEN,
    requestsPerAddress: settings.MILEPOST_RATE_LIMIT_PER_ADDRESS,
    signInsPerAddress: settings.MILEPOST_RATE_LIMIT_SIGN_IN,
    queryTimePerToken: settings.MILEPOST_QUERY_TIME_PER_TOKEN,
    queryTimePerAddress: settings.MILEPOST_QUERY_TIME_PER_ADDRESS,
    documents: {
      aliases: settings.MILEPOST_GRAPHQL_MAX_ALIASES,
      fields: settings.MILEPOST_GRAPHQL_MAX_FIELDS,
      cost: settings.MILEPOST_GRAPHQL_MAX_COST,
    },
    livePerAddress: settings.MILEPOST_LIVE_PER_ADDRESS,
    bodyTimeoutMs: settings.MILEPOST_REQUEST_TIMEOUT,
  };
}
