import { digitsOf } from '@milepost/core/global-ids';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { takeAnsweredTo, takeOrRequest } from '../../platform/api/prefetch.ts';
import { NotFoundError } from '../../platform/api/errors.ts';
import { present, refuseUnlessDone, request } from '../../platform/api/graphql.ts';
import type { ActivityDiscussionFragment, IssueActivityQuery } from '../../gen/graphql.ts';
import { graphql } from '../../gen/gql.ts';
import type { ActivityChoice } from './activity-choice.ts';
import { activityVariables, epicActivity, issueActivity } from './operation.ts';

export type Discussion = ActivityDiscussionFragment;
export type Note = NonNullable<NonNullable<Discussion['notes']['nodes']>[number]>;

/** The fragment of an address that names a note: `note_12`. */
export function anchorOf(note: Pick<Note, 'id'>): string {
  return `note_${digitsOf(note.id)}`;
}

interface ActivityPage {
  discussions: Discussion[];
  /** Null at the end. */
  next: string | null;
}

/** The activity of an epic or issue. */
export function activityPages(kind: 'epic' | 'issue', fullPath: string, iid: string, choice: ActivityChoice) {
  return infiniteQueryOptions({
    queryKey: ['activity', kind, fullPath, iid, choice],
    queryFn: async ({ signal, pageParam }): Promise<ActivityPage> => {
      const variables = activityVariables(fullPath, iid, choice, pageParam);
      const item =
        kind === 'epic'
          ? (await takeOrRequest(epicActivity, variables, signal)).group?.epic
          : (await takeOrRequest(issueActivity, variables, signal)).project?.issue;
      if (!item) throw new NotFoundError(kind);
      return readPage(item);
    },
    initialData: () => {
      const variables = activityVariables(fullPath, iid, choice, '');
      const item =
        kind === 'epic'
          ? takeAnsweredTo(epicActivity, variables)?.group?.epic
          : takeAnsweredTo(issueActivity, variables)?.project?.issue;
      return item ? { pages: [readPage(item)], pageParams: [''] } : undefined;
    },
    initialPageParam: '',
    getNextPageParam: (last: ActivityPage) => last.next ?? undefined,
  });
}

type Discussed = NonNullable<NonNullable<IssueActivityQuery['project']>['issue']>;

function readPage({ discussions: { nodes, pageInfo } }: Pick<Discussed, 'discussions'>): ActivityPage {
  return { discussions: present(nodes), next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null };
}

const createNoteDocument = graphql(`
  mutation createNote($input: CreateNoteInput!) {
    createNote(input: $input) {
      errors
      quickActionsStatus {
        messages
        errorMessages
      }
      note {
        id
      }
    }
  }
`);

const createDiscussionDocument = graphql(`
  mutation createDiscussion($input: CreateDiscussionInput!) {
    createDiscussion(input: $input) {
      errors
      quickActionsStatus {
        messages
        errorMessages
      }
      note {
        id
      }
    }
  }
`);

const updateNoteDocument = graphql(`
  mutation updateNote($input: UpdateNoteInput!) {
    updateNote(input: $input) {
      errors
      quickActionsStatus {
        messages
        errorMessages
      }
      note {
        id
      }
    }
  }
`);

const destroyNoteDocument = graphql(`
  mutation destroyNote($input: DestroyNoteInput!) {
    destroyNote(input: $input) {
      errors
    }
  }
`);

const toggleResolveDocument = graphql(`
  mutation toggleResolve($input: DiscussionToggleResolveInput!) {
    discussionToggleResolve(input: $input) {
      errors
    }
  }
`);

/** The results and errors of the quick actions of a text; null if it had none. */
export type ActionsDone = { messages: readonly string[]; errors: readonly string[] } | null;

function actionsOf(
  payload:
    | {
        quickActionsStatus?: { messages?: readonly string[] | null; errorMessages?: readonly string[] | null } | null;
      }
    | null
    | undefined,
): ActionsDone {
  const status = payload?.quickActionsStatus;
  return status ? { messages: status.messages ?? [], errors: status.errorMessages ?? [] } : null;
}

export interface CommentToWrite {
  /** The global id of the epic or issue. */
  noteableId: string;
  body: string;
  internal?: boolean;
  /** The thread it answers. */
  discussionId?: string;
}

/** Adds a comment or a reply. Throws ChangeRefusedError with the server's messages. */
export async function writeComment(input: CommentToWrite): Promise<ActionsDone> {
  const { createNote } = await request(createNoteDocument, { input });
  refuseUnlessDone(createNote);
  return actionsOf(createNote);
}

/** Adds a comment that starts a thread. */
export async function beginThread(input: CommentToWrite): Promise<ActionsDone> {
  const { createDiscussion } = await request(createDiscussionDocument, { input });
  refuseUnlessDone(createDiscussion);
  return actionsOf(createDiscussion);
}

export async function changeComment(id: string, body: string): Promise<ActionsDone> {
  const { updateNote } = await request(updateNoteDocument, { input: { id, body } });
  refuseUnlessDone(updateNote);
  return actionsOf(updateNote);
}

export async function deleteComment(id: string): Promise<void> {
  const { destroyNote } = await request(destroyNoteDocument, { input: { id } });
  refuseUnlessDone(destroyNote);
}

/** Resolves or unresolves a thread. */
export async function resolveThread(id: string, resolve: boolean): Promise<void> {
  const { discussionToggleResolve } = await request(toggleResolveDocument, { input: { id, resolve } });
  refuseUnlessDone(discussionToggleResolve);
}
