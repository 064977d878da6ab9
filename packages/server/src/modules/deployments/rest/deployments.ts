import { approvalStatuses } from '@milepost/core/deployments/approvals';
import { deploymentStatuses, reportedStatuses } from '@milepost/core/deployments/deployments';
import { Type } from 'typebox';
import { InputError } from '../../../platform/rest/input.ts';
import { pageRequest, pagingInput, RestPage } from '../../../platform/rest/paging.ts';
import { idParam } from '../../../platform/rest/params.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { timeInput, timeOf } from '../../../platform/rest/times.ts';
import { presentMergeRequests } from '../../merge-requests/rest/lists.ts';
import { approveDeployment } from '../commands/approvals.ts';
import { mergeRequestsOf } from '../commands/code.ts';
import { createDeployment, deleteDeployment, findDeployment, updateDeployment } from '../commands/deployments.ts';
import { countDeployments, deploymentOrders, listDeployments } from '../store/deployments.ts';
import { projectAt } from './environments.ts';
import { presentApproval, presentDeployment } from './presenters.ts';

const tags = ['deployments'];
const list = '/projects/:id/deployments';
const one = `${list}/:deployment_id`;

const idIn = (params: Readonly<Record<string, string>>) => idParam<'Deployment'>(params, 'deployment_id');

export function addDeploymentRoutes(routes: Routes): void {
  routes.get(
    list,
    {
      summary: 'Deployments of a project',
      tags,
      input: Type.Object({
        ...pagingInput,
        environment: Type.Optional(Type.String({ description: 'The name of an environment' })),
        status: Type.Optional(Type.Enum([...deploymentStatuses])),
        order_by: Type.Optional(Type.Enum([...deploymentOrders], { default: 'id' })),
        sort: Type.Optional(Type.Enum(['asc', 'desc'], { default: 'asc' })),
        updated_after: timeInput('Updated at this time or later'),
        updated_before: timeInput('Updated at this time or earlier'),
        finished_after: timeInput('Finished at this time or later. Requires `order_by=finished_at`'),
        finished_before: timeInput('Finished at this time or earlier. Requires `order_by=finished_at`'),
      }),
    },
    async ({ params, input }, ctx) => {
      const { environment, status, order_by: by = 'id', sort = 'asc' } = input;
      const project = await projectAt(ctx, params);
      const filter = {
        environment,
        status,
        updatedAfter: timeOf('updated_after', input.updated_after),
        updatedBefore: timeOf('updated_before', input.updated_before),
        finishedAfter: timeOf('finished_after', input.finished_after),
        finishedBefore: timeOf('finished_before', input.finished_before),
      };
      if ((filter.finishedAfter ?? filter.finishedBefore) && by !== 'finished_at') {
        throw new InputError(['finished_after and finished_before require order_by=finished_at']);
      }
      const page = pageRequest(input);
      const order = { by, isDescending: sort === 'desc' };
      const [rows, total] = await Promise.all([
        listDeployments(ctx.db, project.id, filter, order, page),
        countDeployments(ctx.db, project.id, filter),
      ]);
      return new RestPage(await Promise.all(rows.map((row) => presentDeployment(ctx, project, row))), total, page);
    },
  );
  routes.get(one, { summary: 'One deployment', tags }, async ({ params }, ctx) => {
    const project = await projectAt(ctx, params);
    return presentDeployment(ctx, project, await findDeployment(ctx, project, idIn(params)));
  });
  routes.get(
    `${one}/merge_requests`,
    {
      summary: 'Merge requests since the previous successful deployment to the environment',
      tags,
      input: Type.Object(pagingInput),
    },
    async ({ params, input }, ctx) => {
      const project = await projectAt(ctx, params);
      const requests = await mergeRequestsOf(ctx, await findDeployment(ctx, project, idIn(params)));
      const page = pageRequest(input);
      const rows = requests.slice(page.offset, page.offset + page.perPage);
      return new RestPage(await presentMergeRequests(ctx, rows, { from: project }), requests.length, page);
    },
  );
  routes.post(
    list,
    {
      summary: 'Report a deployment; it is blocked if its environment needs approvals',
      tags,
      signedIn: true,
      input: Type.Object({
        environment: Type.String({ description: 'The name of the environment, which is created unless it exists' }),
        sha: Type.String({ description: 'The commit, 40 hexadecimal digits' }),
        ref: Type.String({ description: 'The branch or tag' }),
        tag: Type.Boolean({ description: 'Whether the ref is a tag' }),
        status: Type.Enum([...reportedStatuses]),
      }),
    },
    async ({ params, input }, ctx) => {
      const { tag: isTag, ...rest } = input;
      const project = await projectAt(ctx, params);
      return presentDeployment(ctx, project, await createDeployment(ctx, project, { isTag, ...rest }));
    },
  );
  routes.put(
    one,
    {
      summary: 'Change the status of a deployment',
      tags,
      signedIn: true,
      input: Type.Object({ status: Type.Enum([...reportedStatuses]) }),
    },
    async ({ params, input }, ctx) => {
      const project = await projectAt(ctx, params);
      return presentDeployment(ctx, project, await updateDeployment(ctx, project, idIn(params), input.status));
    },
  );
  routes.delete(
    one,
    { summary: 'Delete a deployment that neither runs nor is the current one', tags, signedIn: true, status: 202 },
    async ({ params }, ctx) => {
      await deleteDeployment(ctx, await projectAt(ctx, params), idIn(params));
      return { message: '202 Accepted' };
    },
  );
  routes.post(
    `${one}/approval`,
    {
      summary: 'Approve or reject a blocked deployment',
      tags,
      signedIn: true,
      input: Type.Object({
        status: Type.Enum([...approvalStatuses]),
        comment: Type.Optional(Type.String()),
        represented_as: Type.Optional(
          Type.String({ description: 'The user, group or role of the rule; by default the first that you meet' }),
        ),
      }),
    },
    async ({ params, input }, ctx) => {
      const { represented_as: representedAs, ...rest } = input;
      const project = await projectAt(ctx, params);
      return presentApproval(ctx, await approveDeployment(ctx, project, idIn(params), { representedAs, ...rest }));
    },
  );
}
