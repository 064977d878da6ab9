import type { Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import { EpicPermissionsRef } from '../../work-items/graphql/epics.ts';
import { IssuePermissionsRef } from '../../work-items/graphql/issues.ts';
import { WorkItemPermissionsRef } from '../../work-items/graphql/items.ts';
import type { WorkItem } from '../../work-items/store.ts';
import { discussionPolicy } from '../policy.ts';

/** Whether the viewer may write in an item's discussion, under each of the item's faces. */
export function showVerdicts(): void {
  const mayComment = (item: WorkItem, _args: object, ctx: Context) => ctx.can(discussionPolicy.comment, item);
  builder.objectField(EpicPermissionsRef, 'createNote', (t) => t.boolean({ resolve: mayComment }));
  builder.objectField(IssuePermissionsRef, 'createNote', (t) => t.boolean({ resolve: mayComment }));
  builder.objectFields(WorkItemPermissionsRef, (t) => ({
    createNote: t.boolean({ resolve: mayComment }),
    markNoteAsInternal: t.boolean({
      resolve: (item, _args, ctx) => ctx.can(discussionPolicy.commentInternally, item),
    }),
  }));
}
