import { UnprocessableError } from '@milepost/core/errors';
import type { NamespaceId, ProtectionRuleId, UserId } from '@milepost/core/ids';
import { Type, type Static, type TSchema } from 'typebox';
import { idInput } from '../../../platform/rest/input.ts';
import { pageRequest, pagingInput, RestPage } from '../../../platform/rest/paging.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { findVisibleGroup, findVisibleProject } from '../../namespaces/commands.ts';
import {
  findProtection,
  listProtections,
  protectEnvironment,
  unprotectEnvironment,
  updateProtection,
  type GivenRule,
} from '../commands/protection.ts';
import { presentProtection } from './presenters.ts';

const tags = ['environments'];
const owners = [
  { kind: 'project', what: 'an environment of a project', find: findVisibleProject },
  { kind: 'group', what: 'a tier of all projects below a group', find: findVisibleGroup },
] as const;

const nullable = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));

const namedFields = {
  id: Type.Optional(idInput({ description: 'Of an existing row, to change or remove it' })),
  access_level: nullable(Type.Integer({ description: '30, 40 or 60' })),
  user_id: nullable(idInput()),
  group_id: nullable(idInput()),
  group_inheritance_type: Type.Optional(
    Type.Integer({ description: '0: direct members of the group; 1: inherited ones, too' }),
  ),
  _destroy: Type.Optional(Type.Boolean({ description: 'Removes the row' })),
};
const levelRow = Type.Object(namedFields);
const ruleRow = Type.Object({
  ...namedFields,
  required_approvals: Type.Optional(Type.Integer({ description: '1 to 5, by default 1' })),
});

function givenRule(row: Static<typeof levelRow> | Static<typeof ruleRow>): GivenRule {
  return {
    id: row.id as ProtectionRuleId | undefined,
    accessLevel: row.access_level,
    userId: row.user_id as UserId | null | undefined,
    groupId: row.group_id as NamespaceId | null | undefined,
    groupInheritanceType: row.group_inheritance_type,
    requiredApprovals: 'required_approvals' in row ? row.required_approvals : undefined,
    isRemoved: row._destroy,
  };
}

/** A number of approvals that Milepost ignored would leave an environment open that its owner takes for protected. */
function requireNoCount(count: number | undefined): void {
  if (count)
    throw new UnprocessableError('required_approval_count must be 0: use approval_rules with required_approvals');
}

/** Protected environments of projects and groups. */
export function addProtectionRoutes(routes: Routes): void {
  for (const owner of owners) addRoutesOf(routes, owner);
}

function addRoutesOf(routes: Routes, { kind, what, find }: (typeof owners)[number]): void {
  const list = `/${kind}s/:id/protected_environments`;
  const one = `${list}/:name`;
  type Params = Readonly<Record<string, string>>;
  const idIn = (params: Params) => params['id'] ?? '';
  const nameIn = (params: Params) => params['name'] ?? '';
  const countInput = Type.Optional(
    Type.Integer({ description: 'Only 0: `approval_rules` say who has to approve', minimum: 0 }),
  );
  routes.get(
    list,
    { summary: `Protected environments of a ${kind} by name`, tags, input: Type.Object(pagingInput) },
    async ({ params, input }, ctx) => {
      const all = await listProtections(ctx, await find(ctx, idIn(params)));
      const page = pageRequest(input);
      const rows = all.slice(page.offset, page.offset + page.perPage);
      return new RestPage(await Promise.all(rows.map((each) => presentProtection(ctx, each))), all.length, page);
    },
  );
  routes.get(one, { summary: `One protected environment of a ${kind}`, tags }, async ({ params }, ctx) =>
    presentProtection(ctx, await findProtection(ctx, await find(ctx, idIn(params)), nameIn(params))),
  );
  routes.post(
    list,
    {
      summary: `Protect ${what}`,
      tags,
      signedIn: true,
      input: Type.Object({
        name: Type.String(),
        deploy_access_levels: Type.Array(levelRow, { description: 'Who may deploy' }),
        approval_rules: Type.Optional(Type.Array(ruleRow, { description: 'Who has to approve' })),
        required_approval_count: countInput,
      }),
    },
    async ({ params, input }, ctx) => {
      const namespace = await find(ctx, idIn(params));
      requireNoCount(input.required_approval_count);
      const protection = await protectEnvironment(ctx, namespace, input.name, {
        deployAccessLevels: input.deploy_access_levels.map(givenRule),
        approvalRules: input.approval_rules?.map(givenRule),
      });
      return presentProtection(ctx, protection);
    },
  );
  routes.put(
    one,
    {
      summary: `Change the rules of a protected environment of a ${kind}`,
      tags,
      signedIn: true,
      input: Type.Object({
        deploy_access_levels: Type.Optional(Type.Array(levelRow)),
        approval_rules: Type.Optional(Type.Array(ruleRow)),
        required_approval_count: countInput,
      }),
    },
    async ({ params, input }, ctx) => {
      const namespace = await find(ctx, idIn(params));
      requireNoCount(input.required_approval_count);
      const protection = await updateProtection(ctx, namespace, nameIn(params), {
        deployAccessLevels: input.deploy_access_levels?.map(givenRule),
        approvalRules: input.approval_rules?.map(givenRule),
      });
      return presentProtection(ctx, protection);
    },
  );
  routes.delete(one, { summary: `End the protection of ${what}`, tags, signedIn: true }, async ({ params }, ctx) =>
    unprotectEnvironment(ctx, await find(ctx, idIn(params)), nameIn(params)),
  );
}
