import { NotFoundError } from '@milepost/core/errors';
import { Type, type Static, type TObject } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { givenImage, imageInput } from '../../../platform/images/image.ts';
import { idInput } from '../../../platform/rest/input.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import type { SwitchChanges } from '../commands/switches.ts';
import { writeWithAvatar } from '../commands/avatars.ts';
import { createGroup, updateGroup } from '../commands/writing.ts';
import { findVisibleGroup } from '../commands.ts';
import { listNamespaces } from '../store/list.ts';
import { assistantChangesOf, assistantInput } from './assistant.ts';
import { featureChangesOf, featureInput } from './features.ts';
import { groupListInput, groupProjectListInput, pageOfGroups, pageOfProjects, visibilityInput } from './lists.ts';
import { presentWholeGroup } from './presenters.ts';

const fields = {
  description: Type.Optional(Type.String()),
  visibility: visibilityInput,
};

/** The settings that a group may have from the start. */
const switchInput = {
  ...featureInput,
  ...assistantInput,
  require_two_factor_authentication: Type.Optional(
    Type.Boolean({ description: 'Whether members, also of everything below, need a second factor' }),
  ),
  two_factor_grace_period: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 8760, description: 'Hours that members have to set it up' }),
  ),
};

type SwitchInput = Static<TObject<typeof switchInput>>;

/** The settings in an input, and the input without them. */
function switchChangesOf<Input extends SwitchInput>(input: Input) {
  const { assistant, rest: others } = assistantChangesOf(input);
  const { features, rest: remaining } = featureChangesOf(others);
  const { require_two_factor_authentication: isRequired, two_factor_grace_period: grace, ...rest } = remaining;
  const switches: SwitchChanges = {
    features,
    ...assistant,
    ...(isRequired !== undefined && { requiresTwoFactor: isRequired }),
    ...(grace !== undefined && { twoFactorGracePeriod: grace }),
  };
  return { switches, rest };
}

const tags = ['groups'];

/** The parameters of a change that a new group or project does not have. */
export const changedFields = {
  name: Type.Optional(Type.String()),
  path: Type.Optional(Type.String()),
  ...featureInput,
  lower_descendants: Type.Optional(
    Type.Boolean({ description: 'Milepost extension: also lowers everything below that is more visible' }),
  ),
  lock_version: Type.Optional(
    Type.Integer({ description: 'Milepost extension: answers 409 if the settings were saved since this version' }),
  ),
};

interface ChangedInput {
  lower_descendants?: boolean;
  lock_version?: number;
}

/** The changes of a group or project, by their names in commands. */
export function changesOf<Input extends ChangedInput>(input: Input) {
  const { features, rest } = featureChangesOf(input);
  const { lower_descendants, lock_version, ...changes } = rest;
  return {
    ...changes,
    features,
    ...(lower_descendants !== undefined && { lowersBelow: lower_descendants }),
    ...(lock_version !== undefined && { lockVersion: lock_version }),
  };
}

/** Groups: all, the subgroups of one, and a single one. */
export function addGroupRoutes(routes: Routes): void {
  routes.get('/groups', { summary: 'Groups', tags, input: groupListInput }, ({ input }, ctx) => {
    const isAll = input.all_available ?? (!ctx.viewer.isSignedIn || ctx.viewer.isAdmin);
    return pageOfGroups(ctx, input, {
      ...(!isAll && { role: 'guest' }),
      ...(input.top_level_only && { isTopLevel: true }),
    });
  });

  routes.get(
    '/groups/:id',
    {
      summary: 'One group',
      tags,
      input: Type.Object({ with_projects: Type.Optional(Type.Boolean({ default: true })) }),
    },
    async ({ params, input }, ctx) => {
      const group = await findVisibleGroup(ctx, idOf(params));
      if (input.with_projects === false) return presentWholeGroup(group, ctx);
      const filter = { kind: 'project', parentId: group.id } as const;
      const { namespaces } = await listNamespaces(ctx.db, ctx.viewer, filter, { offset: 0, perPage: 100 });
      return presentWholeGroup(group, ctx, namespaces);
    },
  );

  routes.get(
    '/groups/:id/subgroups',
    { summary: 'Groups directly below', tags, input: groupListInput },
    async ({ params, input }, ctx) =>
      pageOfGroups(ctx, input, { parentId: (await findVisibleGroup(ctx, idOf(params))).id }),
  );
  routes.get(
    '/groups/:id/descendant_groups',
    { summary: 'Groups below, on every level', tags, input: groupListInput },
    async ({ params, input }, ctx) =>
      pageOfGroups(ctx, input, { below: (await findVisibleGroup(ctx, idOf(params))).scope.traversalIds }),
  );
  routes.get(
    '/groups/:id/projects',
    { summary: 'Projects of a group', tags, input: groupProjectListInput },
    async ({ params, input }, ctx) => {
      const group = await findVisibleGroup(ctx, idOf(params));
      const scope = input.include_subgroups ? { below: group.scope.traversalIds } : { parentId: group.id };
      return pageOfProjects(ctx, input, scope);
    },
  );

  routes.post(
    '/groups',
    {
      summary: 'Create a group',
      tags,
      signedIn: true,
      input: Type.Object({
        name: Type.String(),
        path: Type.String(),
        parent_id: Type.Optional(Type.Union([idInput(), Type.Null()])),
        avatar: imageInput,
        ...fields,
        ...switchInput,
      }),
      image: 'avatar',
    },
    async ({ input }, ctx) => {
      const { switches, rest } = switchChangesOf(input);
      const { parent_id: parent = null, avatar, ...wanted } = rest;
      const create = (at: Context) => createGroup(at, { ...wanted, parent, switches });
      return presentWholeGroup(await writeWithAvatar(ctx, givenImage('avatar', avatar), create), ctx, []);
    },
  );
  routes.put(
    '/groups/:id',
    {
      summary: 'Change a group',
      tags,
      signedIn: true,
      input: Type.Object({ ...changedFields, avatar: imageInput, ...fields, ...switchInput }),
      image: 'avatar',
    },
    async ({ params, input: { avatar, ...input } }, ctx) => {
      const group = await findVisibleGroup(ctx, idOf(params));
      const { switches, rest } = switchChangesOf(input);
      const changes = { ...changesOf(rest), ...switches };
      const changed = await writeWithAvatar(ctx, givenImage('avatar', avatar), (at) =>
        updateGroup(at, group.id, changes),
      );
      return presentWholeGroup(changed, ctx);
    },
  );
}

/** The id or full path in the URL, already decoded by Fastify. */
export function idOf(params: Readonly<Record<string, string>>): string {
  const { id } = params;
  if (!id) throw new NotFoundError('Namespace');
  return id;
}
