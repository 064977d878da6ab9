import type { InjectOptions } from 'fastify';
import { csrfTokenOf } from '../../modules/users/commands/sessions.ts';
import { hashPassword } from '../../modules/users/commands/passwords.ts';
import type { User } from '../../modules/users/store.ts';
import { Authenticator } from './authenticator.ts';
import { test as base, type Answer } from '../http.ts';
import { codeOf } from './totp.ts';

export const PASSWORD = 'correct horse battery';

/** The value of a cookie that a response sets; empty if it sets none. */
export function cookieIn(answer: Answer, name = '_gitlab_session'): string {
  const cookies = [answer.headers['set-cookie'] ?? []].flat().map(String);
  return cookies.map((cookie) => new RegExp(`^${name}=([^;]*)`).exec(cookie)?.[1]).find((value) => value) ?? '';
}

/** A browser with its cookies. */
export class Browser {
  readonly #send: (request: InjectOptions) => Promise<Answer>;
  readonly cookies: Record<string, string> = {};

  constructor(send: (request: InjectOptions) => Promise<Answer>) {
    this.#send = send;
  }

  async send<Body = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
  ): Promise<Answer<Body>> {
    const session = this.cookies['_gitlab_session'];
    const answer = await this.#send({
      method,
      url,
      cookies: this.cookies,
      ...(session && { headers: { 'x-csrf-token': csrfTokenOf(session) } }),
      ...(payload && { payload }),
    });
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat().map(String)) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') delete this.cookies[name];
      else this.cookies[name] = value;
    }
    return answer as Answer<Body>;
  }

  signIn(username: string, password = PASSWORD): Promise<Answer<Record<string, unknown>>> {
    return this.send('POST', '/-/sign-in', { username, password });
  }

  second(input: { code?: string; recovery_code?: string }): Promise<Answer<Record<string, unknown>>> {
    return this.send('POST', '/-/sign-in/second-factor', input);
  }

  /** Sets up the authenticator app of the signed-in person. */
  async addTotp(): Promise<{ secret: string; recoveryCodes: string[] }> {
    const started = await this.send<{ secret: string }>('POST', '/-/two-factor/totp', { current_password: PASSWORD });
    const { secret } = started.body;
    // The code of the step before, so that tests can use the current one.
    const done = await this.send<{ recovery_codes: string[] }>('PUT', '/-/two-factor/totp', {
      code: codeOf(secret, -1),
    });
    return { secret, recoveryCodes: done.body.recovery_codes };
  }

  /** Adds a passkey of the signed-in person. */
  async addPasskey(name = 'Laptop', authenticator = new Authenticator('http://milepost.test')) {
    const options = await this.send<{ challenge: string }>('POST', '/-/two-factor/passkeys/options', {
      current_password: PASSWORD,
    });
    const answer = await this.send<{ passkey: { id: number }; recovery_codes: string[] | null }>(
      'POST',
      '/-/two-factor/passkeys',
      { name, response: options.status === 200 ? authenticator.create(options.body) : { id: '' } },
    );
    return { authenticator, answer };
  }
}

/** Tests of sign-ins in browsers. */
export const test = base
  .extend(
    'browser',
    ({ send }) =>
      (): Browser =>
        new Browser(send),
  )
  .extend('newcomer', async ({ build }): Promise<User> => build.user({ passwordHash: await hashPassword(PASSWORD) }))
  .extend('signedIn', async ({ browser, newcomer }): Promise<Browser> => {
    const own = browser();
    await own.signIn(newcomer.username);
    return own;
  });
