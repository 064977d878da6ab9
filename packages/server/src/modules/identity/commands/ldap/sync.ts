import { randomUUID } from 'node:crypto';
import type { NamespaceId, UserId } from '@milepost/core/ids';
import { recordAudit } from '../../../../platform/audit.ts';
import type { LdapConfig } from '../../../../platform/config/identity.ts';
import type { Services } from '../../../../platform/context.ts';
import { acquireLeases, releaseLease } from '../../../../platform/jobs/leases.ts';
import { deleteSessions } from '../../../users/store/sessions.ts';
import { revokeTokensOf } from '../../../users/store/tokens.ts';
import { hasAdministrator, lockAdministrators, lockUser, saveUser } from '../../../users/store.ts';
import { grantsInGroup } from '../../store/grants.ts';
import { groupsWithGrants, ldapLinks, linkedAccounts, type LdapGroupLink } from '../../store/ldap.ts';
import { grantRoles, systemContext } from '../grants.ts';
import { DirectoryRefusedError, listEntries, listGroups } from './directory.ts';
import { normalDn, peopleOf, type DirectoryEntry, type DirectoryGroup } from './entries.ts';

/** A sync that dies frees its provider after this time; each part extends it. */
const LEASE_SECONDS = 600;
/** People whose roles are written in one transaction. */
const CHUNK = 500;

/**
 * Runs a sync of a provider, unless another one runs: then it does nothing and returns false. `extend` keeps the others out for longer.
 */
async function alone(
  { db }: Services,
  config: LdapConfig,
  sync: (extend: () => Promise<void>) => Promise<void>,
): Promise<boolean> {
  const holder = randomUUID();
  const lease = `identity.sync:${config.name}`;
  const extend = async (): Promise<void> => {
    const held = await acquireLeases(db, holder, [lease], LEASE_SECONDS);
    if (!held.has(lease)) throw new DirectoryRefusedError('Another sync of this directory took over');
  };
  if (!(await acquireLeases(db, holder, [lease], LEASE_SECONDS)).has(lease)) return false;
  try {
    await sync(extend);
  } finally {
    await releaseLease(db, holder, lease);
  }
  return true;
}

/**
 * Blocks the accounts whose entry is gone or disabled. Changes nothing if the directory cannot be read completely, or has no entries
 * although accounts sign in through it: then it throws. Returns false if another sync runs.
 */
export function syncUsers(services: Services, config: LdapConfig): Promise<boolean> {
  return alone(services, config, async (extend) => {
    const entries = await readEntries(services, config);
    const present = new Set(entries.filter(({ isDisabled }) => !isDisabled).map(({ subject }) => subject));
    const gone = (await linkedAccounts(services.db, config.name)).filter(
      ({ subject, state }) => state === 'active' && !present.has(subject),
    );
    for (const [index, { userId }] of gone.entries()) {
      if (index % CHUNK === 0) await extend();
      await block(services, userId);
    }
  });
}

async function block(services: Services, userId: UserId): Promise<void> {
  const ctx = systemContext(services);
  await ctx.transaction(async (trx) => {
    await lockAdministrators(trx);
    const user = await lockUser(trx, userId);
    // The last administrator stays, or nobody could repair a wrong setting.
    if (user?.state !== 'active' || (user.isAdmin && !(await hasAdministrator(trx, userId)))) return;
    await saveUser(trx, userId, { state: 'ldap_blocked' });
    await deleteSessions(trx, userId);
    await revokeTokensOf(trx, userId);
    const what = `Blocked @${user.username}: its entry in the directory is gone or disabled`;
    await recordAudit(trx, ctx, { kind: 'user_blocked', of: { user: userId }, what });
  });
}

/**
 * Makes the roles in groups what their links give: in one group, or in all without one. Changes nothing if the directory cannot be read
 * completely: then it throws. Returns false if another sync runs.
 */
export function syncGroups(services: Services, config: LdapConfig, only: NamespaceId | null): Promise<boolean> {
  return alone(services, config, async (extend) => {
    const { db } = services;
    const links = await ldapLinks(db, config.name, only);
    const granted = await groupsWithGrants(db, config.name);
    const namespaceIds = only === null ? new Set([...links.map(({ namespaceId }) => namespaceId), ...granted]) : [only];
    if (links.length === 0 && granted.length === 0) return;
    const wanted = await rolesOf(services, config, links, granted.length > 0);
    for (const namespaceId of namespaceIds) {
      const roles = new Map<UserId, number | null>(wanted.get(namespaceId));
      for (const userId of (await grantsInGroup(db, namespaceId, config.name)).keys())
        if (!roles.has(userId)) roles.set(userId, null);
      const people = [...roles].toSorted(([one], [other]) => one - other);
      for (let from = 0; from < people.length; from += CHUNK) {
        await extend();
        await grantRoles(systemContext(services), namespaceId, config.name, new Map(people.slice(from, from + CHUNK)));
      }
    }
  });
}

/** The highest role of each person in each group. Reads the whole directory before anything is written. */
async function rolesOf(
  services: Services,
  config: LdapConfig,
  links: readonly LdapGroupLink[],
  hasGrants: boolean,
): Promise<Map<NamespaceId, Map<UserId, number>>> {
  const wanted = new Map<NamespaceId, Map<UserId, number>>();
  if (links.length === 0) return wanted;
  const entries = await readEntries(services, config);
  const groups = links.some(({ cn }) => cn !== null) ? await listGroups(config) : [];
  if (groups.length === 0 && hasGrants && links.some(({ cn }) => cn !== null))
    throw new DirectoryRefusedError('The directory answered no groups, although they gave roles before');
  const userIdOf = new Map((await linkedAccounts(services.db, config.name)).map((each) => [each.subject, each.userId]));
  const subjects = subjectsOf(entries, groups);
  for (const { namespaceId, cn, filter, accessLevel } of links) {
    const found = cn === null ? (await listEntries(config, filter)).map(({ subject }) => subject) : subjects(cn);
    const roles = wanted.get(namespaceId) ?? new Map<UserId, number>();
    wanted.set(namespaceId, roles);
    for (const subject of found) {
      const userId = userIdOf.get(subject);
      if (userId !== undefined) roles.set(userId, Math.max(accessLevel, roles.get(userId) ?? 0));
    }
  }
  return wanted;
}

/** The subjects of the people of a group, by its name. */
function subjectsOf(entries: readonly DirectoryEntry[], groups: readonly DirectoryGroup[]): (cn: string) => string[] {
  const active = entries.filter(({ isDisabled }) => !isDisabled);
  const byDn = new Map(active.map(({ dn, subject }) => [normalDn(dn), subject]));
  const byName = new Map(active.map(({ username, subject }) => [username?.toLowerCase(), subject]));
  const groupsByDn = new Map(groups.map((group) => [normalDn(group.dn), group]));
  return (cn) =>
    groups
      .filter((group) => group.cn.toLowerCase() === cn.toLowerCase())
      .flatMap((group) => {
        const { dns, names } = peopleOf(group, groupsByDn);
        return [
          ...[...dns].map((dn) => byDn.get(dn)),
          ...[...names].map((name) => byName.get(name.toLowerCase())),
        ].filter((subject) => subject !== undefined);
      });
}

async function readEntries({ db }: Services, config: LdapConfig): Promise<DirectoryEntry[]> {
  const entries = await listEntries(config);
  if (entries.length === 0 && (await linkedAccounts(db, config.name)).length > 0)
    throw new DirectoryRefusedError('The directory answered no people, although accounts sign in through it');
  return entries;
}
