import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderAt } from '../../testing/page.tsx';
import { RevealWhenSettled } from './RevealWhenSettled.tsx';

afterEach(() => vi.useRealTimers());

/** A list that is asked for, with a text below it. */
function Page({ ask }: { ask(): Promise<string[]> }) {
  return (
    <RevealWhenSettled keys={[['list']]}>
      <List ask={ask} />
      <p>Read me</p>
    </RevealWhenSettled>
  );
}
function List({ ask }: { ask(): Promise<string[]> }) {
  const { data = [] } = useQuery({ queryKey: ['list'], queryFn: ask, retry: false });
  return data.map((each) => <p key={each}>{each}</p>);
}

test('nothing is read below a list before the list is there, so that nothing is pushed down', async () => {
  let answer: (value: string[]) => void = () => undefined;
  await renderAt('/', <Page ask={() => new Promise((resolve) => (answer = resolve))} />);
  expect(screen.getByText('Read me')).not.toBeVisible();
  answer(['One', 'Two']);
  expect(await screen.findByText('Two')).toBeVisible();
  expect(screen.getByText('Read me')).toBeVisible();
});

test('what is below is seen no sooner than the list itself', async () => {
  let answer: (value: string[]) => void = () => undefined;
  await renderAt('/', <Page ask={() => new Promise((resolve) => (answer = resolve))} />);
  const seen: string[] = [];
  const held = document.querySelector('[data-held]');
  const watch = new MutationObserver(() => {
    if (!held?.hasAttribute('data-held')) seen.push(held?.textContent ?? '');
  });
  watch.observe(document.body, { attributes: true, childList: true, subtree: true });
  answer(['One', 'Two']);
  expect(await screen.findByText('Two')).toBeVisible();
  watch.disconnect();
  expect(new Set(seen)).toEqual(new Set(['OneTwoRead me']));
});

test('a list that fails holds nothing back', async () => {
  await renderAt('/', <Page ask={() => Promise.reject(new Error('no'))} />);
  await vi.waitFor(() => expect(screen.getByText('Read me')).toBeVisible(), 30_000);
});

test('after a long wait the available content is shown', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await renderAt('/', <Page ask={() => new Promise(() => undefined)} />);
  expect(screen.getByText('Read me')).not.toBeVisible();
  await vi.advanceTimersByTimeAsync(1_600);
  await vi.waitFor(() => expect(screen.getByText('Read me')).toBeVisible(), 30_000);
});
