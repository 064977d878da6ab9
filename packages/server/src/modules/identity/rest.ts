import type { RoleMappingId } from '@milepost/core/ids';
import { Type } from 'typebox';
import { idParam } from '../../platform/rest/params.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { findVisibleGroup } from '../namespaces/commands.ts';
import { idOf as namespaceIn } from '../namespaces/rest/groups.ts';
import { addMapping, listMappings, removeMapping } from './commands/mappings.ts';
import type { RoleMapping } from './store/mappings.ts';

const tags = ['role mappings'];

/** Role mappings of groups. */
export function addRoutes(routes: Routes): void {
  const path = '/groups/:id/role_mappings';
  routes.get(
    path,
    { summary: 'Milepost extension. The role mappings of a group, for its owners', tags, signedIn: true },
    async ({ params }, ctx) =>
      (await listMappings(ctx, await findVisibleGroup(ctx, namespaceIn(params)))).map(presentMapping),
  );
  routes.post(
    path,
    {
      summary: 'Milepost extension. Give a role to people for whom a provider sends this value of a claim',
      tags,
      signedIn: true,
      input: Type.Object({
        provider: Type.String({ description: 'The name of an OpenID Connect provider' }),
        claim_value: Type.String({ description: 'A value of its claim of groups' }),
        access_level: Type.Integer({ description: 'The role' }),
      }),
    },
    async ({ params, input }, ctx) => {
      const group = await findVisibleGroup(ctx, namespaceIn(params));
      const { provider, claim_value: claimValue, access_level: accessLevel } = input;
      return presentMapping(await addMapping(ctx, group, { provider, claimValue, accessLevel }));
    },
  );
  routes.delete(
    `${path}/:mapping_id`,
    { summary: 'Milepost extension. Remove a role mapping and what only it gave', tags, signedIn: true },
    async ({ params }, ctx) => {
      const id: RoleMappingId = idParam(params, 'mapping_id');
      await removeMapping(ctx, await findVisibleGroup(ctx, namespaceIn(params)), id);
    },
  );
}

function presentMapping({ id, provider, claimValue, accessLevel, createdAt }: RoleMapping) {
  return {
    id,
    provider,
    claim_value: claimValue,
    access_level: accessLevel,
    created_at: createdAt.toISOString(),
  };
}
