import type { OidcConfig } from '../../platform/config/identity.ts';
import type { Answer } from '../http.ts';
import { type Browser, test as base } from '../second-factors/browser.ts';
import { followAtProvider, OpenidProvider, type Person } from './openid-provider.ts';

const CALLBACK = 'http://milepost.test/users/auth/corp/callback';

/** The path and query of an address of the tested server. */
export const pathOf = (address: string): string => address.replace(/^http:\/\/milepost\.test/, '');

let people = 0;

/** Tests of sign-in through a real OpenID provider, which is set up under the name `corp`. */
export const test = base
  // oxlint-disable-next-line no-empty-pattern
  .extend('provider', { scope: 'file' }, async ({}, { onCleanup }) => {
    const provider = new OpenidProvider([CALLBACK, CALLBACK.replace('corp', 'other')]);
    await provider.start();
    onCleanup(() => provider.stop());
    return provider;
  })
  /** Sets the providers up; each test begins with `corp` alone. */
  .extend('configure', { auto: true }, ({ services, provider }) => {
    const configure = (more: Partial<OidcConfig> = {}, others: OidcConfig[] = []) => {
      services.identity = { oidc: [provider.config('corp', more), ...others], ldap: null };
    };
    configure();
    provider.forge = null;
    provider.cancels = false;
    provider.delayMs = 0;
    return configure;
  })
  /** A new person at the provider, who signs in there from now on. */
  .extend('person', ({ provider }) => (claims: Partial<Person> = {}): Person => {
    people += 1;
    const sub = `person-${people}`;
    const person: Person = {
      sub,
      preferred_username: sub,
      name: `Person ${people}`,
      email: `${sub}@corp.test`,
      email_verified: true,
      ...claims,
    };
    provider.people.set(sub, person);
    provider.signsIn = sub;
    return person;
  })
  /** Begins a sign-in and follows it through the provider: the address of its return. */
  .extend('reach', ({ provider }) => async (browser: Browser, query = '', name = 'corp'): Promise<string> => {
    const started = await browser.send('GET', `/users/auth/${name}${query}`);
    if (started.status !== 302) throw new Error(`${started.status} ${JSON.stringify(started.body)}`);
    return pathOf(await followAtProvider(provider, String(started.headers['location'])));
  })
  /** Signs in through the provider. */
  .extend('enter', ({ reach }) => async (browser: Browser, query = '', name = 'corp'): Promise<Answer> => {
    return browser.send('GET', await reach(browser, query, name));
  })
  /** Who is signed in in a browser; null for nobody. */
  .extend('whoIs', () => async (browser: Browser): Promise<string | null> => {
    const { status, body } = await browser.send<{ username: string }>('GET', '/api/v4/user');
    return status === 200 ? body.username : null;
  });
