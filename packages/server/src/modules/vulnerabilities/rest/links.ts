import { vulnerabilityIssueLinkTypes } from '@milepost/core/security/vulnerabilities';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { idInput } from '../../../platform/rest/input.ts';
import { idParam } from '../../../platform/rest/params.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { findVisibleProject } from '../../namespaces/commands.ts';
import { presentIssue } from '../../work-items/rest/presenters.ts';
import { choice } from '../../work-items/rest/values.ts';
import { findVisibleWorkItem, issueTypes, workItemsById } from '../../work-items/store.ts';
import { findVulnerability, linkIssue, unlinkIssue } from '../commands.ts';
import { issueLinksOf, type VulnerabilityIssueLink } from '../store/links.ts';
import { presentVulnerability } from './presenters.ts';

const tags = ['vulnerabilities'];
const path = '/vulnerabilities/:id/issue_links';

/** The issues of a vulnerability. */
export function addIssueLinkRoutes(routes: Routes): void {
  routes.get(path, { summary: 'Issues linked with a vulnerability', tags, signedIn: true }, async ({ params }, ctx) => {
    const { vulnerability } = await findVulnerability(ctx, idParam(params, 'id'));
    const links = (await ctx.load(issueLinksOf, vulnerability.id)) ?? [];
    const shown = await Promise.all(
      links.map(async ({ id, type, workItemId }) => {
        const issue = await ctx.load(workItemsById, workItemId);
        return (
          issue && {
            ...(await presentIssue(ctx, issue)),
            vulnerability_link_id: id,
            vulnerability_link_type: type,
          }
        );
      }),
    );
    return shown.filter((issue) => issue !== null);
  });

  routes.post(
    path,
    {
      summary: 'Link a vulnerability with an issue',
      tags,
      signedIn: true,
      input: Type.Object({
        target_issue_iid: idInput(),
        target_project_id: Type.Optional(
          Type.Union([idInput(), Type.String()], {
            description: 'An id or a full path; the project of the vulnerability',
          }),
        ),
        link_type: choice(vulnerabilityIssueLinkTypes),
      }),
    },
    async ({ params, input }, ctx) => {
      const { vulnerability, project } = await findVulnerability(ctx, idParam(params, 'id'));
      const namespace = await findVisibleProject(ctx, input.target_project_id ?? project.id);
      const issue = await findVisibleWorkItem(ctx, { namespace, iid: input.target_issue_iid, types: issueTypes });
      return presentLink(ctx, await linkIssue(ctx, vulnerability.id, issue, input.link_type));
    },
  );

  routes.delete(
    `${path}/:issue_link_id`,
    { summary: 'Remove a link of a vulnerability with an issue', tags, signedIn: true, status: 200 },
    async ({ params }, ctx) => {
      const { vulnerability } = await findVulnerability(ctx, idParam(params, 'id'));
      return presentLink(ctx, await unlinkIssue(ctx, vulnerability.id, idParam(params, 'issue_link_id')));
    },
  );
}

async function presentLink(ctx: Context, { id, vulnerabilityId, workItemId, type }: VulnerabilityIssueLink) {
  const { vulnerability } = await findVulnerability(ctx, vulnerabilityId);
  const issue = await ctx.load(workItemsById, workItemId);
  return {
    id,
    vulnerability: await presentVulnerability(ctx, vulnerability),
    issue: issue && (await presentIssue(ctx, issue)),
    link_type: type,
  };
}
