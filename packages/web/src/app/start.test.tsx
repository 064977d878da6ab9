import { act, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import page from '../../index.html?raw';
import { containerId, startApplication } from './start.tsx';

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const never = () => new Promise<Response>(() => undefined);

test('RM-PG-01: a page without the container stays as it is, and nothing fails', () => {
  const asked = vi.fn(never);
  vi.stubGlobal('fetch', asked);
  document.body.innerHTML = '<main>Something else</main>';
  expect(startApplication(document)).toBeNull();
  expect(document.body.innerHTML).toBe('<main>Something else</main>');
  expect(asked).not.toHaveBeenCalled();
});

test('RM-PG-01: the application lives in one container, and the page has exactly one', async () => {
  vi.stubGlobal('fetch', vi.fn(never));
  document.body.innerHTML = `<main>Before</main><div id="${containerId}"></div>`;
  const root = await act(() => startApplication(document));
  await waitFor(() => expect(document.getElementById(containerId)?.childElementCount).toBeGreaterThan(0));
  expect(document.querySelector('main')?.textContent).toBe('Before');
  act(() => root?.unmount());
  expect(page.split(`id="${containerId}"`)).toHaveLength(2);
});
