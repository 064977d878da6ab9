import { createHmac } from 'node:crypto';
import type { UserId, WorkItemId } from '@milepost/core/ids';
import { derivedFrom, isSameSecret } from '../../../platform/tokens.ts';

/** What an unsubscribe link is about. */
export interface UnsubscribeLink {
  workItemId: WorkItemId;
  userId: UserId;
}

/** Says which item and whose, signed: only we can make one, and it is good for nothing else. It does not run out. */
export function printLink(secret: string, { workItemId, userId }: UnsubscribeLink): string {
  const claim = `${workItemId.toString(36)}.${userId.toString(36)}`;
  return `${claim}.${signatureOf(secret, claim)}`;
}

/** Null for what we did not sign. */
export function readLink(secret: string, token: string): UnsubscribeLink | null {
  const match = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([\w-]{43})$/.exec(token);
  if (!match) return null;
  const [, item = '', user = '', signature = ''] = match;
  if (!isSameSecret(signature, signatureOf(secret, `${item}.${user}`))) return null;
  return { workItemId: Number.parseInt(item, 36) as WorkItemId, userId: Number.parseInt(user, 36) as UserId };
}

export function addressOfLink(baseUrl: string, secret: string, link: UnsubscribeLink): string {
  return `${baseUrl}/-/unsubscribe/${printLink(secret, link)}`;
}

function signatureOf(secret: string, claim: string): string {
  return createHmac('sha256', derivedFrom(secret, 'unsubscribe')).update(claim).digest('base64url');
}
