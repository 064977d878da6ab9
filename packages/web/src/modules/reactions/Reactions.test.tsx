import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session, setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { Reactions } from './Reactions.tsx';

const ada = { id: 'gid://gitlab/User/1', name: 'Ada' };
const bo = { id: 'gid://gitlab/User/2', name: 'Bo', type: 'HUMAN' as const };
const heart = { id: 'r1', name: 'heart', emoji: '❤️', user: bo };

beforeEach(() => {
  const viewer = { id: 1, username: 'ada', name: ada.name, avatarUrl: null, isAdmin: false };
  setSession({ ...session(), viewer });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(answer: unknown, mayReact = true) {
  const asked = fakeServer({ toggleReaction: () => answer });
  const refresh = vi.fn(() => Promise.resolve());
  const page = await renderAt(
    '/',
    <Reactions
      awardableId="gid://gitlab/Issue/5"
      reactions={[heart]}
      mayReact={mayReact}
      offersVotes
      refresh={refresh}
    />,
  );
  return { ...page, asked, refresh };
}
const done = { awardEmojiToggle: { errors: [], toggledOn: true } };
const button = (name: RegExp) => screen.findByRole('button', { name });

test('a reaction is given and taken back by one button, which tells who gave it', async () => {
  const { user, asked, refresh } = await open(done);
  const hearts = await button(/heart, 1 reaction/);
  expect(hearts).toHaveAttribute('aria-pressed', 'false');
  expect(hearts).toHaveAttribute('data-tooltip', 'Bo reacted with :heart:');
  await user.click(hearts);
  expect(asked[0]?.body).toMatchObject({
    variables: { input: { awardableId: 'gid://gitlab/Issue/5', name: 'heart' } },
  });
  expect(refresh).toHaveBeenCalledOnce();
});

test('thumbs are offered without reactions to those who may react', async () => {
  await open(done);
  expect(await button(/thumbsup, 0 reactions/)).toBeEnabled();
  cleanup();
  await open(done, false);
  expect(await button(/heart/)).toBeDisabled();
  expect(screen.queryByRole('button', { name: /thumbsup/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add reaction' })).toBeNull();
});

test('another emoji is found by its name and given', async () => {
  const { user, asked } = await open(done);
  await user.click(await button(/Add reaction/));
  await user.type(await screen.findByRole('combobox'), 'rocket');
  await user.click(await screen.findByRole('option', { name: /:rocket:/ }));
  expect(asked[0]?.body).toMatchObject({ variables: { input: { name: 'rocket' } } });
});

test('a refused reaction is reverted and reported', async () => {
  const { user, refresh } = await open(new Status(500));
  await user.click(await button(/heart, 1 reaction/));
  expect(await screen.findByText('Could not save the reaction. Try again.')).toBeVisible();
  expect(await button(/heart, 1 reaction/)).toHaveAttribute('aria-pressed', 'false');
  expect(refresh).not.toHaveBeenCalled();
});

test('a name that is typed and entered at once picks what it names, not what the list held before', async () => {
  const { user, asked } = await open(done);
  await user.click(await button(/Add reaction/));
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'rocket{Enter}');
  await waitFor(() => expect(asked[0]?.body).toMatchObject({ variables: { input: { name: 'rocket' } } }));
});
