import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { themeSetting } from '../../../platform/settings/theme.ts';
import { fakeServer, renderAt } from '../../../testing/page.tsx';
import { Prose } from '../Prose.tsx';
import { draw, type Drawn } from './drawer.ts';

vi.mock(import('./drawer.ts'), async (actual) => ({ ...(await actual()), draw: vi.fn(), drawnBefore: () => null }));

let isNear = true;
beforeEach(() => {
  isNear = true;
  fakeServer({});
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(readonly report: IntersectionObserverCallback) {}
      observe(): void {
        this.report([{ isIntersecting: isNear } as IntersectionObserverEntry], this as never);
      }
      disconnect(): void {}
    },
  );
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  vi.mocked(draw).mockReset();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  themeSetting.set('system');
});

const drawingOf = (address: string, more: object = {}): Drawn => ({
  is: 'drawing',
  drawing: { address, width: 100, height: 50, kind: 'flowchart', title: '', description: '', ...more },
});
const written = (source: string): string =>
  `<p>Plan</p>\n<pre data-diagram="mermaid">${source.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</pre>\n`;
const show = (source: string) => renderAt('/', <Prose html={written(source)} />);

test('a text with a diagram shows its image, and the source at a press', async () => {
  vi.mocked(draw).mockResolvedValue(drawingOf('data:image/svg+xml,light'));
  await show('graph TD; A-->B');
  const image = await screen.findByRole('img', { name: 'Diagram: flowchart' });
  expect(image).toHaveAttribute('src', 'data:image/svg+xml,light');
  expect(screen.getByText('graph TD; A-->B')).not.toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show source' }));
  expect(screen.getByText('graph TD; A-->B')).toBeVisible();
  const hide = screen.getByRole('button', { name: 'Hide source', expanded: true });
  expect(document.getElementById(hide.getAttribute('aria-controls') ?? '')).toHaveTextContent('graph TD; A-->B');
});

test('a diagram that its author named and described is called so', async () => {
  vi.mocked(draw).mockResolvedValue(drawingOf('data:,x', { title: 'Route', description: 'From A to B' }));
  await show('graph TD; A-->B');
  expect(await screen.findByRole('img', { name: 'Route. From A to B' })).toBeVisible();
});

test('the image has the theme of the page and is redrawn when it changes', async () => {
  vi.mocked(draw).mockImplementation((_source, isDark) =>
    Promise.resolve(drawingOf(isDark ? 'data:,dark' : 'data:,light')),
  );
  await show('graph TD; A-->B');
  const image = await screen.findByRole('img', { name: /Diagram/ });
  expect(image).toHaveAttribute('src', 'data:,light');
  act(() => themeSetting.set('dark'));
  await waitFor(() => expect(screen.getByRole('img', { name: /Diagram/ })).toHaveAttribute('src', 'data:,dark'));
});

test('what cannot be drawn says so, with its source', async () => {
  vi.mocked(draw).mockResolvedValue({ is: 'mistaken', message: 'Parse error on line 1: <b>' });
  await show('graph TD; A--');
  expect(await screen.findByText(/has a syntax error/)).toBeVisible();
  expect(screen.getByText('Parse error on line 1: <b>')).toBeVisible();
  expect(screen.getByText('graph TD; A--')).toBeVisible();
});

test('a large diagram is drawn on request, and one beyond the limit never', async () => {
  vi.mocked(draw).mockResolvedValue(drawingOf('data:,x'));
  await show(`graph TD\n${'A-->B\n'.repeat(900)}`);
  expect(await screen.findByText(/This diagram is large \(5,409 characters\)/)).toBeVisible();
  expect(draw).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Draw diagram' }));
  expect(await screen.findByRole('img', { name: /Diagram/ })).toBeVisible();
  cleanup();

  vi.mocked(draw).mockClear();
  await show('x'.repeat(50_001));
  expect(await screen.findByText(/too large to draw: 50,001 characters, the maximum is 50,000/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Draw diagram' })).toBeNull();
  expect(draw).not.toHaveBeenCalled();
});

test('nothing is drawn before it is near the screen', async () => {
  isNear = false;
  await show('graph TD; A-->B');
  expect(await screen.findByRole('button', { name: 'Copy source' })).toBeVisible();
  expect(draw).not.toHaveBeenCalled();
});

test('if the frame cannot be reached, a retry is offered', async () => {
  vi.mocked(draw).mockResolvedValueOnce({ is: 'unreachable' }).mockResolvedValue(drawingOf('data:,x'));
  await show('graph TD; A-->B');
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('img', { name: /Diagram/ })).toBeVisible();
});
