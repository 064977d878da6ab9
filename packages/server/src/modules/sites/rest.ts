import type { SiteId } from '@milepost/core/ids';
import { Type, type Static } from 'typebox';
import { idInput } from '../../platform/rest/input.ts';
import { pageRequest, pagingInput, RestPage, type PageRequest } from '../../platform/rest/paging.ts';
import { idParam } from '../../platform/rest/params.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { createSite, deleteSite, findSite, listSites, retrySite, updateSite, type SiteChanges } from './commands.ts';
import { statusesOf } from './commands/status.ts';
import { presentSite, presentStatus } from './rest/presenters.ts';

const tags = ['geo sites'];
const options = { tags, signedIn: true } as const;
const capacity = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description }));

const changesInput = {
  enabled: Type.Optional(Type.Boolean({ description: 'Whether the site copies files and repositories' })),
  internal_url: Type.Optional(Type.String({ description: 'By which other sites call this one; `url` if it is empty' })),
  primary: Type.Optional(Type.Boolean({ description: 'Cannot be changed: see `milepost site promote`' })),
  files_max_capacity: capacity('Files that are copied at once; 10 by default'),
  repos_max_capacity: capacity('Repositories that are copied at once; 25 by default'),
  verification_max_capacity: capacity('Checksums that are compared at once; 100 by default'),
  container_repositories_max_capacity: capacity('Kept, not used'),
  sync_object_storage: Type.Optional(
    Type.Boolean({
      description:
        'Whether files are copied into the bucket of the site; by default its bucket is shared or replicated',
    }),
  ),
  selective_sync_type: Type.Optional(
    Type.Union([Type.String(), Type.Null()], { description: '`namespaces`, or empty to copy everything' }),
  ),
  selective_sync_shards: Type.Optional(Type.Array(Type.String(), { description: 'Not supported' })),
  selective_sync_namespace_ids: Type.Optional(
    Type.Array(idInput(), { maxItems: 1_000, description: 'The groups whose files and repositories are copied' }),
  ),
  minimum_reverification_interval: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 3_650, description: 'Days between two comparisons of a file; 90 by default' }),
  ),
};
const createInput = Type.Object({ name: Type.String(), url: Type.String(), ...changesInput });
const updateInput = Type.Object({
  name: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
  ...changesInput,
});
const listInput = Type.Object(pagingInput);

/** `/geo_sites`, for administrators. */
export function addRoutes(routes: Routes): void {
  const idOf = (params: Readonly<Record<string, string>>): SiteId => idParam<'Site'>(params, 'site_id');

  routes.get('/geo_sites', { ...options, summary: 'All sites', input: listInput }, async ({ input }, ctx) =>
    pageOf(
      (await listSites(ctx)).map((site) => presentSite(ctx.services, site)),
      pageRequest(input),
    ),
  );
  routes.post('/geo_sites', { ...options, summary: 'Add a site', input: createInput }, async ({ input }, ctx) =>
    presentSite(ctx.services, await createSite(ctx, changesOf(input))),
  );
  routes.get(
    '/geo_sites/status',
    { ...options, summary: 'The status of all sites', input: listInput },
    async ({ input }, ctx) => {
      const page = pageRequest(input);
      const { rows, total } = pageOf(await listSites(ctx), page);
      return new RestPage(
        (await statusesOf(ctx, rows)).map((status) => presentStatus(ctx.services, status)),
        total,
        page,
      );
    },
  );
  routes.get('/geo_sites/:site_id', { ...options, summary: 'One site' }, async ({ params }, ctx) =>
    presentSite(ctx.services, await findSite(ctx, idOf(params))),
  );
  routes.put(
    '/geo_sites/:site_id',
    { ...options, summary: 'Change a site', input: updateInput },
    async ({ params, input }, ctx) => presentSite(ctx.services, await updateSite(ctx, idOf(params), changesOf(input))),
  );
  routes.delete('/geo_sites/:site_id', { ...options, summary: 'Remove a secondary site' }, async ({ params }, ctx) =>
    deleteSite(ctx, idOf(params)),
  );
  routes.get(
    '/geo_sites/:site_id/status',
    { ...options, summary: 'The status of one site' },
    async ({ params }, ctx) => {
      const [status] = await statusesOf(ctx, [await findSite(ctx, idOf(params))]);
      return status && presentStatus(ctx.services, status);
    },
  );
  routes.post(
    '/geo_sites/:site_id/repair',
    { ...options, summary: 'Copy again what a site could not copy', status: 200 },
    async ({ params }, ctx) => {
      const [status] = await statusesOf(ctx, [await retrySite(ctx, idOf(params))]);
      return status && presentStatus(ctx.services, status);
    },
  );
}

function pageOf<Row>(all: readonly Row[], page: PageRequest): RestPage<Row> {
  return new RestPage(all.slice(page.offset, page.offset + page.perPage), all.length, page);
}

function changesOf(input: Static<typeof updateInput>): SiteChanges {
  const given: Record<string, unknown> = {
    name: input.name,
    url: input.url,
    internalUrl: input.internal_url,
    isPrimary: input.primary,
    isEnabled: input.enabled,
    filesMaxCapacity: input.files_max_capacity,
    reposMaxCapacity: input.repos_max_capacity,
    verificationMaxCapacity: input.verification_max_capacity,
    containerRepositoriesMaxCapacity: input.container_repositories_max_capacity,
    minimumReverificationInterval: input.minimum_reverification_interval,
    syncObjectStorage: input.sync_object_storage,
    selectiveSyncType: input.selective_sync_type,
    namespaceIds: input.selective_sync_namespace_ids,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
