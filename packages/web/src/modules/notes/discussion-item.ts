import { type ComponentType, createContext, useContext } from 'react';
import type { TextContext } from '../work-items/text-context.ts';
import type { Note } from './api.ts';

/** The item of a discussion, as context of its parts. */
export interface DiscussionItem {
  kind: 'epic' | 'issue';
  fullPath: string;
  /** The item's global id. */
  noteableId: string;
  webPath: string;
  mayComment: boolean;
  /** Whether the viewer may write internal notes. */
  mayWriteInternally: boolean;
  /** Of the text of comments; by default the item. */
  textContext?: TextContext | undefined;
  /** A menu item of another room for each comment. */
  NoteAction?: ComponentType<{ note: Note }> | undefined;
}

export const DiscussionContext = createContext<DiscussionItem | null>(null);

/** Throws outside a discussion: a programming error. */
export function useDiscussionItem(): DiscussionItem {
  const talk = useContext(DiscussionContext);
  if (!talk) throw new TypeError('There is no discussion around this');
  return talk;
}
