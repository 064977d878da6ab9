import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { preloaded, preloadedAfterPaint } from './preloaded.tsx';

const Part = ({ name }: { name: string }) => <p>{name}</p>;

class Boundary extends Component<{ children: ReactNode }> {
  override state = { isFailed: false };
  static getDerivedStateFromError(): { isFailed: boolean } {
    return { isFailed: true };
  }
  override render(): ReactNode {
    return this.state.isFailed ? <p>failed</p> : this.props.children;
  }
}

test('the code is asked for before anybody draws it, and what has come is drawn at once', async () => {
  const load = vi.fn(() => Promise.resolve(Part));
  const Preloaded = preloaded(load);
  expect(load).toHaveBeenCalledOnce();
  await Promise.resolve();
  render(<Preloaded name="there" />);
  expect(screen.getByText('there')).toBeVisible();
  expect(load).toHaveBeenCalledOnce();
});

test('what is still on its way comes when it is there', async () => {
  let arrive: (part: typeof Part) => void = () => undefined;
  const Preloaded = preloaded(() => new Promise<typeof Part>((resolve) => (arrive = resolve)));
  render(<Preloaded name="late" />);
  expect(screen.queryByText('late')).toBeNull();
  await act(async () => arrive(Part));
  expect(await screen.findByText('late')).toBeVisible();
});

test('a failed chunk is fetched again, and then reports its failure', async () => {
  const load = vi.fn<() => Promise<typeof Part>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(Part);
  const Preloaded = preloaded(load);
  render(<Preloaded name="again" />);
  expect(await screen.findByText('again')).toBeVisible();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Gone = preloaded<{ name: string }>(() => Promise.reject(new Error('offline')));
  render(
    <Boundary>
      <Gone name="gone" />
    </Boundary>,
  );
  expect(await screen.findByText('failed')).toBeVisible();
  vi.restoreAllMocks();
});

test('a part for after the paint is not fetched before', async () => {
  const load = vi.fn(() => Promise.resolve(Part));
  const Preloaded = preloadedAfterPaint(load);
  expect(load).not.toHaveBeenCalled();
  render(<Preloaded name="painted" />);
  expect(await screen.findByText('painted')).toBeVisible();
  expect(load).toHaveBeenCalledOnce();
});
