import type { NamespaceId } from '@milepost/core/ids';
import type { Selectable } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { NoteTable } from './table.ts';

/** What the viewer may do with a note, and with its discussion. */
export interface NotePermissions {
  comment: boolean;
  /** Edit and delete. */
  change: boolean;
  react: boolean;
  resolve: boolean;
}

/** A comment on an object of a higher room, such as a merge request, as GraphQL shows it. */
export interface ForeignNote extends Omit<Selectable<NoteTable>, 'id' | 'workItemId'> {
  id: number;
  /** Tells it from a note of a work item. */
  workItemId: null;
  isHidden: boolean;
  /** The type in its global id: notes of other rooms may have the same number. */
  type: string;
  noteable: { type: string; id: number };
  projectId: NamespaceId;
  url: string;
  permissions: NotePermissions;
  /** The readable notes of its discussion, oldest first. */
  discussionNotes(ctx: Context): Promise<readonly ForeignNote[]>;
}

export interface ForeignComment {
  body: string;
  isInternal: boolean;
  /** The discussion that it replies to; null starts one. */
  discussionId: string | null;
  isThread: boolean;
  /** The newest commit that the writer knows of; null for any. */
  headSha: string | null;
}

/** Comments on the objects of a higher room. Each function checks permissions and throws as the one for work items does. */
export interface NoteablePlug {
  /** The types of the objects and of their notes in global ids. */
  readonly type: string;
  readonly noteType: string;
  comment(ctx: Context, id: number, wanted: ForeignComment): Promise<ForeignNote>;
  /** Null keeps the text. */
  change(ctx: Context, noteId: number, body: string | null): Promise<ForeignNote>;
  remove(ctx: Context, noteId: number): Promise<void>;
  /** Resolves or unresolves a thread and returns its first note; null if the room has no such discussion. */
  resolve(ctx: Context, discussionId: string, isResolved: boolean): Promise<ForeignNote | null>;
}

const plugs: NoteablePlug[] = [];

/** Called at start by each room whose objects have comments of their own. */
export function plugInNoteable(plug: NoteablePlug): void {
  if (!plugs.includes(plug)) plugs.push(plug);
}

export const pluggedNoteables: readonly NoteablePlug[] = plugs;
