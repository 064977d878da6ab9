import type { LabelId, MilestoneId, WorkItemId } from './ids.ts';

/**
 * What an open page is told when something changed: which things, never what they say now. Whoever wants to know asks for
 * them, and is answered as ever.
 */
export interface LiveMessage {
  /** Too much changed to be named, or nobody knows what: everything may be old. */
  all: boolean;
  /** Epics that changed, or below which something did. */
  epics: WorkItemId[];
  /** Issues, incidents and tasks that changed. */
  items: WorkItemId[];
  /** Work items whose notes or reactions changed, and nothing else. */
  discussions: WorkItemId[];
  /** Work items that are no more, or no more to be seen. */
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

/** Both in one: each thing once, in the order in which they were told. */
export function together(first: LiveMessage, second: LiveMessage): LiveMessage {
  const merged: Record<string, unknown> = { all: first.all || second.all };
  for (const list of lists) merged[list] = [...new Set<number>([...first[list], ...second[list]])];
  return merged as unknown as LiveMessage;
}

/** The text of a message, empty lists left out. */
export function printMessage(message: LiveMessage): string {
  return JSON.stringify({
    ...(message.all && { all: true }),
    ...Object.fromEntries(lists.flatMap((list) => (message[list].length > 0 ? [[list, message[list]]] : []))),
  });
}

/** Reads what printMessage wrote; what cannot be read may have been anything. */
export function readMessage(text: string): LiveMessage {
  try {
    return { ...nothingChanged, ...(JSON.parse(text) as Partial<LiveMessage>) };
  } catch {
    return { ...nothingChanged, all: true };
  }
}

const lists = ['epics', 'items', 'discussions', 'removed', 'labels', 'milestones'] as const;
