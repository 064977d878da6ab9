import { createHmac } from 'node:crypto';
import { KEY_PLACEHOLDER } from '../config/incoming-mail.ts';
import { derivedFrom, isSameSecret } from '../util/tokens.ts';

/** What a mail to an address does: comments on an item, replies to a note, or creates an issue in a project. */
export type IncomingTarget = 'item' | 'note' | 'project';

export interface IncomingKey {
  target: IncomingTarget;
  targetId: number;
  userId: number;
  /** How often the person has reset this address. */
  generation: number;
}

const letters = { item: 'i', note: 'n', project: 'p' } as const satisfies Record<IncomingTarget, string>;
const targets = Object.fromEntries(Object.entries(letters).map(([target, letter]) => [letter, target])) as Record<
  string,
  IncomingTarget
>;

/**
 * The address of a person for a target. Its signature has 128 bits and depends on the installation's secret, so that no address
 * can be guessed from another; nothing is stored. Mail servers may change the case of an address: only lower-case letters and
 * digits are used.
 */
export function incomingAddress(template: string, secret: string, key: IncomingKey): string {
  const claim = claimOf(key);
  return template.replace(KEY_PLACEHOLDER, `${claim}-${signatureOf(secret, claim, key.generation)}`);
}

/** What an address says before its signature: the target and the person. */
export function claimOf({ target, targetId, userId }: Omit<IncomingKey, 'generation'>): string {
  return `${letters[target]}${targetId.toString(36)}-${userId.toString(36)}`;
}

/** The person of a claim. */
export function userOfClaim(claim: string): number {
  return Number.parseInt(claim.slice(claim.indexOf('-') + 1), 36);
}

/** The target and the person of an address; null for another one. The signature is checked by `isSigned`. */
export function readIncomingAddress(template: string, address: string): ReadAddress | null {
  const [before = '', after = ''] = template.toLowerCase().split(KEY_PLACEHOLDER);
  const text = address.trim().toLowerCase();
  if (!text.startsWith(before) || !text.endsWith(after) || text.length < before.length + after.length) return null;
  const match = /^([inp])([0-9a-z]{1,11})-([0-9a-z]{1,11})-([0-9a-f]{32})$/.exec(
    text.slice(before.length, text.length - after.length),
  );
  if (!match) return null;
  const [, letter = '', target = '', user = '', signature = ''] = match;
  const [targetId, userId] = [Number.parseInt(target, 36), Number.parseInt(user, 36)];
  if (!Number.isSafeInteger(targetId) || !Number.isSafeInteger(userId)) return null;
  return {
    target: targets[letter] as IncomingTarget,
    targetId,
    userId,
    claim: `${letter}${target}-${user}`,
    signature,
  };
}

export interface ReadAddress extends Omit<IncomingKey, 'generation'> {
  claim: string;
  signature: string;
}

/** Whether this installation made the address, and the person has not reset it since. */
export function isSigned(secret: string, { claim, signature }: ReadAddress, generation: number): boolean {
  return isSameSecret(signature, signatureOf(secret, claim, generation));
}

function signatureOf(secret: string, claim: string, generation: number): string {
  return createHmac('sha256', derivedFrom(secret, 'incoming mail'))
    .update(`${claim} ${generation}`)
    .digest('hex')
    .slice(0, 32);
}
