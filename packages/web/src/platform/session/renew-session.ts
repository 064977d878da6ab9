import { readSession, session, setSession } from './session.ts';

/**
 * Takes over the token of a session that began in another tab after this page was opened. Returns whether it did: never if
 * another user is signed in now, because the page must not act in their name.
 */
export async function renewSession(): Promise<boolean> {
  const response = await fetch('/', { headers: { accept: 'text/html' }, credentials: 'same-origin' }).catch(() => null);
  if (!response?.ok) return false;
  const now = readSession(new DOMParser().parseFromString(await response.text(), 'text/html'));
  const before = session();
  if (now.viewer === null || now.viewer.id !== before.viewer?.id || now.csrfToken === before.csrfToken) return false;
  setSession({ ...before, csrfToken: now.csrfToken });
  return true;
}
