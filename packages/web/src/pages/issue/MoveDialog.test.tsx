import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { MoveDialog } from './MoveDialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const project = (id: number, name: string) => ({ id, name_with_namespace: name, path_with_namespace: name });

/** A dialog whose search for "moat" is answered once `answer` is called. */
async function open() {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  fakeServer({
    'GET /api/v4/projects': async ({ url }) => {
      if (!url.includes('search=moat')) return [project(1, 'castle/walls'), project(2, 'castle/towers')];
      await answered;
      return [project(3, 'castle/moat')];
    },
  });
  const onMove = vi.fn<(path: string) => void>();
  const { user } = await renderAt('/', <MoveDialog fullPath="castle/keep" onMove={onMove} onClose={() => undefined} />);
  return { user, onMove, answer: () => answer() };
}
const radio = (name: string) => screen.findByRole('radio', { name });
const move = () => screen.getByRole('button', { name: 'Move' });

test('projects of an earlier search cannot be chosen while a newer one is pending', async () => {
  const { user, onMove, answer } = await open();
  await radio('castle/walls');
  await user.keyboard('moat');
  const earlier = await radio('castle/walls');
  expect(earlier).toBeDisabled();
  await user.click(earlier);
  await user.click(move());
  expect(onMove).not.toHaveBeenCalled();
  answer();
  await user.click(await radio('castle/moat'));
  await user.click(move());
  expect(onMove.mock.calls).toEqual([['castle/moat']]);
});

test('a chosen project that is no longer listed is not used', async () => {
  const { user, onMove, answer } = await open();
  await user.click(await radio('castle/walls'));
  await user.type(screen.getByRole('searchbox'), 'moat');
  answer();
  await radio('castle/moat');
  await waitFor(() => expect(move()).toHaveAttribute('aria-disabled', 'true'));
  await user.click(move());
  expect(onMove).not.toHaveBeenCalled();
});
