/** The unsaved input of an item's form, stored in this browser until it is saved. */
export interface Draft {
  title: string;
  description: string;
  /** The lock version of the edited text; a new item has none. */
  lockVersion?: number;
  /** For a new item: the parameters of the form's address. */
  address?: string;
}

const nameOf = (webPath: string): string => `milepost.draft.${webPath}`;

/** The draft of the form at this path; null if there is none or storage is unavailable. */
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

/** True if it was stored. */
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
    // Nothing was stored.
  }
}
