import { autoStopSettings, environmentStates, environmentTiers } from '@milepost/core/deployments/environments';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { InputError } from '../../../platform/rest/input.ts';
import { pageRequest, pagingInput, RestPage } from '../../../platform/rest/paging.ts';
import { idParam } from '../../../platform/rest/params.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import {
  createEnvironment,
  deleteEnvironment,
  findDeployableProject,
  findEnvironment,
  stopEnvironment,
  updateEnvironment,
  type EnvironmentFields,
} from '../commands.ts';
import { countEnvironments, listEnvironments } from '../store.ts';
import { presentEnvironment, presentWholeEnvironment } from './presenters.ts';

const tags = ['environments'];
const list = '/projects/:id/environments';
const one = `${list}/:environment_id`;
/** Shorter searches would list nearly everything. */
const MIN_SEARCH = 3;

const fields = {
  description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  external_url: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'An address of http or https' })),
  tier: Type.Optional(Type.Enum([...environmentTiers], { description: 'By default derived from the name' })),
  auto_stop_setting: Type.Optional(Type.Enum([...autoStopSettings], { description: 'Stored for external pipelines' })),
  kubernetes_namespace: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  flux_resource_path: Type.Optional(Type.Union([Type.String(), Type.Null()])),
};
const fieldsInput = Type.Object(fields);

const fieldsOf = ({
  external_url: externalUrl,
  auto_stop_setting: autoStopSetting,
  kubernetes_namespace: kubernetesNamespace,
  flux_resource_path: fluxResourcePath,
  description,
  tier,
}: Type.Static<typeof fieldsInput>): EnvironmentFields => ({
  description,
  tier,
  externalUrl,
  autoStopSetting,
  kubernetesNamespace,
  fluxResourcePath,
});

type Params = Readonly<Record<string, string>>;

export const projectAt = (ctx: Context, params: Params) => findDeployableProject(ctx, params['id'] ?? '');
const idIn = (params: Params) => idParam<'Environment'>(params, 'environment_id');

export function addEnvironmentRoutes(routes: Routes): void {
  routes.get(
    list,
    {
      summary: 'Environments of a project by name',
      tags,
      input: Type.Object({
        ...pagingInput,
        name: Type.Optional(Type.String({ description: 'The exact name. Cannot be combined with `search`' })),
        search: Type.Optional(Type.String({ description: `Part of the name, at least ${MIN_SEARCH} characters` })),
        states: Type.Optional(Type.Enum([...environmentStates])),
      }),
    },
    async ({ params, input }, ctx) => {
      const { name, search, states } = input;
      const project = await projectAt(ctx, params);
      if (name !== undefined && search !== undefined) throw new InputError(['name, search are mutually exclusive']);
      if (search !== undefined && search.length < MIN_SEARCH) {
        throw new InputError([`search must be at least ${MIN_SEARCH} characters long`]);
      }
      const filter = { name, search, states: states && [states] };
      const page = pageRequest(input);
      const [rows, total] = await Promise.all([
        listEnvironments(ctx.db, project.id, filter, page),
        countEnvironments(ctx.db, project.id, filter),
      ]);
      return new RestPage(rows.map(presentEnvironment), total, page);
    },
  );
  routes.get(one, { summary: 'One environment with what runs there', tags }, async ({ params }, ctx) => {
    const project = await projectAt(ctx, params);
    return presentWholeEnvironment(ctx, project, await findEnvironment(ctx, project, idIn(params)));
  });
  routes.post(
    list,
    { summary: 'Create an environment', tags, signedIn: true, input: Type.Object({ name: Type.String(), ...fields }) },
    async ({ params, input }, ctx) => {
      const project = await projectAt(ctx, params);
      return presentEnvironment(await createEnvironment(ctx, project, input.name, fieldsOf(input)));
    },
  );
  routes.put(
    one,
    { summary: 'Change an environment', tags, signedIn: true, input: fieldsInput },
    async ({ params, input }, ctx) => {
      const project = await projectAt(ctx, params);
      return presentEnvironment(await updateEnvironment(ctx, project, idIn(params), fieldsOf(input)));
    },
  );
  routes.post(
    `${one}/stop`,
    {
      summary: 'Stop an environment',
      tags,
      signedIn: true,
      status: 200,
      input: Type.Object({ force: Type.Optional(Type.Boolean({ description: 'Accepted: no job runs on stopping' })) }),
    },
    async ({ params }, ctx) =>
      presentEnvironment(await stopEnvironment(ctx, await projectAt(ctx, params), idIn(params))),
  );
  routes.delete(
    one,
    { summary: 'Delete a stopped environment with its deployments', tags, signedIn: true },
    async ({ params }, ctx) => void (await deleteEnvironment(ctx, await projectAt(ctx, params), idIn(params))),
  );
}
