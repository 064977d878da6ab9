import { createHmac } from 'node:crypto';
import type { UserId, WorkItemId } from '@milepost/core/ids';
import { derivedFrom, isSameSecret } from '../../../platform/util/tokens.ts';

/** The content of an unsubscribe link. */
export interface UnsubscribeLink {
  workItemId: WorkItemId;
  userId: UserId;
}

/** A signed token with the item and the person, valid for this purpose only. It does not expire. */
export function printLink(secret: string, { workItemId, userId }: UnsubscribeLink): string {
  const claim = `${workItemId.toString(36)}.${userId.toString(36)}`;
  return `${claim}.${signatureOf(secret, claim)}`;
}

/** The content of a token; null for an invalid signature. */
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
