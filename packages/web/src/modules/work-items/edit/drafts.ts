/** What was typed into the form of an item and not saved: kept in this browser until it is. */
export interface Draft {
  title: string;
  description: string;
  /** Of the text it began from; a new item has none. */
  lockVersion?: number;
  /** Of a new item: the parameters of the address it was typed at. */
  address?: string;
}

const nameOf = (webPath: string): string => `milepost.draft.${webPath}`;

/** The draft of the form at this path; null when there is none, or the browser keeps nothing. */
export function readDraft(webPath: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(nameOf(webPath)) ?? 'null') as Partial<Draft> | null;
    if (typeof draft?.title !== 'string' || typeof draft.description !== 'string') return null;
    const { title, description, lockVersion = -1, address = '' } = draft;
    return { title, description, lockVersion, address };
  } catch {
    return null;
  }
}

/** True when it could be kept. */
export function keepDraft(webPath: string, draft: Draft): boolean {
  try {
    localStorage.setItem(nameOf(webPath), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function forgetDraft(webPath: string): void {
  try {
    localStorage.removeItem(nameOf(webPath));
  } catch {
    // Nothing was kept either.
  }
}
