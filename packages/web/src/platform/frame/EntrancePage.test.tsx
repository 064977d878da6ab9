import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { watchLeaving } from '../../testing/leaving.ts';
import { SignInPage } from '../../pages/sign-in/SignInPage.tsx';

let left: string[] = [];

beforeEach(() => {
  left = watchLeaving();
});
afterEach(() => vi.unstubAllGlobals());

async function signIn(user: Awaited<ReturnType<typeof renderAt>>['user'], password: string): Promise<void> {
  await user.type(screen.getByRole('textbox', { name: 'Username or email' }), 'ada');
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

test('after entering the password, users continue to the requested page', async () => {
  const asked = fakeServer({ 'POST /-/sign-in': () => ({ viewer: { id: 1 } }) });
  const { user } = await renderAt('/users/sign_in?redirect=%2Fgroups%2Fa%2F-%2Froadmap', <SignInPage />);
  await signIn(user, 'correct horse');
  await waitFor(() => expect(left).toEqual(['/groups/a/-/roadmap']));
  expect(asked[0]?.body).toEqual({ username: 'ada', password: 'correct horse', remember: true });
});

test('a wrong password is said, and the name stays', async () => {
  fakeServer({ 'POST /-/sign-in': () => new Status(401, { message: 'Invalid login or password' }) });
  const { user } = await renderAt('/users/sign_in', <SignInPage />);
  await signIn(user, 'wrong');
  expect(await screen.findByRole('alert')).toHaveTextContent('Incorrect username or password.');
  expect(screen.getByRole('textbox', { name: 'Username or email' })).toHaveValue('ada');
  expect(left).toEqual([]);
});

const refuseFor = (seconds: string | null): void => {
  const headers: Record<string, string> = seconds === null ? {} : { 'retry-after': seconds };
  vi.stubGlobal('fetch', async () => new Response('{"message":"Too many"}', { status: 429, headers }));
};

test.each([
  ['40', 'Too many wrong passwords. Try again in 40 seconds.'],
  ['640', 'Too many wrong passwords. Try again in 11 minutes.'],
  [null, 'Too many wrong passwords. Try again in 60 seconds.'],
])('after too many wrong passwords the page says how long to wait (%s)', async (seconds, sentence) => {
  refuseFor(seconds);
  const { user } = await renderAt('/users/sign_in', <SignInPage />);
  await signIn(user, 'wrong');
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
});

test('when the time has passed the page says so', async () => {
  refuseFor('1');
  const { user } = await renderAt('/users/sign_in', <SignInPage />);
  await signIn(user, 'wrong');
  expect(await screen.findByText('Too many wrong passwords. Try again in 1 second.')).toBeVisible();
  expect(await screen.findByText('You can try again now.', {}, { timeout: 3_000 })).toBeVisible();
});
