import { ConflictError, ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import { roleTitle } from '@milepost/core/members';
import type { RoleMappingId, UserId } from '@milepost/core/ids';
import { roleOfAccessLevel } from '@milepost/core/roles';
import { recordAudit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { violatedUniqueness } from '../../../platform/database/violations.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { identityPolicy } from '../policy.ts';
import { claimValuesOf } from '../store/claims.ts';
import { grantsInGroup } from '../store/grants.ts';
import { deleteMapping, insertMapping, mappingsOf, type RoleMapping } from '../store/mappings.ts';
import { NotConfiguredError } from './errors.ts';
import { grantRoles, systemContext } from './grants.ts';
import { oidcProvider } from './oidc.ts';

/** Mappings of one group. */
const MAX_MAPPINGS = 500;

export interface NewMapping {
  provider: string;
  claimValue: string;
  accessLevel: number;
}

/** The role mappings of a group. Throws ForbiddenError, or NotConfiguredError without any provider. */
export async function listMappings(ctx: Context, group: Namespace): Promise<RoleMapping[]> {
  ctx.require(identityPolicy.read, group);
  if (ctx.services.identity.oidc.length === 0) throw new NotConfiguredError('Single sign-on');
  return mappingsOf(ctx.db, group.id);
}

/** Adds a mapping, which applies from the next sign-in on. Throws ForbiddenError, ValidationError, ConflictError or NotConfiguredError. */
export async function addMapping(ctx: Context, group: Namespace, mapping: NewMapping): Promise<RoleMapping> {
  ctx.require(identityPolicy.manage, group);
  const { name: provider } = oidcProvider(ctx.services, mapping.provider);
  const claimValue = mapping.claimValue.trim();
  if (claimValue === '') throw new ValidationError({ claim_value: ["can't be blank"] });
  if (claimValue.length > 1_000)
    throw new ValidationError({ claim_value: ['is too long (maximum is 1000 characters)'] });
  if (roleOfAccessLevel(mapping.accessLevel) === null)
    throw new ValidationError({ access_level: ['is not included in the list'] });
  if (mapping.accessLevel > ctx.viewer.levelIn(group.scope)) throw new ForbiddenError();
  return ctx.transaction(async (trx) => {
    if ((await mappingsOf(trx, group.id)).length >= MAX_MAPPINGS)
      throw new ValidationError({ base: [`A group has at most ${MAX_MAPPINGS} role mappings`] });
    const added = await trx
      .attempt(() =>
        insertMapping(trx, { namespaceId: group.id, provider, claimValue, accessLevel: mapping.accessLevel }),
      )
      .catch((error: unknown) => {
        if (violatedUniqueness(error) === null) throw error;
        throw new ConflictError('This value has a role in this group already');
      });
    const what = { change: `${provider} ${claimValue}`, from: null, to: roleTitle(mapping.accessLevel) };
    await recordAudit(trx, ctx, { kind: 'role_mapping_added', of: { namespace: group }, what });
    return added;
  });
}

/** Removes a mapping and what only it gave. Throws ForbiddenError or NotFoundError. */
export async function removeMapping(ctx: Context, group: Namespace, id: RoleMappingId): Promise<void> {
  ctx.require(identityPolicy.manage, group);
  await ctx.transaction(async (trx) => {
    const removed = await deleteMapping(trx, group.id, id);
    if (!removed) throw new NotFoundError('Role mapping');
    const { provider, claimValue, accessLevel } = removed;
    const what = { change: `${provider} ${claimValue}`, from: roleTitle(accessLevel), to: null };
    await recordAudit(trx, ctx, { kind: 'role_mapping_removed', of: { namespace: group }, what });
    const present = await grantsInGroup(trx, group.id, provider);
    const left = (await mappingsOf(trx, group.id)).filter((mapping) => mapping.provider === provider);
    const claims = await claimValuesOf(trx, provider, [...present.keys()]);
    const wanted = new Map<UserId, number | null>();
    for (const userId of present.keys()) {
      const values = claims.get(userId) ?? new Set();
      const levels = left.filter((mapping) => values.has(mapping.claimValue)).map((mapping) => mapping.accessLevel);
      wanted.set(userId, levels.length === 0 ? null : Math.max(...levels));
    }
    await grantRoles(systemContext(ctx.services).within(trx), group.id, provider, wanted);
  });
}
