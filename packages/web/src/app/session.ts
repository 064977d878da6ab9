/** Who is signed in, as the server wrote it into the page. It never changes without a new page. */
export interface SignedInViewer {
  id: number;
  username: string;
  name: string;
  avatarUrl: string | null;
  isAdmin: boolean;
}

export interface Session {
  viewer: SignedInViewer | null;
  csrfToken: string;
  version: string;
}

const nobody: Session = { viewer: null, csrfToken: '', version: '' };
let current: Session | undefined;

/** The session of this page: parsed once from the bootstrap element; nobody's where there is none (a bare development page). */
export function session(): Session {
  current ??= readSession(document);
  return current;
}

/** Reads the bootstrap element of a document. */
export function readSession(page: Document): Session {
  const text = page.getElementById('bootstrap')?.textContent;
  if (!text) return nobody;
  return { ...nobody, ...(JSON.parse(text) as Partial<Session>) };
}

/** For tests, which have no server to write the page. */
export function setSession(next: Partial<Session>): void {
  current = { ...nobody, ...next };
}
