import { webPathOf } from '@milepost/core/work-items';
import { Type } from 'typebox';
import type { Routes } from '../../../platform/rest/routes.ts';
import { idParam } from '../../../platform/rest/params.ts';
import { epicAt } from '../../work-items/rest/epics.ts';
import { issueAt } from '../../work-items/rest/issues.ts';
import { presentTexts } from '../../work-items/rest/pages.ts';
import { convertTaskItem, revertTaskItem } from '../commands/task-lists.ts';

const tags = ['pages'];
const converted = Type.Object({
  line: Type.Integer({ minimum: 1, description: 'The source line of the task list item' }),
  lock_version: Type.Integer({ description: 'Of the text whose line is meant' }),
});
const reverted = Type.Object({
  description: Type.String({ description: 'The text before the conversion' }),
  lock_version: Type.Integer({ description: 'Of the text after the conversion' }),
});

const faces = [
  { name: 'issue', path: '/project/:id/issues/:issue_iid/task_conversions', find: issueAt },
  { name: 'epic', path: '/group/:id/epics/:epic_iid/task_conversions', find: epicAt },
] as const;

/** Endpoints that convert a task list item into a child, and back. */
export function addTaskListRoutes(routes: Routes): void {
  for (const { name, path, find } of faces) {
    routes.post(
      path,
      { summary: `Convert a task list item of an ${name} into a child`, tags, signedIn: true, input: converted },
      async ({ params, input }, ctx) => {
        const { id } = await find(ctx, params);
        const { item, task } = await convertTaskItem(ctx, {
          itemId: id,
          line: input.line,
          lockVersion: input.lock_version,
        });
        return {
          item: await presentTexts(ctx, item),
          task: {
            id: task.id,
            iid: task.iid,
            type: task.type,
            title: task.title,
            web_url: ctx.baseUrl + webPathOf(task),
          },
        };
      },
    );
    routes.post(
      `${path}/:task_id/revert`,
      {
        summary: 'Undo a conversion: delete the child and restore the text',
        tags,
        signedIn: true,
        status: 200,
        input: reverted,
      },
      async ({ params, input }, ctx) => {
        const { id } = await find(ctx, params);
        const taskId = idParam<'WorkItem'>(params, 'task_id');
        const { description, lock_version: lockVersion } = input;
        return presentTexts(ctx, await revertTaskItem(ctx, { itemId: id, taskId, description, lockVersion }));
      },
    );
  }
}
