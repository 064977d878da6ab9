import { queryOptions } from '@tanstack/react-query';
import { sendJson } from '../../platform/api/http.ts';

export interface Registration {
  name: string;
  username: string;
  email: string;
  password: string;
}

/** What a registered account waits for. */
export type Waiting = 'approval' | 'confirmation' | 'approval_and_confirmation';

/** Registers; returns what the account waits for, null if it is signed in. */
export async function register(input: Registration): Promise<Waiting | null> {
  const answer = await sendJson<{ waits_for: Waiting | null }>('/-/sign-up', {
    method: 'POST',
    body: input,
  });
  return answer.waits_for;
}

/** Why a username cannot be registered; empty if it can. */
export const usernameQuery = (username: string) =>
  queryOptions({
    queryKey: ['sign-up-username', username],
    enabled: username !== '',
    queryFn: async ({ signal }) => {
      const body = { username };
      const path = '/-/sign-up/username';
      return (await sendJson<{ problems: string[] }>(path, { method: 'POST', body, signal })).problems;
    },
  });
