import { createHmac } from 'node:crypto';
import { derivedFrom, randomLetters, sha256Of } from '../../../platform/util/tokens.ts';

/** The columns that belong to a token. */
export interface TokenColumns {
  tokenHash: Buffer;
  tokenEnd: string;
  nonce: string | null;
}

/**
 * A token for a mail. It is derived from a stored nonce and the secret of the installation, so that the mail can be written later
 * although the database holds only the hash.
 */
export function newMailToken(secret: string): TokenColumns {
  const nonce = randomLetters(43);
  return { ...columnsOf(mailTokenOf(secret, nonce)), nonce };
}

/** The token in the mail of an invitation. */
export function mailTokenOf(secret: string, nonce: string): string {
  return createHmac('sha256', derivedFrom(secret, 'invitation')).update(nonce).digest('base64url');
}

/** A token for a shared link: shown once, then identified by its last characters. */
export function newSharedToken(): TokenColumns & { token: string } {
  const token = randomLetters(43);
  return { token, ...columnsOf(token), nonce: null };
}

function columnsOf(token: string): Pick<TokenColumns, 'tokenHash' | 'tokenEnd'> {
  return { tokenHash: sha256Of(token), tokenEnd: token.slice(-4) };
}

/** The URL of an invitation. */
export function addressOfToken(baseUrl: string, token: string): string {
  return `${baseUrl}/-/invitations/${token}`;
}
