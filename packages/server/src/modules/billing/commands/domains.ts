import { Resolver } from 'node:dns/promises';
import { ConflictError, DomainError, NotFoundError, ValidationError } from '@milepost/core/errors';
import { recordAudit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { violatedUniqueness } from '../../../platform/database/violations.ts';
import { hasCode } from '../../../platform/util/errors.ts';
import { randomLetters } from '../../../platform/util/tokens.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { billingPolicy } from '../policy.ts';
import {
  deleteMailDomain,
  insertMailDomain,
  mailDomainOf,
  mailDomainsOf,
  saveVerified,
  type MailDomain,
} from '../store/domains.ts';

const MAX_DOMAINS = 100;
const TOKEN_LENGTH = 32;
const LOOK_UP_TIMEOUT_MS = 5_000;
const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** The domain name server does not answer. */
export class NameServerUnavailableError extends DomainError {
  override name = 'NameServerUnavailableError';
  readonly code = 'NAME_SERVER_UNAVAILABLE' as const;
  readonly kind = 'unavailable' as const;
  constructor() {
    super('The name server is unavailable. Try again later.');
  }
}

/** The text of the TXT record that proves a domain. */
export const recordOf = ({ token }: Pick<MailDomain, 'token'>): string => `milepost-verification=${token}`;

/** Adds a mail domain, not verified yet. Throws ForbiddenError, ValidationError or ConflictError. */
export async function addMailDomain(ctx: Context, group: Namespace, text: string): Promise<MailDomain> {
  ctx.require(billingPolicy.manage, group);
  const domain = text.trim().toLowerCase();
  if (!DOMAIN.test(domain)) throw new ValidationError({ domain: ['is not a domain like example.com'] });
  return ctx.transaction(async (trx) => {
    const known = await mailDomainsOf(trx, group.id);
    if (known.some((each) => each.domain === domain)) throw new ConflictError('The group has this domain already.');
    if (known.length >= MAX_DOMAINS) throw new ValidationError({ domain: [`is too many (maximum is ${MAX_DOMAINS})`] });
    return insertMailDomain(trx, { namespaceId: group.id, domain, token: randomLetters(TOKEN_LENGTH) });
  });
}

/**
 * Looks for the TXT record of a domain, and verifies it if it is there. Throws NotFoundError, ValidationError without the record,
 * ConflictError if another group has verified the domain, and NameServerUnavailableError.
 */
export async function verifyMailDomain(ctx: Context, group: Namespace, text: string): Promise<MailDomain> {
  ctx.require(billingPolicy.manage, group);
  const domain = text.toLowerCase();
  const known = await mailDomainOf(ctx.db, group.id, domain);
  if (!known) throw new NotFoundError('Domain');
  if (known.verifiedAt !== null) return known;
  const records = await textRecordsOf(ctx.services.nameServers, domain);
  if (!records.includes(recordOf(known))) {
    throw new ValidationError({ domain: [`has no TXT record “${recordOf(known)}” yet`] });
  }
  try {
    await ctx.transaction(async (trx) => {
      await saveVerified(trx, group.id, domain);
      const of = { namespace: { id: group.id, kind: 'group' as const } };
      await recordAudit(trx, ctx, { kind: 'settings_changed', of, what: `Verified the mail domain ${domain}` });
    });
  } catch (error) {
    if (violatedUniqueness(error) === null) throw error;
    throw new ConflictError('Another group has verified this domain.');
  }
  return { ...known, verifiedAt: new Date() };
}

/** Removes a mail domain. Throws NotFoundError. */
export async function removeMailDomain(ctx: Context, group: Namespace, text: string): Promise<void> {
  ctx.require(billingPolicy.manage, group);
  const domain = text.toLowerCase();
  await ctx.transaction(async (trx) => {
    if (!(await deleteMailDomain(trx, group.id, domain))) throw new NotFoundError('Domain');
    const of = { namespace: { id: group.id, kind: 'group' as const } };
    await recordAudit(trx, ctx, { kind: 'settings_changed', of, what: `Removed the mail domain ${domain}` });
  });
}

/** The answers that mean that there is no such record. */
const missing = ['ENOTFOUND', 'ENODATA'];

async function textRecordsOf(servers: readonly string[], domain: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: LOOK_UP_TIMEOUT_MS, tries: 1 });
  if (servers.length > 0) resolver.setServers(servers);
  try {
    return (await resolver.resolveTxt(domain)).map((parts) => parts.join(''));
  } catch (error) {
    if (missing.some((code) => hasCode(error, code))) return [];
    throw new NameServerUnavailableError();
  }
}
