import type { Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { seal, unseal, UnsealError } from '../../../platform/sealing.ts';
import { sealPlainTokens, someSealedTokens, type Outgoing } from '../store.ts';

const PURPOSE = 'webhook token';
/** As many as tell whether the secret was changed. */
const TOKENS_CHECKED = 100;

export function sealToken(secret: string, token: string): Buffer {
  return seal(secret, PURPOSE, token);
}

/** The token of a hook that is about to be called; null for none. Throws UnsealError where it was saved with another secret. */
export function tokenOf({ secret }: Services, hook: Pick<Outgoing, 'sealedToken' | 'plainToken'>): string | null {
  return hook.sealedToken ? unseal(secret, PURPOSE, hook.sealedToken) : hook.plainToken;
}

/** Encrypts tokens that were saved before tokens were encrypted; gives how many. */
export function sealOldTokens({ db, secret }: Services): Promise<number> {
  return sealPlainTokens(db, (token) => sealToken(secret, token));
}

/** Whether tokens that are stored can be read with this secret. */
export async function canReadTokens(db: Db, secret: string): Promise<boolean> {
  try {
    for (const sealed of await someSealedTokens(db, TOKENS_CHECKED)) unseal(secret, PURPOSE, sealed);
    return true;
  } catch (error) {
    if (error instanceof UnsealError) return false;
    throw error;
  }
}
