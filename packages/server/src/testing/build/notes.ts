import { notesById, type Note } from '../../modules/notes/store.ts';
import { newDiscussionId } from '../../modules/notes/store/discussion-ids.ts';
import { makeThread } from '../../modules/notes/store/discussions.ts';
import type { WorkItem } from '../../modules/work-items/store.ts';
import type { Person } from '../cast.ts';
import { contextAs, type World } from '../world.ts';

export interface NoteToBuild {
  on: Pick<WorkItem, 'id'>;
  body?: string;
  author?: Person | null;
  internal?: boolean;
  system?: boolean;
  /** A note of the discussion; by default a discussion of its own. */
  answers?: Note;
  createdAt?: Date;
}

/** Creates notes and reactions directly in the database, without policy and limits. */
export function noteBuilders(world: World) {
  async function note(wanted: NoteToBuild): Promise<Note> {
    const body = wanted.body ?? `note ${world.next()}`;
    const author = wanted.author === undefined ? 'ada' : wanted.author;
    if (wanted.answers) await makeThread(world.db, wanted.answers.discussionId);
    const { id } = await world.db
      .insertInto('notes')
      .values({
        workItemId: wanted.on.id,
        discussionId: wanted.answers?.discussionId ?? newDiscussionId(),
        isThread: wanted.answers !== undefined,
        authorId: author && world.userIds[author],
        body,
        bodyHtml: `<p>${body}</p>\n`,
        isInternal: wanted.internal ?? false,
        isSystem: wanted.system ?? false,
        ...(wanted.createdAt && { createdAt: wanted.createdAt }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return (await contextAs(world, 'root').load(notesById, id)) as Note;
  }

  async function reaction(on: Pick<WorkItem, 'id'> | Note, by: Person, name = 'thumbsup'): Promise<void> {
    const target = 'discussionId' in on ? { noteId: on.id } : { workItemId: on.id };
    await world.db
      .insertInto('reactions')
      .values({ ...target, userId: world.userIds[by], name })
      .execute();
  }

  return { note, reaction };
}
