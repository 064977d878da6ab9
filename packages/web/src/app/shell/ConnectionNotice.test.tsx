import { QueryObserver } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, Status } from '../../testing/page.tsx';
import { DatabaseUnavailableError } from '../../platform/api/errors.ts';
import { makeQueryClient, Providers } from '../providers.tsx';
import { ConnectionNotice } from './ConnectionNotice.tsx';

afterEach(() => vi.unstubAllGlobals());

test('what was given up on is asked for again as soon as anything else is answered', async () => {
  fakeServer({ 'GET /-/readiness': () => new Status(503) });
  const client = makeQueryClient();
  render(
    <Providers client={client}>
      <ConnectionNotice />
    </Providers>,
  );
  let isAway = true;
  const page = new QueryObserver(client, {
    queryKey: ['page'],
    queryFn: () => (isAway ? Promise.reject(new DatabaseUnavailableError('away')) : Promise.resolve('here')),
    retry: false,
  });
  const stop = page.subscribe(() => undefined);
  expect(await screen.findByText(/Database unavailable/)).toBeVisible();
  // A value that the page sets itself proves nothing about the connection.
  client.setQueryData(['draft'], 'kept');
  expect(screen.getByText(/Database unavailable/)).toBeVisible();
  isAway = false;
  await client.fetchQuery({ queryKey: ['poll'], queryFn: () => Promise.resolve(1) });
  await waitFor(() => expect(page.getCurrentResult().data).toBe('here'));
  await waitFor(() => expect(screen.queryByText(/Database unavailable/)).toBeNull());
  stop();
});
