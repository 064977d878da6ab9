import { Type } from 'typebox';
import type { Routes } from '../../platform/rest/routes.ts';
import { idInput } from '../../platform/rest/input.ts';
import { findVisibleProject } from '../namespaces/commands.ts';
import { issueAt } from '../work-items/rest/issues.ts';
import { presentAlone } from '../work-items/rest/presenters.ts';
import { cloneIssue, moveIssue } from './commands.ts';

const tags = ['issues'];
const target = { to_project_id: Type.Union([idInput(), Type.String()]) };

/** Moving and cloning issues. */
export function addRoutes(routes: Routes): void {
  routes.post(
    '/projects/:id/issues/:issue_iid/move',
    { summary: 'Move an issue to another project', tags, signedIn: true, input: Type.Object(target) },
    async ({ params, input }, ctx) => {
      const issue = await issueAt(ctx, params);
      const project = await findVisibleProject(ctx, String(input.to_project_id));
      return presentAlone(ctx, (await moveIssue(ctx, issue.id, project)).successor);
    },
  );
  routes.post(
    '/projects/:id/issues/:issue_iid/clone',
    {
      summary: 'Copy an issue into a project',
      tags,
      signedIn: true,
      input: Type.Object({
        ...target,
        with_notes: Type.Optional(Type.Boolean({ description: 'False by default' })),
      }),
    },
    async ({ params, input }, ctx) => {
      const issue = await issueAt(ctx, params);
      const project = await findVisibleProject(ctx, String(input.to_project_id));
      const { successor } = await cloneIssue(ctx, issue.id, { project, withNotes: input.with_notes ?? false });
      return presentAlone(ctx, successor);
    },
  );
}
