import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { type Answer, fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { NotificationsWidget } from './NotificationsWidget.tsx';
import { ParticipantsWidget } from './ParticipantsWidget.tsx';

const viewer = { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false };
const signIn = (who: typeof viewer | null) => setSession({ viewer: who, csrfToken: '', version: '1' });

beforeEach(() => signIn(viewer));
afterEach(() => {
  // Otherwise the announcement stays on the screen of the next test.
  for (const button of screen.queryAllByRole('button', { name: 'Dismiss' })) fireEvent.click(button);
  cleanup();
  vi.unstubAllGlobals();
});

const issue = { kind: 'issue', fullPath: 'g/p', iid: '5' } as const;
const epic = { kind: 'epic', fullPath: 'g', iid: '5' } as const;
const subscribed: Answer = () => ({ namespace: { id: 'n', issuable: { id: 'i', subscribed: false } } });

test.each([
  [issue, 'IS-SB-09', 'projectIssueSetSubscription', { issue: { id: 'i', subscribed: true } }],
  [epic, 'EP-SB-02', 'epicSetSubscription', { epic: { id: 'e', subscribed: true } }],
] as const)('IS-SB-09, EP-SB-02: %o is subscribed to with a switch', async (itemAddress, _row, operation, payload) => {
  const asked = fakeServer({
    issueSubscribed: subscribed,
    epicSubscribed: subscribed,
    [operation]: () => ({ updateIssuableSubscription: { ...payload, errors: [] } }),
  });
  const { user } = await renderAt('/', <NotificationsWidget itemAddress={itemAddress} />);
  const toggle = await screen.findByRole('switch', { name: 'Subscribe' });
  expect(toggle).toHaveAttribute('aria-checked', 'false');
  await user.click(toggle);
  expect(await screen.findByText('Subscribed')).toBeVisible();
  expect(screen.getByRole('switch')).toHaveAttribute('aria-checked', 'true');
  expect(asked.at(-1)?.operation).toBe(operation);
});

test.each([issue, epic])('IS-SB-09, EP-SB-02: a visitor has no switch on the $kind', async (itemAddress) => {
  signIn(null);
  const asked = fakeServer({});
  await renderAt('/', <NotificationsWidget itemAddress={itemAddress} />);
  expect(screen.queryByText('Notifications')).toBeNull();
  expect(asked).toEqual([]);
});

test('a failure is reported, and the switch is reverted', async () => {
  fakeServer({ issueSubscribed: subscribed, projectIssueSetSubscription: () => new Status(500) });
  const { user } = await renderAt('/', <NotificationsWidget itemAddress={issue} />);
  await user.click(await screen.findByRole('switch'));
  expect(await screen.findByText('Could not save. Your notification settings are unchanged.')).toBeVisible();
  expect(screen.getByRole('switch')).toHaveAttribute('aria-checked', 'false');
});

const people = (count: number): Answer => {
  const edges = Array.from({ length: count }, (_, index) => ({
    node: { id: `u${index}`, name: `Person ${index}`, username: `p${index}`, avatarUrl: null, webUrl: `/p${index}` },
  }));
  return () => ({ namespace: { id: 'n', issuable: { id: 'i', participants: { edges } } } });
};

test('EP-SB-11, GQ-IS-05, EN-OT-03: the participants of an epic: eight avatars, the rest on request', async () => {
  const asked = fakeServer({ epicParticipants: people(11) });
  const { user } = await renderAt('/', <ParticipantsWidget itemAddress={epic} />);
  expect(await screen.findByText('11 participants')).toBeVisible();
  expect(screen.getAllByRole('img')).toHaveLength(8);
  await user.click(screen.getByRole('button', { name: '+3 more' }));
  expect(screen.getAllByRole('img')).toHaveLength(11);
  await user.click(screen.getByRole('button', { name: 'Show fewer' }));
  expect(screen.getAllByRole('img')).toHaveLength(8);
  expect(asked[0]?.body).toMatchObject({ variables: { fullPath: 'g', iid: '5' } });
});

test('few need no button', async () => {
  fakeServer({ issueParticipants: people(1) });
  await renderAt('/', <ParticipantsWidget itemAddress={issue} />);
  expect(await screen.findByRole('img', { name: 'Person 0' })).toBeVisible();
  expect(screen.getByText('1 participant')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('ER-EP-20: a failed fetch is shown', async () => {
  fakeServer({ epicParticipants: () => new Status(500) });
  await renderAt('/', <ParticipantsWidget itemAddress={epic} />);
  await waitFor(() => expect(screen.getByText('There was an error getting the epic participants.')).toBeVisible());
});
