import { derivedFrom } from '../util/tokens.ts';

/** Shows whether two secrets are the same, and nothing else about them. */
export const fingerprintOf = (secret: string): string => derivedFrom(secret, 'fingerprint in backups').slice(0, 16);
