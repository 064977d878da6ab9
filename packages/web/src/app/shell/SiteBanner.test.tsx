import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { SiteBanner } from './SiteBanner.tsx';

afterEach(() => vi.unstubAllGlobals());

const page = (
  <>
    <main id="content" tabIndex={-1} />
    <SiteBanner />
  </>
);

test('OG-ST-11: a page of a secondary says that it is read-only, from the first paint on', async () => {
  setSession({ site: { name: 'Away', isReadOnly: true, lagSeconds: null } });
  fakeServer({ 'GET /-/site.json': () => ({ name: 'Away', read_only: true, lag_seconds: 60 }) });
  await renderAt('/', page);
  expect(await screen.findByText('Read-only: the primary site is unreachable.')).toBeVisible();
});

test('OG-ST-11: a page of a secondary that is more than ten seconds behind says how much', async () => {
  setSession({ site: { name: 'Away', isReadOnly: false, lagSeconds: null } });
  fakeServer({ 'GET /-/site.json': () => ({ name: 'Away', read_only: false, lag_seconds: 12 }) });
  await renderAt('/', page);
  expect(await screen.findByText('Data is 12 seconds behind.')).toBeVisible();
});
