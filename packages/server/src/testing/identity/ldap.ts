import type { LdapConfig } from '../../platform/config/identity.ts';
import type { Answer } from '../http.ts';
import { type Browser, test as base } from '../second-factors/browser.ts';
import { Directory, LDAP_PASSWORD } from './directory.ts';

let people = 0;

/** Tests of a real directory, which is set up for sign-in. */
export const test = base
  // oxlint-disable-next-line no-empty-pattern
  .extend('directory', { scope: 'file' }, async ({}, { onCleanup }) => {
    const directory = await Directory.start({ hasTls: true });
    onCleanup(() => directory.stop());
    return directory;
  })
  /** Sets the directory up; each test begins with its usual settings. */
  .extend('configure', { auto: true }, ({ services, directory }) => {
    const configure = (more: Partial<LdapConfig> = {}): LdapConfig => {
      const ldap = directory.config(more);
      services.identity = { oidc: [], ldap };
      return ldap;
    };
    configure();
    return configure;
  })
  /** A new person in the directory: the username. */
  .extend('person', ({ directory }) => async (more: Readonly<Record<string, string>> = {}): Promise<string> => {
    people += 1;
    const uid = `member${people}`;
    await directory.addPerson(uid, more);
    return uid;
  })
  .extend(
    'enter',
    () =>
      (own: Browser, username: string, password = LDAP_PASSWORD): Promise<Answer<{ message?: string }>> =>
        own.send('POST', '/-/sign-in/ldap', { username, password }),
  )
  /** Who is signed in in a browser; null for nobody. */
  .extend('whoIs', () => async (own: Browser): Promise<string | null> => {
    const { status, body } = await own.send<{ username: string }>('GET', '/api/v4/user');
    return status === 200 ? body.username : null;
  });
