import { describe, expect } from 'vitest';
import { pixel } from '../../testing/build/uploads.ts';
import { test } from '../../testing/forms.ts';
import { storageFor, storages } from '../../testing/storage/storages.ts';
import { keyOf } from '../uploads/store/files.ts';

const imageFile = { name: 'load.png', bytes: pixel, type: 'image/png' };
const chart = { url: 'https://example.com/chart', url_text: 'Load of the day' };

interface Image {
  id: number;
  created_at: string;
  filename: string;
  file_path: string;
  url: string | null;
  url_text: string | null;
}

const shape = {
  id: expect.any(Number) as number,
  created_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
  filename: 'load.png',
  file_path: expect.stringMatching(/^\/uploads\/-\/system\/issuable_metric_image\/file\/\d+\/load\.png$/) as string,
};

describe.each(storages)('OG-S3-06: in the storage %s', (name) => {
  test.beforeEach(async ({ services }) => {
    services.files = await storageFor(name, services.dataDir);
  });

  test('RS-MI-01, RS-MI-02, RS-MI-05: images are added in a form and listed with id, file, url and url_text', async ({
    build,
    form,
    call,
  }) => {
    const project = await build.project();
    const { iid } = await build.issue({ project, type: 'incident' });
    const path = `/projects/${project.id}/issues/${iid}/metric_images`;
    expect((await call('gwen', 'GET', path)).body).toEqual([]);
    const added = await form<Image>('paul', 'POST', `/api/v4${path}`, imageFile, chart);
    expect(added).toMatchObject({ status: 201 });
    expect(added.body).toEqual({ ...shape, ...chart });
    const bare = await form<Image>('paul', 'POST', `/api/v4${path}`, imageFile);
    expect(bare.body).toEqual({ ...shape, url: null, url_text: null });
    expect((await call('gwen', 'GET', path)).body).toEqual([added.body, bare.body]);
  });

  test('RS-MI-03: a field that is not provided stays', async ({ build, form, call }) => {
    const project = await build.project();
    const { iid } = await build.issue({ project, type: 'incident' });
    const path = `/projects/${project.id}/issues/${iid}/metric_images`;
    const { id } = (await form<Image>('paul', 'POST', `/api/v4${path}`, imageFile, chart)).body;
    const put = async (fields: Record<string, string>) =>
      form<Image>('paul', 'PUT', `/api/v4${path}/${id}`, null, fields);
    expect((await put({ url_text: 'Load' })).body).toMatchObject({ url: chart.url, url_text: 'Load' });
    expect((await put({ url: 'https://example.com/2' })).body).toMatchObject({
      url: 'https://example.com/2',
      url_text: 'Load',
    });
    expect((await put({ url: '' })).body).toMatchObject({ url: null, url_text: 'Load' });
    expect((await call('paul', 'PUT', `${path}/${id}`, { url_text: 'By JSON' })).body).toMatchObject({
      url_text: 'By JSON',
    });
    expect((await call('paul', 'PUT', `${path}/999999`, { url_text: 'x' })).status).toBe(404);
  });

  test('RS-MI-04: an image is removed, and its file with it', async ({ build, form, call, db, services }) => {
    const project = await build.project();
    const { id: itemId, iid } = await build.issue({ project, type: 'incident' });
    const path = `/projects/${project.id}/issues/${iid}/metric_images`;
    const add = async () => (await form<Image>('paul', 'POST', `/api/v4${path}`, imageFile)).body;
    const { id } = await add();
    const { secret } = await db
      .selectFrom('uploads')
      .select('secret')
      .where('namespaceId', '=', project.id)
      .executeTakeFirstOrThrow();
    const other = await build.issue({ project, type: 'incident' });
    expect(
      (await call('paul', 'DELETE', `/projects/${project.id}/issues/${other.iid}/metric_images/${id}`)).status,
    ).toBe(404);
    expect((await call('paul', 'DELETE', `${path}/${id}`)).status).toBe(204);
    expect((await call('paul', 'GET', path)).body).toEqual([]);
    expect(await services.files.stat(keyOf(secret))).toBeNull();
    // Its upload row is deleted with the incident: the sweep then removes the file.
    await add();
    await db.deleteFrom('workItems').where('id', '=', itemId).execute();
    expect(await db.selectFrom('uploads').select('id').where('namespaceId', '=', project.id).execute()).toEqual([]);
  });

  test('only images, only links to pages, only on incidents', async ({ build, form, db }) => {
    const project = await build.project();
    const { iid } = await build.issue({ project, type: 'incident' });
    const issue = await build.issue({ project });
    const path = `/api/v4/projects/${project.id}/issues/${iid}/metric_images`;
    const svg = { name: 'x.png', bytes: '<svg xmlns="http://www.w3.org/2000/svg"/>', type: 'image/png' };
    expect(await form('paul', 'POST', path, svg)).toMatchObject({
      status: 400,
      body: { message: { file: ['is not a PNG, JPEG, GIF, WebP or AVIF image'] } },
    });
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'no address', `https://x.test/${'x'.repeat(300)}`])
      expect((await form('paul', 'POST', path, imageFile, { url })).status).toBe(400);
    const onIssue = path.replace(`/${iid}/`, `/${issue.iid}/`);
    expect((await form('paul', 'POST', onIssue, imageFile)).status).toBe(403);
    expect(await db.selectFrom('uploads').select('id').where('namespaceId', '=', project.id).execute()).toEqual([]);
  });

  test('the file of an image is visible to those who may read its incident', async ({ build, form, call, server }) => {
    const project = await build.project({ visibility: 'public' });
    const { iid } = await build.issue({ project, type: 'incident', confidential: true, author: 'paul' });
    const path = `/projects/${project.id}/issues/${iid}/metric_images`;
    const { file_path: file } = (await form<Image>('paul', 'POST', `/api/v4${path}`, imageFile)).body;
    expect((await server.inject({ url: file })).statusCode).toBe(404);
    expect((await call('otto', 'GET', path)).status).toBe(404);
    expect((await call('paul', 'GET', `/projects/${project.id}/uploads`)).status).toBe(403);
    // It is not listed among the project's uploads.
    expect((await call('mina', 'GET', `/projects/${project.id}/uploads`)).body).toEqual([]);
    await call('paul', 'PUT', `/projects/${project.id}/issues/${iid}`, { confidential: false });
    const served = await server.inject({ url: file });
    expect(served.statusCode).toBe(200);
    expect(served.headers).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "sandbox; default-src 'none'",
    });
  });
});
