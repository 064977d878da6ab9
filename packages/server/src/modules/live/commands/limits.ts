import { DomainError } from '@milepost/core/errors';

/** The limit of open streams of this server, or of this person, is reached. */
export class TooManyStreamsError extends DomainError {
  override name = 'TooManyStreamsError';
  readonly code = 'TOO_MANY_STREAMS' as const;
  readonly kind = 'limited' as const;
  constructor() {
    super('Too many pages are open for live updates');
  }
}

export interface StreamLimits {
  ofSite: number;
  ofUser: number;
  /** All anonymous viewers together. */
  ofVisitors: number;
  /** Anonymous viewers of one address, which an organization may share. */
  ofAddress: number;
}

export const defaultLimits: StreamLimits = { ofSite: 2_000, ofUser: 24, ofVisitors: 1_000, ofAddress: 100 };

/** Streams of other sites: one for each of their processes. */
export const MAX_SITES = 64;
