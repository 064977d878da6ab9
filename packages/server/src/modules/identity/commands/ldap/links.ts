import {
  ConflictError,
  ForbiddenError,
  NotFoundError,
  UnauthenticatedError,
  ValidationError,
} from '@milepost/core/errors';
import { roleTitle } from '@milepost/core/members';
import { roleOfAccessLevel } from '@milepost/core/roles';
import { recordAudit } from '../../../../platform/audit.ts';
import type { Context } from '../../../../platform/context.ts';
import { violatedUniqueness } from '../../../../platform/database/violations.ts';
import { addJob } from '../../../../platform/queue/add-job.ts';
import type { Namespace } from '../../../namespaces/store.ts';
import { identityPolicy } from '../../policy.ts';
import { deleteLdapLink, insertLdapLink, ldapLinks, ownsGroup, type LdapGroupLink } from '../../store/ldap.ts';
import { NotConfiguredError } from '../errors.ts';
import { isFilter, searchGroups } from './directory.ts';
import { requireLdap } from './sign-in.ts';

export const SYNC_GROUPS = 'identity.syncGroups';
const MAX_LINKS = 200;

/** A link is named by its `cn` or its `filter`. */
export interface LinkKey {
  provider: string;
  cn: string | null;
  filter: string | null;
}

/** The links of a group. Throws ForbiddenError or NotConfiguredError. */
export async function listLdapLinks(ctx: Context, group: Namespace): Promise<LdapGroupLink[]> {
  ctx.require(identityPolicy.read, group);
  return ldapLinks(ctx.db, requireLdap(ctx.services).name, group.id);
}

/** Links a group of the directory. Throws ForbiddenError, ValidationError, ConflictError or NotConfiguredError. */
export async function addLdapLink(
  ctx: Context,
  group: Namespace,
  { provider, cn, filter, accessLevel }: LinkKey & { accessLevel: number },
): Promise<LdapGroupLink> {
  ctx.require(identityPolicy.manage, group);
  if (provider !== requireLdap(ctx.services).name) throw new ValidationError({ provider: ['is invalid'] });
  if ((cn === null) === (filter === null)) throw new ValidationError({ base: ['Set one of cn and filter'] });
  if (cn !== null && (cn === '' || cn.length > 500)) throw new ValidationError({ cn: ['is invalid'] });
  if (filter !== null && (filter.length > 2_000 || !isFilter(filter)))
    throw new ValidationError({ filter: ['must be a valid filter in parentheses'] });
  if (roleOfAccessLevel(accessLevel) === null)
    throw new ValidationError({ group_access: ['is not included in the list'] });
  if (accessLevel > ctx.viewer.levelIn(group.scope)) throw new ForbiddenError();
  return ctx.transaction(async (trx) => {
    if ((await ldapLinks(trx, provider, group.id)).length >= MAX_LINKS)
      throw new ValidationError({ base: [`A group has at most ${MAX_LINKS} links`] });
    const link = await trx
      .attempt(() => insertLdapLink(trx, { namespaceId: group.id, provider, cn, filter, accessLevel }))
      .catch((error: unknown) => {
        if (violatedUniqueness(error) === null) throw error;
        throw new ConflictError('This group of the directory is linked already');
      });
    const what = { change: cn ?? filter ?? '', from: null, to: roleTitle(accessLevel) };
    await recordAudit(trx, ctx, { kind: 'ldap_link_added', of: { namespace: group }, what });
    return link;
  });
}

/** Removes a link; the next sync takes what only it gave. Throws ForbiddenError or NotFoundError. */
export async function removeLdapLink(ctx: Context, group: Namespace, key: LinkKey): Promise<void> {
  ctx.require(identityPolicy.manage, group);
  if ((key.cn === null) === (key.filter === null)) throw new ValidationError({ base: ['Set one of cn and filter'] });
  await ctx.transaction(async (trx) => {
    const link = await deleteLdapLink(trx, { ...key, namespaceId: group.id });
    if (!link) throw new NotFoundError('LDAP group link');
    const what = { change: link.cn ?? link.filter ?? '', from: roleTitle(link.accessLevel), to: null };
    await recordAudit(trx, ctx, { kind: 'ldap_link_removed', of: { namespace: group }, what });
  });
}

/** Requests a sync of a group. Throws ForbiddenError or NotConfiguredError. */
export async function requestSync(ctx: Context, group: Namespace): Promise<void> {
  ctx.require(identityPolicy.manage, group);
  requireLdap(ctx.services);
  await addJob(ctx.db, SYNC_GROUPS, { groupId: group.id }, { key: `${SYNC_GROUPS} ${group.id}` });
}

/**
 * Names of groups of the directory, for those who own a group. Throws UnauthenticatedError, NotConfiguredError, NotFoundError,
 * ForbiddenError or ProviderUnavailableError.
 */
export async function findLdapGroups(ctx: Context, provider: string, search: string, limit: number): Promise<string[]> {
  const { viewer } = ctx;
  if (viewer.id === null) throw new UnauthenticatedError();
  const { ldap } = ctx.services.identity;
  if (!ldap) throw new NotConfiguredError('LDAP');
  if (provider !== ldap.name) throw new NotFoundError('Provider');
  if (!viewer.isAdmin && (viewer.isBot || !(await ownsGroup(ctx.db, viewer.id)))) throw new ForbiddenError();
  return searchGroups(ldap, search.trim(), limit);
}
