import type { Services } from '../../../platform/context.ts';
import type { SealedColumn } from '../../../platform/sealing/rotate.ts';
import { seal, unseal, type Vault } from '../../../platform/sealing/sealing.ts';
import type { Outgoing } from '../store/deliveries.ts';
import { sealPlainTokens } from '../store.ts';

const PURPOSE = 'webhook token';
/** Tokens of webhooks, and the secrets of status checks. */
export const sealedTokens: SealedColumn = { table: 'webhooks', column: 'sealed_token', purpose: PURPOSE };

/** Encrypts a token for the database, in the transaction that stores it. */
export function sealToken(vault: Vault, token: string): Promise<Buffer> {
  return seal(vault, PURPOSE, token);
}

/** The token of a webhook; null if it has none. Throws UnsealError if it was encrypted with another secret. */
export async function tokenOf(
  services: Services,
  hook: Pick<Outgoing, 'sealedToken' | 'plainToken'>,
): Promise<string | null> {
  return hook.sealedToken ? unseal(services, PURPOSE, hook.sealedToken) : hook.plainToken;
}

/** Encrypts tokens stored in plain text by earlier versions; returns their number. */
export function sealOldTokens({ db, secret }: Services): Promise<number> {
  return sealPlainTokens(db, (trx, token) => sealToken({ db: trx, secret }, token));
}
