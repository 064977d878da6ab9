import { NotFoundError } from '@milepost/core/errors';
import type { Context } from '../../../platform/context.ts';
import { idParam } from '../../../platform/rest/params.ts';
import { findVisibleGroup, findVisibleProject } from '../../namespaces/commands.ts';
import {
  findVisibleWorkItem,
  findVisibleWorkItemById,
  issueTypes,
  prefetchWorkItemAt,
  type WorkItem,
} from '../../work-items/store.ts';
import { visibleNote } from '../commands.ts';
import type { Note } from '../store.ts';

export type Params = Readonly<Record<string, string>>;

/** A work item in a path, with notes below it. */
export interface NoteablePath {
  /** Its name in messages: "an issue". */
  noun: string;
  type: 'issue' | 'epic';
  path: string;
  find: (ctx: Context, params: Params) => Promise<WorkItem>;
}

/** Issues by iid, epics by id, as in the published API of notes. */
export const noteablePaths: readonly NoteablePath[] = [
  {
    noun: 'an issue',
    type: 'issue',
    path: '/projects/:id/issues/:issue_iid',
    find: async (ctx, params) => {
      prefetchWorkItemAt(ctx, params['id'], params['issue_iid']);
      const namespace = await findVisibleProject(ctx, params['id'] ?? '');
      return findVisibleWorkItem(ctx, { namespace, iid: params['issue_iid'] ?? '', types: issueTypes });
    },
  },
  {
    noun: 'an epic',
    type: 'epic',
    path: '/groups/:id/epics/:epic_id',
    find: async (ctx, params) => {
      const group = await findVisibleGroup(ctx, params['id'] ?? '');
      const epic = await findVisibleWorkItemById(ctx, idParam<'WorkItem'>(params, 'epic_id'), ['epic']);
      if (epic.namespaceId !== group.id) throw new NotFoundError('Epic');
      return epic;
    },
  },
];

/** The note of this path's id on the work item. Throws NotFoundError when there is none that the viewer may read. */
export async function noteAt(ctx: Context, item: WorkItem, params: Params): Promise<Note> {
  const found = await visibleNote(ctx, idParam<'Note'>(params, 'note_id'));
  if (found?.item.id !== item.id) throw new NotFoundError('Note');
  return found.note;
}
