import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { InvitationPage } from './InvitationPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const token = 't'.repeat(43);

const invitation = {
  kind: 'group',
  name: 'Works',
  role: 'Developer',
  expiresAt: null,
  email: 'Invited@example.com',
  inviter: null,
};

async function open(viewerEmail: string) {
  setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } });
  const asked = fakeServer({
    [`GET /-/invitations/${token}.json`]: () => ({ ...invitation, viewerEmail }),
  });
  const { user } = await renderAt(
    `/-/invitations/${token}`,
    <InvitationPage address={{ page: 'invitation', token }} />,
  );
  return { user, accepted: () => asked.filter(({ method }) => method === 'POST').map(({ url }) => url) };
}

test('TM-IN-13: somebody with another address sees both, and accepts only with a click that names the account', async () => {
  const { user, accepted } = await open('own@example.com');
  expect(await screen.findByText(/Invited@example\.com.*own@example\.com/)).toBeVisible();
  expect(accepted()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Accept as @ada' }));
  await waitFor(() => expect(accepted()).toEqual([`/-/invitations/${token}/accept`]));
});

test('TM-IN-11: the form for an account is as wide as its fields, below the way to sign in', async () => {
  setSession({ viewer: null });
  fakeServer({
    [`GET /-/invitations/${token}.json`]: () => ({ ...invitation, email: 'invited@example.com', viewerEmail: null }),
  });
  await renderAt(`/-/invitations/${token}`, <InvitationPage address={{ page: 'invitation', token }} />);
  const box = (element: HTMLElement) => element.getBoundingClientRect();
  const signIn = box(await screen.findByRole('link', { name: 'Sign in to accept' }));
  const email = box(screen.getByRole('textbox', { name: 'Email' }));
  const create = box(screen.getByRole('button', { name: 'Create account and join' }));
  expect([signIn.width, create.width]).toEqual([email.width, email.width]);
  expect(email.width).toBeLessThanOrEqual(352);
  expect(box(screen.getByRole('heading', { name: 'Or create an account' })).top).toBeGreaterThan(signIn.bottom + 12);
});

test('the invited person accepts without a warning', async () => {
  await open('invited@example.com');
  expect(await screen.findByRole('button', { name: 'Accept invitation' })).toBeVisible();
  expect(screen.queryByText(/You are signed in as/)).toBeNull();
});

test('a visitor with a shared link reads how to get an account', async () => {
  const shared = () => ({ ...invitation, email: null, viewerEmail: null });
  const openShared = async (): Promise<void> => {
    fakeServer({ [`GET /-/invitations/${token}.json`]: shared });
    await renderAt(`/-/invitations/${token}`, <InvitationPage address={{ page: 'invitation', token }} />);
  };
  setSession({ viewer: null, sendsMail: false });
  await openShared();
  expect(await screen.findByText(/ask an administrator to add one/)).toBeVisible();
  cleanup();
  setSession({ viewer: null, isSignUpOpen: true });
  await openShared();
  const back = encodeURIComponent(window.location.pathname);
  expect(await screen.findByRole('link', { name: 'Register' })).toHaveAttribute(
    'href',
    `/users/sign_up?redirect=${back}`,
  );
});
