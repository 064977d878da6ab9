import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { SignUpPage } from '../sign-up/SignUpPage.tsx';
import { ConfirmEmailPage } from './ConfirmEmailPage.tsx';
import { ForgotPasswordPage } from './ForgotPasswordPage.tsx';
import { ResetPasswordPage } from './ResetPasswordPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const link = () => ({ username: 'ada', email: 'ada@milepost.test' });

/** Waits for the result; returns the element in focus, and the one that Tab reaches next. */
async function focusAfter(user: Awaited<ReturnType<typeof renderAt>>['user'], result: string) {
  await screen.findByText(result);
  const first = document.activeElement;
  await user.tab();
  return { first: first === document.body ? null : first, next: document.activeElement };
}

test('after registering, the focus is on what the account waits for', async () => {
  setSession({ isSignUpOpen: true });
  fakeServer({
    'POST /-/sign-up': () => ({ waits_for: 'approval' }),
    'POST /-/sign-up/username': () => ({ problems: [] }),
  });
  const { user } = await renderAt('/users/sign_up?redirect=%2F-%2Finvitations%2Ft0k', <SignUpPage />);
  await user.keyboard('Ada Owner{Tab}ada{Tab}ada@milepost.test{Tab}correct horse battery{Enter}');
  const { first, next } = await focusAfter(user, 'Your account is waiting for approval by an administrator.');
  expect(first).toHaveTextContent('Your account is waiting for approval by an administrator.');
  expect(next).toHaveTextContent('Sign in');
  // Back to the invitation, where the person came from.
  expect(next).toHaveAttribute('href', '/users/sign_in?redirect=%2F-%2Finvitations%2Ft0k');
});

test.each([
  ['confirming an address', 204, 'Your email address is confirmed.', 'Sign in'],
  ['using a link that was used meanwhile', 404, 'This link is no longer valid', 'Go to the start page'],
])('after %s, the focus is on the result', async (_case, status, result, next) => {
  setSession({});
  fakeServer({
    'GET /-/confirm-email/t0k/link.json': link,
    'POST /-/confirm-email/t0k': () => new Status(status),
  });
  const address = { page: 'confirmEmail' as const, token: 't0k' };
  const { user } = await renderAt('/-/confirm-email/t0k', <ConfirmEmailPage address={address} />);
  await user.click(await screen.findByRole('button', { name: 'Confirm email address' }));
  const { first, next: reached } = await focusAfter(user, result);
  expect(first).toHaveTextContent(result);
  expect(reached).toHaveTextContent(next);
});

test('after resetting a password, the focus is on the result', async () => {
  setSession({});
  fakeServer({
    'GET /-/reset-password/t0k/link.json': link,
    'POST /-/reset-password/t0k': () => new Status(204),
  });
  const address = { page: 'resetPassword' as const, token: 't0k' };
  const { user } = await renderAt('/users/password/t0k', <ResetPasswordPage address={address} />);
  await user.type(await screen.findByLabelText('New password'), 'correct horse battery{Enter}');
  const { first, next } = await focusAfter(user, 'Your password was changed. Sign in with it.');
  expect(first).toHaveTextContent('Your password was changed. Sign in with it.');
  expect(next).toHaveTextContent('Sign in');
});

test('after requesting a link to reset the password, the focus is on the result', async () => {
  setSession({});
  fakeServer({ 'POST /-/forgot-password': () => new Status(204) });
  const { user } = await renderAt('/users/password/new', <ForgotPasswordPage />);
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@milepost.test{Enter}');
  const sent = 'If an account with this address exists, we sent a link to reset the password.';
  const { first, next } = await focusAfter(user, sent);
  expect(first).toHaveTextContent(sent);
  expect(next).toHaveTextContent('Back to sign-in');
});
