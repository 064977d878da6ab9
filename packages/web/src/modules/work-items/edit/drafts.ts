/** What was typed into the form of an issue and not saved: kept in this browser until it is. */
export interface Draft {
  title: string;
  description: string;
  /** Of the text it began from. */
  lockVersion: number;
}

const nameOf = (webPath: string): string => `milepost.draft.${webPath}`;

/** The draft of this issue; null when there is none, or the browser keeps nothing. */
export function readDraft(webPath: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(nameOf(webPath)) ?? 'null') as Partial<Draft> | null;
    if (typeof draft?.title !== 'string' || typeof draft.description !== 'string') return null;
    return { title: draft.title, description: draft.description, lockVersion: draft.lockVersion ?? -1 };
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
