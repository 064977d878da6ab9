import type { LabelId, MilestoneId, WorkItemId } from './ids.ts';

/** A change message to an open page: the ids of what changed, never the new values. Pages fetch those as usual. */
export interface LiveMessage {
  /** Too many or unknown changes: everything may be stale. */
  all: boolean;
  /** Epics that changed, or that have a changed descendant. */
  epics: WorkItemId[];
  /** Issues, incidents and tasks that changed. */
  items: WorkItemId[];
  /** Work items of which only notes or reactions changed. */
  discussions: WorkItemId[];
  /** Work items that were deleted or became invisible. */
  removed: WorkItemId[];
  labels: LabelId[];
  milestones: MilestoneId[];
}

export const nothingChanged: Readonly<LiveMessage> = {
  all: false,
  epics: [],
  items: [],
  discussions: [],
  removed: [],
  labels: [],
  milestones: [],
};

export function isNothing(message: LiveMessage): boolean {
  return !message.all && lists.every((list) => message[list].length === 0);
}

/** Merges two messages: each id once, in order of arrival. */
export function mergeMessages(first: LiveMessage, second: LiveMessage): LiveMessage {
  const merged: Record<string, unknown> = { all: first.all || second.all };
  for (const list of lists) merged[list] = [...new Set<number>([...first[list], ...second[list]])];
  return merged as unknown as LiveMessage;
}

/** Serializes a message; empty lists are left out. */
export function printMessage(message: LiveMessage): string {
  return JSON.stringify({
    ...(message.all && { all: true }),
    ...Object.fromEntries(lists.flatMap((list) => (message[list].length > 0 ? [[list, message[list]]] : []))),
  });
}

/** Parses the output of printMessage; an unreadable message means everything may have changed. */
export function readMessage(text: string): LiveMessage {
  try {
    return { ...nothingChanged, ...(JSON.parse(text) as Partial<LiveMessage>) };
  } catch {
    return { ...nothingChanged, all: true };
  }
}

const lists = ['epics', 'items', 'discussions', 'removed', 'labels', 'milestones'] as const;
