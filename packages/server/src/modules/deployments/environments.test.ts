import { slugOfName, tierOfName } from '@milepost/core/deployments/environments';
import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';

const sha = 'a'.repeat(40);
interface Row {
  id: number;
  name: string;
  slug: string;
  tier: string;
  state: string;
}

describe('environments over REST', () => {
  test('DL-EN-01: creation checks name and address', async ({ build, call }) => {
    const { id } = await build.project({ visibility: 'private' });
    const path = `/projects/${id}/environments`;
    const created = await call<Row>('dana', 'POST', path, {
      name: 'review/5149-memory {a}_$.b',
      external_url: 'https://pr-5149.example.org',
      description: 'One branch',
    });
    expect(created).toMatchObject({
      status: 201,
      body: { name: 'review/5149-memory {a}_$.b', state: 'available', external_url: 'https://pr-5149.example.org' },
    });
    expect(Object.keys(created.body)).toEqual(
      expect.arrayContaining(['id', 'slug', 'description', 'tier', 'created_at', 'updated_at', 'auto_stop_setting']),
    );
    const longest = 'n'.repeat(255);
    expect((await call('dana', 'POST', path, { name: longest })).status).toBe(201);
    for (const bad of [
      {},
      { name: '' },
      { name: ' ' },
      { name: longest },
      { name: `${longest}n` },
      { name: 'ü' },
      { name: 'a,b' },
      { name: 'a\nb' },
      { name: 'ftp', external_url: 'ftp://example.org' },
      { name: 'script', external_url: 'javascript:alert(1)' },
      { name: 'none', external_url: 'https://' },
      { name: 'tier', tier: 'live' },
    ]) {
      expect([bad, (await call('dana', 'POST', path, bad)).status]).toEqual([bad, 400]);
    }
    expect((await call<Row[]>('rita', 'GET', path)).body).toHaveLength(2);
  });

  test('DL-EN-01: the settings of clusters are stored, changed and removed', async ({ build, call }) => {
    const { id } = await build.project();
    const path = `/projects/${id}/environments`;
    const cluster = { kubernetes_namespace: 'shop', flux_resource_path: 'kustomize/flux-system/shop' };
    const made = await call<Row>('dana', 'POST', path, { name: 'a', auto_stop_setting: 'with_action', ...cluster });
    expect(made).toMatchObject({ status: 201, body: { auto_stop_setting: 'with_action', ...cluster } });
    const one = `${path}/${made.body.id}`;
    await call('dana', 'PUT', one, { auto_stop_setting: 'always', kubernetes_namespace: '' });
    expect((await call('rita', 'GET', one)).body).toMatchObject({
      ...cluster,
      auto_stop_setting: 'always',
      kubernetes_namespace: null,
    });
    for (const wrong of [{ auto_stop_setting: 'never' }, { kubernetes_namespace: 'n'.repeat(256) }]) {
      expect([wrong, (await call('dana', 'PUT', one, wrong)).status]).toEqual([wrong, 400]);
    }
  });

  test('DL-EN-02: slugs are host labels, unique in the project', async ({ build, call }) => {
    const { id } = await build.project();
    const slugs: string[] = [];
    for (const name of ['Review/Feature_1', 'review/feature-1', '1st', '/', '$', 'x'.repeat(40), 'x'.repeat(41)]) {
      const { body } = await call<Row>('dana', 'POST', `/projects/${id}/environments`, { name });
      slugs.push(body.slug);
    }
    expect(slugs).toEqual([
      'review-feature-1',
      'review-feature-1-2',
      'env-1st',
      'env',
      'env-2',
      'x'.repeat(24),
      `${'x'.repeat(22)}-2`,
    ]);
    expect(slugOfName(`${'a'.repeat(23)}/b`)).toBe('a'.repeat(23));
    const other = await build.project();
    const { body } = await call<Row>('dana', 'POST', `/projects/${other.id}/environments`, {
      name: 'Review/Feature_1',
    });
    expect(body.slug).toBe('review-feature-1');
  });

  test('DL-EN-03: the tier is that given, or follows from the name', async ({ build, call }) => {
    const { id } = await build.project();
    const create = async (input: object) =>
      (await call<Row>('dana', 'POST', `/projects/${id}/environments`, input)).body.tier;
    expect(await create({ name: 'production' })).toBe('production');
    expect(await create({ name: 'live' })).toBe('production');
    expect(await create({ name: 'staging' })).toBe('staging');
    expect(await create({ name: 'test' })).toBe('testing');
    expect(await create({ name: 'qa' })).toBe('testing');
    expect(await create({ name: 'review/production' })).toBe('development');
    expect(await create({ name: 'demo' })).toBe('other');
    for (const tier of ['production', 'staging', 'testing', 'development', 'other']) {
      expect(await create({ name: `own ${tier}`, tier })).toBe(tier);
    }
    expect([tierOfName('Production EU'), tierOfName('latest'), tierOfName('reproduction')]).toEqual([
      'production',
      'other',
      'other',
    ]);
  });

  test('DL-EN-04: the list is filtered by name, part of the name, and state', async ({ build, call }) => {
    const { id } = await build.project();
    const path = `/projects/${id}/environments`;
    for (const name of ['production', 'staging', 'review/one', 'review/100%']) {
      await call('dana', 'POST', path, { name: name.replace('%', '') });
    }
    const list = async (input: object) => (await call<Row[]>('rita', 'GET', path, input)).body.map(({ name }) => name);
    const { body } = await call<Row[]>('dana', 'GET', path, { name: 'staging' });
    await call('dana', 'POST', `${path}/${body[0]?.id}/stop`);
    expect(await list({})).toEqual(['production', 'review/100', 'review/one', 'staging']);
    expect(await list({ name: 'review' })).toEqual([]);
    expect(await list({ name: 'review/one' })).toEqual(['review/one']);
    expect(await list({ search: 'VIEW/' })).toEqual(['review/100', 'review/one']);
    expect(await list({ search: '___' })).toEqual([]);
    expect(await list({ states: 'stopped' })).toEqual(['staging']);
    expect(await list({ states: 'stopping' })).toEqual([]);
    expect(await list({ states: 'available', search: 'ing' })).toEqual([]);
    const paged = await call<Row[]>('rita', 'GET', path, { per_page: 1, page: 2 });
    expect(paged.body.map(({ name }) => name)).toEqual(['review/100']);
    expect(paged.headers['x-total']).toBe('4');
    for (const bad of [{ name: 'staging', search: 'staging' }, { search: 'st' }, { search: '' }, { states: 'gone' }]) {
      expect((await call('rita', 'GET', path, bad)).status).toBe(400);
    }
  });

  test('DL-EN-05: one environment shows what runs there', async ({ build, call }) => {
    const { id } = await build.project();
    const path = `/projects/${id}/environments`;
    const { body } = await call<Row>('dana', 'POST', path, { name: 'production' });
    const read = async () => (await call<{ last_deployment: unknown }>('rita', 'GET', `${path}/${body.id}`)).body;
    expect((await read()).last_deployment).toBeNull();
    const deploy = { environment: 'production', sha, ref: 'main', tag: false };
    const first = await call('dana', 'POST', `/projects/${id}/deployments`, { ...deploy, status: 'success' });
    await call('dana', 'POST', `/projects/${id}/deployments`, { ...deploy, status: 'failed' });
    expect((await read()).last_deployment).toEqual(first.body);
    expect((await call('rita', 'GET', `${path}/999999`)).status).toBe(404);
    const other = await build.project();
    expect((await call('rita', 'GET', `/projects/${other.id}/environments/${body.id}`)).status).toBe(404);
    for (const bad of ['0x1', '-1', '99999999999999999999', 'a']) {
      expect((await call('rita', 'GET', `${path}/${bad}`)).status).toBe(400);
    }
  });

  test('DL-EN-06: stopping, starting by a deployment, and deleting', async ({ build, call }) => {
    const { id } = await build.project();
    const path = `/projects/${id}/environments`;
    const { body } = await call<Row>('dana', 'POST', path, { name: 'staging' });
    expect((await call('mina', 'DELETE', `${path}/${body.id}`)).status).toBe(403);
    expect(await call('dana', 'POST', `${path}/${body.id}/stop`)).toMatchObject({
      status: 200,
      body: { state: 'stopped' },
    });
    const deploy = { environment: 'staging', sha, ref: 'main', tag: false, status: 'running' };
    expect((await call('dana', 'POST', `/projects/${id}/deployments`, deploy)).status).toBe(201);
    expect((await call('rita', 'GET', `${path}/${body.id}`)).body).toMatchObject({ state: 'available' });
    expect((await call('mina', 'DELETE', `${path}/${body.id}`)).status).toBe(403);
    await call('dana', 'POST', `${path}/${body.id}/stop`);
    expect(await call('mina', 'DELETE', `${path}/${body.id}`)).toMatchObject({ status: 204, body: null });
    expect((await call('mina', 'DELETE', `${path}/${body.id}`)).status).toBe(404);
    expect((await call('dana', 'POST', `${path}/${body.id}/stop`)).status).toBe(404);
  });

  test('changing description, address and tier', async ({ build, call }) => {
    const { id } = await build.project();
    const path = `/projects/${id}/environments`;
    const { body } = await call<Row>('dana', 'POST', path, { name: 'qa' });
    const change = async (who: 'dana' | 'mina', input: object) => call(who, 'PUT', `${path}/${body.id}`, input);
    const changed = await change('dana', { external_url: 'http://qa.example.org', description: 'For tests' });
    expect(changed).toMatchObject({
      status: 200,
      body: { external_url: 'http://qa.example.org', description: 'For tests', tier: 'testing', name: 'qa' },
    });
    expect((await change('dana', { external_url: '' })).body).toMatchObject({
      external_url: null,
      description: 'For tests',
    });
    expect((await change('dana', { external_url: 'file:///etc/passwd' })).status).toBe(400);
    // The tier decides which protection of a group applies.
    expect((await change('dana', { tier: 'production' })).status).toBe(403);
    expect((await change('mina', { tier: 'production' })).body).toMatchObject({ tier: 'production' });
  });

  test('two pipelines that name a new environment at the same time create one', async ({ build, call }) => {
    const { id } = await build.project();
    const deploy = { environment: 'production', sha, ref: 'main', tag: false, status: 'running' };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call('dana', 'POST', `/projects/${id}/deployments`, deploy)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201));
    expect(new Set(answers.map(({ body }) => body['iid']))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
    expect((await call<Row[]>('rita', 'GET', `/projects/${id}/environments`)).body).toHaveLength(1);
  });
});
