import { createContext, useContext } from 'react';

/** What the parts of a discussion know of the item they are about. */
export interface Talk {
  kind: 'epic' | 'issue';
  fullPath: string;
  /** The item's global id. */
  noteableId: string;
  webPath: string;
  mayComment: boolean;
  /** Whether the viewer may write what only insiders read. */
  mayWriteInternally: boolean;
}

export const TalkContext = createContext<Talk | null>(null);

/** Throws outside a discussion: a programming error. */
export function useTalk(): Talk {
  const talk = useContext(TalkContext);
  if (!talk) throw new TypeError('There is no discussion around this');
  return talk;
}
