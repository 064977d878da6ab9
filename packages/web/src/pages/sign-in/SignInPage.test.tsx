import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { SignInPage } from './SignInPage.tsx';

const nothing = { isPasswordSignInOn: true, signInProviders: { oidc: [], ldap: null } };

afterEach(() => {
  cleanup();
  setSession(nothing);
  vi.unstubAllGlobals();
});

const corp = { name: 'corp', label: 'Corp' };
const render = () => renderAt('/users/sign_in?redirect=%2Fgroups%2Fa', <SignInPage />);

test('OG-OI-02: without a provider there is no button for single sign-on', async () => {
  await render();
  expect(screen.getByRole('textbox', { name: 'Username or email' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Sign in with/ })).toBeNull();
  expect(screen.queryByRole('radio')).toBeNull();
});

test('OG-OI-13: with passwords turned off the form is absent', async () => {
  setSession({ isPasswordSignInOn: false, signInProviders: { oidc: [corp], ldap: null } });
  await render();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Forgot password?' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Sign in with Corp' })).toHaveAttribute(
    'href',
    '/users/auth/corp?redirect=%2Fgroups%2Fa&remember=true',
  );
});

test('OG-LD-04: while the directory does not answer, the form stays filled and the password of the account works', async () => {
  setSession({ signInProviders: { oidc: [], ldap: { name: 'ldapmain', label: 'Directory' } } });
  const asked = fakeServer({
    'POST /-/sign-in/ldap': () =>
      new Status(503, { message: 'The directory is unavailable. Try again later.', code: 'PROVIDER_UNAVAILABLE' }),
  });
  const { user } = await render();
  await user.type(screen.getByRole('textbox', { name: 'Directory username' }), 'ann');
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
  expect(await screen.findByText('The directory is unavailable. Try again later.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Directory username' })).toHaveValue('ann');
  expect(asked.at(-1)?.body).toEqual({ username: 'ann', password: 'secret', remember: true });
  await user.click(screen.getByRole('radio', { name: 'Milepost account' }));
  expect(screen.getByRole('textbox', { name: 'Username or email' })).toBeVisible();
});
