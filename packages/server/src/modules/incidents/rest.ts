import type { MetricImageText } from '@milepost/core/files/metric-images';
import { Type, type Static } from 'typebox';
import type { Context } from '../../platform/context.ts';
import { readInput } from '../../platform/rest/input.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { idParam } from '../../platform/rest/params.ts';
import { findVisibleProject } from '../namespaces/commands.ts';
import { receiveForm } from '../uploads/rest/form.ts';
import { answerFile } from '../uploads/rest/serve.ts';
import { issueAt } from '../work-items/rest/issues.ts';
import { addMetricImage, deleteMetricImage, findMetricImage, listMetricImages, updateMetricImage } from './commands.ts';
import { metricImagePolicy } from './policy.ts';
import type { MetricImage } from './store.ts';

const tags = ['metric images'];
const path = '/projects/:id/issues/:issue_iid/metric_images';

const fields = Type.Object({
  url: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'The source of the image' })),
  url_text: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'The text of the link' })),
});

/** Metric images of incidents, in the shape of the published API. */
export function addRoutes(routes: Routes): void {
  routes.get(path, { summary: 'Metric images of an incident', tags }, async ({ params }, ctx) => {
    const images = await listMetricImages(ctx, await issueAt(ctx, params));
    return images.map(present);
  });

  routes.post(
    path,
    {
      summary: 'Add a metric image (form with `file`, `url`, `url_text`)',
      tags,
      signedIn: true,
      isStreamed: true,
    },
    async ({ params, http }, ctx) => {
      const project = await findVisibleProject(ctx, params['id'] ?? '');
      const item = await issueAt(ctx, params);
      ctx.require(metricImagePolicy.create, item);
      const { file, fields: given } = await receiveForm(ctx, http);
      return present(await addMetricImage(ctx, { item, project }, file, textOf(given)));
    },
  );

  routes.put(
    `${path}/:image_id`,
    { summary: 'Change the link of a metric image', tags, signedIn: true },
    async ({ params, raw }, ctx) => {
      const item = await issueAt(ctx, params);
      ctx.require(metricImagePolicy.update, item);
      return present(await updateMetricImage(ctx, item, idParam<'MetricImage'>(params, 'image_id'), textOf(raw)));
    },
  );

  routes.delete(
    `${path}/:image_id`,
    { summary: 'Remove a metric image', tags, signedIn: true },
    async ({ params }, ctx) =>
      deleteMetricImage(ctx, await issueAt(ctx, params), idParam<'MetricImage'>(params, 'image_id')),
  );
}

/** The target of `file_path`: visible to those who may read the incident. */
export function addSiteRoutes(routes: Routes): void {
  routes.get(
    '/uploads/-/system/issuable_metric_image/file/:image_id(^\\d+$)/:filename',
    { summary: 'The file of a metric image', tags },
    async (request, ctx: Context) => {
      const { file } = await findMetricImage(ctx, idParam<'MetricImage'>(request.params, 'image_id'));
      return answerFile(ctx, request, file);
    },
  );
}

function textOf(given: Readonly<Record<string, unknown>>): MetricImageText {
  const { url, url_text: urlText } = readInput(fields, given) as Static<typeof fields>;
  return {
    ...(url !== undefined && { url: url?.trim() ?? null }),
    ...(urlText !== undefined && { urlText: urlText?.trim() ?? null }),
  };
}

function present({ id, createdAt, file, url, urlText }: MetricImage): object {
  return {
    id,
    created_at: createdAt.toISOString(),
    filename: file.fileName,
    file_path: `/uploads/-/system/issuable_metric_image/file/${id}/${encodeURIComponent(file.fileName)}`,
    url,
    url_text: urlText,
  };
}
