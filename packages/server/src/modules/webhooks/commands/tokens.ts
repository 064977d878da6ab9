import type { Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { seal, unseal, UnsealError } from '../../../platform/sealing.ts';
import type { Outgoing } from '../store/deliveries.ts';
import { sealPlainTokens, someSealedTokens } from '../store.ts';

const PURPOSE = 'webhook token';
/** Number of tokens that are decrypted to detect a changed secret. */
const TOKENS_CHECKED = 100;

export function sealToken(secret: string, token: string): Buffer {
  return seal(secret, PURPOSE, token);
}

/** The token of a webhook; null if it has none. Throws UnsealError if it was encrypted with another secret. */
export function tokenOf({ secret }: Services, hook: Pick<Outgoing, 'sealedToken' | 'plainToken'>): string | null {
  return hook.sealedToken ? unseal(secret, PURPOSE, hook.sealedToken) : hook.plainToken;
}

/** Encrypts tokens stored in plain text by earlier versions; returns their number. */
export function sealOldTokens({ db, secret }: Services): Promise<number> {
  return sealPlainTokens(db, (token) => sealToken(secret, token));
}

/** Whether the stored tokens can be decrypted with this secret. */
export async function canReadTokens(db: Db, secret: string): Promise<boolean> {
  try {
    for (const sealed of await someSealedTokens(db, TOKENS_CHECKED)) unseal(secret, PURPOSE, sealed);
    return true;
  } catch (error) {
    if (error instanceof UnsealError) return false;
    throw error;
  }
}
