import { Type } from 'typebox';
import { checkStatuses } from '@milepost/core/merge-requests/rules';
import type { StatusCheckId } from '@milepost/core/ids';
import { idInput } from '../../../platform/rest/input.ts';
import { idParam } from '../../../platform/rest/params.ts';
import { pageRequest, pagingInput, RestPage } from '../../../platform/rest/paging.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import {
  answerCheck,
  checksAt,
  createCheck,
  deleteCheck,
  listChecks,
  retryCheck,
  updateCheck,
} from '../commands/checks.ts';
import type { StatusCheck } from '../store/checks.ts';
import { iidOf, projectOf, requestAt, requestPath, type Params } from './paths.ts';
import { refInput } from '../../repositories/rest/code.ts';

const tags = ['status checks'];
const secret = Type.Optional(Type.String({ description: 'Signs the calls (HMAC-SHA256); never shown again' }));

/** External status checks of projects, and their answers about merge requests. */
export function addCheckRoutes(routes: Routes): void {
  const list = '/projects/:id/external_status_checks';
  const one = `${list}/:check_id`;
  routes.get(
    list,
    { summary: 'External status checks of a project', tags, input: Type.Object(pagingInput) },
    async ({ params, input }, ctx) => pageOf((await listChecks(ctx, projectOf(params))).map(presentCheck), input),
  );
  routes.post(
    list,
    {
      summary: 'Create an external status check',
      tags,
      signedIn: true,
      input: Type.Object({ name: Type.String(), external_url: Type.String(), shared_secret: secret }),
    },
    async ({ params, input }, ctx) => {
      const fields = { name: input.name, url: input.external_url, secret: input.shared_secret };
      return presentCheck(await createCheck(ctx, projectOf(params), fields));
    },
  );
  routes.put(
    one,
    {
      summary: 'Change an external status check',
      tags,
      signedIn: true,
      input: Type.Object({
        name: Type.Optional(Type.String()),
        external_url: Type.Optional(Type.String()),
        shared_secret: secret,
      }),
    },
    async ({ params, input }, ctx) => {
      const fields = { name: input.name, url: input.external_url, secret: input.shared_secret };
      return presentCheck(await updateCheck(ctx, projectOf(params), checkIdOf(params, 'check_id'), fields));
    },
  );
  routes.delete(one, { summary: 'Delete an external status check', tags, signedIn: true }, ({ params }, ctx) =>
    deleteCheck(ctx, projectOf(params), checkIdOf(params, 'check_id')),
  );
  addAnswerRoutes(routes);
}

function addAnswerRoutes(routes: Routes): void {
  routes.get(
    `${requestPath}/status_checks`,
    { summary: 'The status checks of a merge request', tags, input: Type.Object(pagingInput) },
    async ({ params, input }, ctx) => {
      const checks = await checksAt(ctx, await requestAt(ctx, params));
      const rows = checks.map(({ id, name, url, status }) => ({ id, name, external_url: url, status }));
      return pageOf(rows, input);
    },
  );
  routes.post(
    `${requestPath}/status_check_responses`,
    {
      summary: 'Answer a status check of a merge request',
      tags,
      signedIn: true,
      input: Type.Object({
        sha: refInput('The newest commit of the source'),
        external_status_check_id: idInput(),
        status: Type.Optional(Type.Enum([...checkStatuses], { default: 'passed' })),
      }),
    },
    async ({ params, input }, ctx) => {
      const { sha, status = 'passed' } = input;
      const answer = { sha, status, checkId: input.external_status_check_id as StatusCheckId };
      const { found, check } = await answerCheck(ctx, projectOf(params), iidOf(params), answer);
      const { id, iid, projectId, title, state } = found.request;
      return {
        id: check.id,
        merge_request: { id, iid, project_id: projectId, title, state },
        external_status_check: { id: check.id, name: check.name, external_url: check.url },
      };
    },
  );
  routes.post(
    `${requestPath}/status_checks/:external_status_check_id/retry`,
    { summary: 'Call a failed status check again', tags, signedIn: true, status: 202 },
    async ({ params }, ctx) => {
      await retryCheck(ctx, projectOf(params), iidOf(params), checkIdOf(params, 'external_status_check_id'));
      return { message: '202 Accepted' };
    },
  );
}

const checkIdOf = (params: Params, name: string): StatusCheckId => idParam<'StatusCheck'>(params, name);

function pageOf<Row>(rows: readonly Row[], input: { page?: number; per_page?: number }): RestPage<Row> {
  const page = pageRequest(input);
  return new RestPage(rows.slice(page.offset, page.offset + page.perPage), rows.length, page);
}

/** All checks apply to all branches: there are no lists of protected branches here. */
function presentCheck({ id, projectId, name, url, hasSecret }: StatusCheck) {
  return { id, name, project_id: projectId, external_url: url, hmac: hasSecret, protected_branches: [] };
}
