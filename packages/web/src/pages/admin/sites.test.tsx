import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { SitesPage } from './SitesPage.tsx';

beforeEach(() =>
  setSession({ viewer: { id: 1, username: 'root', name: 'Root', avatarUrl: null, isAdmin: true }, csrfToken: 'x' }),
);
afterEach(() => vi.unstubAllGlobals());

const site = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  url: `https://${name.toLowerCase()}.test`,
  internal_url: '',
  primary: false,
  enabled: true,
  current: false,
  ...more,
});
const status = (id: number, more: object = {}) => ({
  geo_node_id: id,
  healthy: true,
  health: 'Healthy',
  health_status: 'Healthy',
  db_replication_lag_seconds: 0,
  db_replication_lag_bytes: 0,
  uploads_count: 10,
  uploads_synced_count: 10,
  project_repositories_count: 2,
  project_repositories_synced_count: 2,
  failures: [],
  updated_at: new Date().toISOString(),
  ...more,
});

test('until the sites are known, none can be added', async () => {
  fakeServer({ 'GET /api/v4/geo_sites': () => new Status(500), 'GET /api/v4/geo_sites/status': () => new Status(500) });
  await renderAt('/admin/sites', <SitesPage />);
  expect(await screen.findByText('Something went wrong')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add a secondary site' })).toBeNull();
});

test('OG-ST-19: with one site the page says so, with the steps; what was typed stays when adding is refused', async () => {
  let isTaken = true;
  const asked = fakeServer({
    'GET /api/v4/geo_sites': () => [site(1, 'Home', { primary: true, current: true })],
    'GET /api/v4/geo_sites/status': () => [status(1)],
    'POST /api/v4/geo_sites': () =>
      isTaken ? new Status(400, { message: { name: ['has already been taken'] } }) : site(2, 'Away'),
  });
  const { user } = await renderAt('/admin/sites', <SitesPage />);
  expect(await screen.findByText('Only this site is set up')).toBeVisible();
  expect(screen.getByText(/is lost\. Add the second one, set up a standby of the database there/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add a secondary site' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Away');
  await user.type(dialog.getByRole('textbox', { name: 'URL' }), 'https://away.test');
  await user.click(dialog.getByRole('button', { name: 'Add a secondary site' }));
  expect(await dialog.findByText(/already been taken/)).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'URL' })).toHaveValue('https://away.test');
  isTaken = false;
  await user.click(dialog.getByRole('button', { name: 'Add a secondary site' }));
  expect(await screen.findByText('Site added')).toBeVisible();
  expect(asked.findLast(({ method }) => method === 'POST')?.body).toMatchObject({ name: 'Away', primary: false });
});

test('OG-ST-19: each site has its health, lag, counts and last contact; failed copies are tried again', async () => {
  const asked = fakeServer({
    'GET /api/v4/geo_sites': () => [
      site(1, 'Home', { primary: true }),
      site(2, 'Away', { current: true }),
      site(3, 'Third'),
    ],
    'GET /api/v4/geo_sites/status': () => [
      status(1, { file_place: null }),
      status(3, { file_place: 'shared_bucket' }),
      status(2, {
        healthy: false,
        health: 'Files or repositories could not be copied.',
        health_status: 'Unhealthy',
        db_replication_lag_seconds: 3,
        db_replication_lag_bytes: 2_000,
        uploads_synced_count: 9,
        file_place: 'folder',
        failures: [{ kind: 'uploads', id: 7, error: 'The other site answered with 404' }],
      }),
    ],
    'POST /api/v4/geo_sites/2/repair': () => status(2),
  });
  const { user } = await renderAt('/admin/sites', <SitesPage />);
  const list = within(await screen.findByRole('list', { name: 'Sites' }));
  const [home, away, third] = list.getAllByRole('listitem');
  expect(home).toHaveTextContent(/Home.*Primary.*Healthy/);
  expect(away).toHaveTextContent(
    /Away.*This site.*Unhealthy.*3 seconds behind.*9 of 10 files · 2 of 2 repositories · last contact/,
  );
  expect(third).toHaveTextContent('10 of 10 files in a bucket that is not copied');
  expect(screen.getByText('Files or repositories could not be copied.')).toBeVisible();
  const failed = within(screen.getByRole('list', { name: 'Failed copies of Away' }));
  expect(failed.getByRole('listitem')).toHaveTextContent('File 7The other site answered with 404');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(asked.some(({ url }) => url.endsWith('/repair'))).toBe(true));
  expect(screen.queryByText('Only this site is set up')).toBeNull();
});

test('OG-ST-15: a secondary is edited: its groups by name, its own bucket, whether it replicates', async () => {
  const away = site(2, 'Away', {
    sync_object_storage: false,
    selective_sync_type: 'namespaces',
    selective_sync_namespace_ids: [7],
  });
  const asked = fakeServer({
    'GET /api/v4/geo_sites': () => [site(1, 'Home', { primary: true, current: true }), away],
    'GET /api/v4/geo_sites/status': () => [status(1), status(2)],
    'GET /api/v4/groups/7': () => ({ id: 7, full_path: 'harbor' }),
    'GET /api/v4/groups/8': () => ({ id: 8, full_path: 'cargo' }),
    'GET /api/v4/groups': () => [
      { id: 7, full_name: 'Harbor', full_path: 'harbor' },
      { id: 8, full_name: 'Cargo', full_path: 'cargo' },
    ],
    'PUT /api/v4/geo_sites/2': () => away,
  });
  const { user } = await renderAt('/admin/sites', <SitesPage />);
  await user.click(await screen.findByRole('button', { name: 'Edit Away' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('harbor')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: /^Groups to copy/ }));
  await user.click(await screen.findByRole('option', { name: /Cargo/ }));
  expect(await dialog.findByText('cargo')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Remove harbor' }));
  await user.click(dialog.getByRole('checkbox', { name: /own bucket/ }));
  await user.click(dialog.getByRole('checkbox', { name: 'Replicate to this site' }));
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Site saved')).toBeVisible();
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    name: 'Away',
    url: 'https://away.test',
    internal_url: '',
    enabled: false,
    sync_object_storage: true,
    selective_sync_type: 'namespaces',
    selective_sync_namespace_ids: [8],
  });
});
