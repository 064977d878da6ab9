import type { WorkItemId } from '@milepost/core/ids';
import { Type } from 'typebox';
import { InputError, idInput } from '../../../platform/rest/input.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { issueAt } from '../../work-items/rest/issues.ts';
import { presentAlone } from '../../work-items/rest/presenters.ts';
import { reorderIssue } from '../commands/reorder.ts';

/** Manual order of issues, listed by `order_by=relative_position`. */
export function addReorderRoute(routes: Routes): void {
  routes.put(
    '/projects/:id/issues/:issue_iid/reorder',
    {
      summary: 'Move an issue next to another',
      tags: ['issues'],
      signedIn: true,
      input: Type.Object({
        move_before_id: Type.Optional(idInput({ description: 'The id of the issue that precedes it afterwards' })),
        move_after_id: Type.Optional(idInput({ description: 'The id of the issue that follows it afterwards' })),
      }),
    },
    async ({ params, input }, ctx) => {
      const issue = await issueAt(ctx, params);
      const { move_before_id: before, move_after_id: after } = input;
      const beside = before ?? after;
      if (beside === undefined) {
        throw new InputError(['move_after_id, move_before_id are missing, at least one parameter must be provided']);
      }
      const neighbor = beside as WorkItemId;
      const spot = before === undefined ? { before: neighbor } : { after: neighbor };
      return presentAlone(ctx, await reorderIssue(ctx, issue.id, spot));
    },
  );
}
