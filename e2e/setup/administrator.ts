import { request } from '@playwright/test';
import { apiCaller, sessionOf, type ApiCaller } from './people.ts';

const baseURL = process.env['MILEPOST_E2E_URL'] ?? '';
const password = process.env['MILEPOST_E2E_PASSWORD'] ?? '';

/** The username of an administrator who is nobody of the sample group, and has the same password. */
export const administrator = 'journey-administrator';

/** Calls the API as the owner of the sample group, who administers the site. The command would take seconds of the processor. */
async function asOwner<Result>(work: (owner: ApiCaller) => Promise<Result>): Promise<Result> {
  const { state, csrfToken } = await sessionOf('maren');
  const requests = await request.newContext({ baseURL, storageState: state });
  try {
    return await work(apiCaller(requests, { 'x-csrf-token': csrfToken }));
  } finally {
    await requests.dispose();
  }
}

const accountOf = (username: string): object => ({
  username,
  name: username,
  email: `${username}@example.com`,
  admin: true,
});

/** Creates the administrator, unless another journey has. */
export const makeAdministrator = (): Promise<void> =>
  asOwner(async (owner) => {
    if ((await owner.call<object[]>('GET', `/users?username=${administrator}`)).length > 0) return;
    await owner.call('POST', '/users', { ...accountOf(administrator), password });
  });

/** Creates another administrator; returns an access token of theirs. */
export const makeAccessToken = (username: string): Promise<string> =>
  asOwner(async (owner) => {
    const { id } = await owner.call<{ id: number }>('POST', '/users', accountOf(username));
    const wanted = { name: 'journeys', scopes: ['api'] };
    return (await owner.call<{ token: string }>('POST', `/users/${id}/personal_access_tokens`, wanted)).token;
  });
