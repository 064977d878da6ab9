import { describe, expect } from 'vitest';
import { test, type Call } from '../../testing/http.ts';
import { SiteFollower } from './commands/follow.ts';

interface ShownSite {
  id: number;
  name: string;
  primary: boolean;
  current: boolean;
  url: string;
  internal_url: string;
  [field: string]: unknown;
}

let last = 0;
const add = (call: Call, more: object = {}) =>
  call<ShownSite>('root', 'POST', '/geo_sites', {
    name: `Site ${++last}`,
    url: 'https://other.milepost.test',
    ...more,
  });

describe('geo sites', () => {
  test('a server learns that it is a primary when the second site is added, before it looks by itself', async ({
    call,
    services,
  }) => {
    const follower = new SiteFollower(services, { report: () => undefined, copies: false });
    // It does not run, so it looks only when it is told to.
    await follower.beat();
    try {
      expect(services.site.role).toBe('single');
      const own = await add(call, { url: services.baseUrl, primary: true });
      const other = await add(call, { url: 'http://127.0.0.1:9' });
      await expect.poll(() => services.site.role).toBe('primary');
      await call('root', 'DELETE', `/geo_sites/${other.body.id}`);
      await expect.poll(() => services.site.role).toBe('single');
      await services.db
        .deleteFrom('geoSites')
        .where('id', '=', own.body.id as never)
        .execute();
    } finally {
      await follower.stop();
    }
  });

  test('RS-GE-01 RS-GE-03 RS-GE-04 RS-GE-05 RS-GE-06: a site is created, shown, changed and deleted in the published shape', async ({
    call,
    build,
  }) => {
    const group = await build.group();
    const { status, body: made } = await add(call, { name: 'Oslo', files_max_capacity: 3 });
    expect(status).toBe(201);
    expect(made).toEqual({
      id: expect.any(Number),
      name: 'Oslo',
      url: 'https://other.milepost.test',
      internal_url: 'https://other.milepost.test',
      primary: false,
      enabled: true,
      current: false,
      files_max_capacity: 3,
      repos_max_capacity: 25,
      verification_max_capacity: 100,
      container_repositories_max_capacity: 10,
      selective_sync_type: null,
      selective_sync_shards: [],
      selective_sync_namespace_ids: [],
      minimum_reverification_interval: 90,
      sync_object_storage: false,
      web_edit_url: 'http://milepost.test/admin/sites',
      web_geo_replication_details_url: 'http://milepost.test/admin/sites',
      _links: {
        self: `http://milepost.test/api/v4/geo_sites/${made.id}`,
        status: `http://milepost.test/api/v4/geo_sites/${made.id}/status`,
        repair: `http://milepost.test/api/v4/geo_sites/${made.id}/repair`,
      },
    });
    const path = `/geo_sites/${made.id}`;
    const changed = await call<ShownSite>('root', 'PUT', path, {
      internal_url: 'http://10.0.0.5:3000',
      enabled: false,
      selective_sync_type: 'namespaces',
      selective_sync_namespace_ids: [group.id],
    });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        internal_url: 'http://10.0.0.5:3000',
        enabled: false,
        selective_sync_type: 'namespaces',
        selective_sync_namespace_ids: [group.id],
        files_max_capacity: 3,
      },
    });
    expect((await call('root', 'GET', path)).body).toEqual(changed.body);
    const listed = await call<ShownSite[]>('root', 'GET', '/geo_sites');
    expect(listed.body.map(({ id }) => id)).toContain(made.id);
    expect(listed.headers['x-total']).toBe(String(listed.body.length));
    expect((await call('root', 'DELETE', path)).status).toBe(204);
    expect((await call('root', 'GET', path)).status).toBe(404);
  });

  test('RS-GE-06: only administrators may read or change sites', async ({ call }) => {
    const { body: site } = await add(call);
    const calls = [
      ['GET', '/geo_sites', {}],
      ['GET', '/geo_sites/status', {}],
      ['GET', `/geo_sites/${site.id}`, {}],
      ['GET', `/geo_sites/${site.id}/status`, {}],
      ['POST', `/geo_sites/${site.id}/repair`, {}],
      ['POST', '/geo_sites', { name: 'x', url: 'https://x.test' }],
      ['PUT', `/geo_sites/${site.id}`, { enabled: false }],
      ['DELETE', `/geo_sites/${site.id}`, {}],
    ] as const;
    for (const [verb, path, input] of calls) {
      expect((await call('ada', verb, path, input)).status).toBe(403);
      expect((await call('nobody', verb, path, input)).status).toBe(401);
    }
  });

  test('OG-ST-01: names are unique, URLs are http or https, and the primary neither changes nor goes', async ({
    call,
  }) => {
    const { body: primary } = await add(call, { name: 'Home', primary: true });
    const { body: secondary } = await add(call, { name: 'Away' });
    const refused = async (verb: 'POST' | 'PUT' | 'DELETE', path: string, input: object): Promise<unknown> => {
      const { status, body } = await call('root', verb, path, input);
      expect(status).toBe(400);
      return body;
    };
    const url = 'https://other.milepost.test';
    expect(await refused('POST', '/geo_sites', { name: 'Away', url })).toEqual({
      message: { name: ['has already been taken'] },
    });
    expect(await refused('PUT', `/geo_sites/${secondary.id}`, { name: 'Home' })).toEqual({
      message: { name: ['has already been taken'] },
    });
    expect(await refused('POST', '/geo_sites', { name: ' ', url })).toEqual({ message: { name: ["can't be blank"] } });
    for (const bad of ['ftp://other.test', 'other.test', 'javascript:alert(1)', 'https://a:b@other.test']) {
      expect(await refused('POST', '/geo_sites', { name: 'Bad', url: bad })).toEqual({
        message: { url: ['must be an http or https URL'] },
      });
      expect(await refused('PUT', `/geo_sites/${secondary.id}`, { internal_url: bad })).toEqual({
        message: { internal_url: ['must be an http or https URL'] },
      });
    }
    await refused('POST', '/geo_sites', { name: 'Second', url, primary: true });
    await refused('PUT', `/geo_sites/${secondary.id}`, { primary: true });
    await refused('PUT', `/geo_sites/${primary.id}`, { primary: false });
    await refused('DELETE', `/geo_sites/${primary.id}`, {});
    await refused('PUT', `/geo_sites/${secondary.id}`, { selective_sync_type: 'shards' });
    await refused('PUT', `/geo_sites/${secondary.id}`, { selective_sync_namespace_ids: [999_999] });
    expect((await call('root', 'PUT', `/geo_sites/${primary.id}`, { primary: true })).status).toBe(200);
    expect((await call('root', 'POST', `/geo_sites/${secondary.id}/repair`)).status).toBe(200);
    expect((await call('root', 'DELETE', `/geo_sites/${secondary.id}`)).status).toBe(204);
  });

  test('RS-GE-02: the status lists every site; one that never reported is unknown', async ({ call }) => {
    const { body: site } = await add(call);
    const { body } = await call<Record<string, unknown>[]>('root', 'GET', '/geo_sites/status');
    expect(body.find(({ geo_node_id: id }) => id === site.id)).toMatchObject({
      healthy: false,
      health: 'The site has not reported yet.',
      health_status: 'Unknown',
      missing_oauth_application: false,
      projects_count: expect.any(Number),
      db_replication_lag_seconds: null,
      updated_at: null,
    });
    expect(body.filter(({ health_status: health }) => health === 'Healthy').length).toBeLessThanOrEqual(1);
  });

  test('endpoints between sites answer nobody else', async ({ send }) => {
    for (const url of [
      '/-/sites/state',
      '/-/sites/notices',
      '/-/sites/files?secrets=a',
      `/-/sites/files/${'a'.repeat(32)}`,
      '/-/sites/repositories/1/refs',
    ]) {
      expect((await send({ url })).status).toBe(401);
      expect((await send({ url, headers: { 'x-milepost-forwarded': 'e30.forged' } })).status).toBe(401);
    }
    const payload = { wants: [], haves: [] };
    for (const url of ['/-/sites/status', '/-/sites/demote', '/-/sites/repositories/1/pack']) {
      expect((await send({ method: 'POST', url, payload })).status).toBe(401);
    }
  });
});
