import type { Visibility } from '@milepost/core/roles';
import {
  addMetricImage,
  deleteMetricImage,
  findMetricImage,
  listMetricImages,
  updateMetricImage,
} from '../../modules/incidents/commands.ts';
import { findVisibleProject } from '../../modules/namespaces/commands.ts';
import { addUpload, deleteUpload, findUpload, listUploads } from '../../modules/uploads/commands.ts';
import { findVisibleWorkItemById } from '../../modules/work-items/store.ts';
import { storedPixel } from '../build/uploads.ts';
import { permission, type PermissionRow } from '../permissions.ts';
import type { Builders } from '../test.ts';

const attached = async (build: Builders, visibility: Visibility) => {
  const project = await build.project({ visibility });
  return { project, upload: await build.upload(project) };
};
const incident = async (build: Builders, visibility: Visibility) => {
  const project = await build.project({ visibility });
  return { project, item: await build.issue({ project, type: 'incident', author: null }) };
};
const illustrated = async (build: Builders, visibility: Visibility) => {
  const { item } = await incident(build, visibility);
  return { itemId: item.id, imageId: (await build.metricImage(item)).id };
};
const confidential = async (build: Builders, visibility: Visibility) => {
  const project = await build.project({ visibility });
  const item = await build.issue({ project, type: 'incident', author: null, confidential: true });
  return build.metricImage(item);
};

export const uploadPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'see a file in a text',
    least: 'visitor',
    isReading: true,
    given: attached,
    perform: async (ctx, { project, upload }) =>
      findUpload(ctx, await findVisibleProject(ctx, project.id), { id: upload.id }),
  }),
  permission({
    operation: 'attach a file',
    least: 'person',
    given: (build, visibility) => build.project({ visibility }),
    perform: async (ctx, { id }) => addUpload(ctx, await findVisibleProject(ctx, id), await storedPixel(ctx)),
  }),
  permission({
    operation: 'list the files of a project',
    least: 'maintainer',
    isReading: true,
    given: attached,
    perform: async (ctx, { project }) =>
      listUploads(ctx, await findVisibleProject(ctx, project.id), { page: 1, perPage: 20, offset: 0 }),
  }),
  permission({
    operation: 'remove a file',
    least: 'maintainer',
    given: attached,
    perform: async (ctx, { project, upload }) =>
      deleteUpload(ctx, await findVisibleProject(ctx, project.id), { id: upload.id }),
  }),
];

export const metricImagePermissions: readonly PermissionRow[] = [
  permission({
    operation: 'see the metric images of an incident',
    least: 'visitor',
    isReading: true,
    given: illustrated,
    perform: async (ctx, { itemId, imageId }) => {
      await listMetricImages(ctx, await findVisibleWorkItemById(ctx, itemId));
      await findMetricImage(ctx, imageId);
    },
  }),
  permission({
    operation: 'see the metric images of a confidential incident of another',
    least: 'planner',
    isReading: true,
    isHidden: true,
    given: confidential,
    perform: (ctx, { id }) => findMetricImage(ctx, id),
  }),
  permission({
    operation: 'add a metric image to an incident of another',
    least: 'planner',
    given: incident,
    perform: async (ctx, { project, item }) =>
      addMetricImage(ctx, { item: await findVisibleWorkItemById(ctx, item.id), project }, await storedPixel(ctx), {}),
  }),
  permission({
    operation: 'change and remove a metric image of an incident of another',
    least: 'planner',
    given: illustrated,
    perform: async (ctx, { itemId, imageId }) => {
      const item = await findVisibleWorkItemById(ctx, itemId);
      await updateMetricImage(ctx, item, imageId, { urlText: 'changed' });
      await deleteMetricImage(ctx, item, imageId);
    },
  }),
];
