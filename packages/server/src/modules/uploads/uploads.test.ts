import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { NamespaceId } from '@milepost/core/ids';
import { text } from 'node:stream/consumers';
import { describe, expect } from 'vitest';
import type { CastName } from '../../testing/cast.ts';
import { pixel } from '../../testing/build/uploads.ts';
import { test as base } from '../../testing/forms.ts';
import { tokenFor } from '../../testing/http.ts';
import { storageFor, storages } from '../../testing/storage/storages.ts';
import type { Namespace } from '../namespaces/store.ts';
import { updateWorkItem } from '../work-items/commands.ts';
import { addUpload, storeFile, sweepFiles } from './commands.ts';
import { keyOf } from './store/files.ts';
import { sweepUses, type Upload } from './store.ts';

const imageFile = { name: 'plan one.png', bytes: pixel, type: 'image/png' };
const page = { name: 'page.html', bytes: '<script>alert(1)</script>', type: 'image/png' };
const drawing = {
  name: 'drawing.svg',
  bytes: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  type: 'image/svg+xml',
};

const files = base
  /** Every stored file, and every incomplete one. */
  .extend('stored', ({ services }) => async () => {
    const keys: string[] = [];
    for await (const page of services.files.main.list('uploads/')) keys.push(...page.map(({ key }) => key));
    return [...keys, ...(await readdir(join(services.dataDir, 'uploads/arriving')).catch(() => []))].toSorted();
  })
  .extend('get', ({ server, world }) => async (who: CastName, url: string, headers: Record<string, string> = {}) => {
    const token = who === 'nobody' ? {} : { 'private-token': await tokenFor(world, who) };
    return server.inject({ url, headers: { ...token, ...headers } });
  });

const roles = ['nobody', 'otto', 'gwen', 'paul', 'ada', 'root'] as const;
const file = ({ secret, fileName }: Upload): string => `/uploads/${secret}/${fileName}`;

const test = files.extend(
  'openedBy',
  ({ get }) =>
    async (namespace: Namespace, upload: Upload): Promise<CastName[]> => {
      const opened: CastName[] = [];
      for (const who of roles) {
        const one = (await get(who, `/-/${namespace.kind}/${namespace.id}${file(upload)}`)).statusCode;
        const other = (await get(who, `/api/v4/${namespace.kind}s/${namespace.id}${file(upload)}`)).statusCode;
        if (other !== one || (one !== 200 && one !== 404)) throw new Error(`${who} is answered ${one} and ${other}`);
        if (one === 200) opened.push(who);
      }
      return opened;
    },
);

interface Link {
  alt: string;
  url: string;
  markdown: string;
}

const secretOf = ({ url }: Pick<Link, 'url'>): string => url.split('/')[2] as string;

describe.each(storages)('OG-S3-06: in the storage %s', (name) => {
  test.beforeEach(async ({ services }) => {
    services.files = await storageFor(name, services.dataDir);
  });

  describe('attaching', () => {
    test('UP-FL-11: POST /{project_path}/uploads answers { link: { alt, url, markdown } }, whatever the type', async ({
      build,
      form,
    }) => {
      const { fullPath } = await build.project();
      const sent = await form<{ link: Link }>('gwen', 'POST', `/${fullPath}/uploads`, imageFile);
      expect(sent.status).toBe(200);
      const { link } = sent.body;
      expect(link.url).toMatch(/^\/uploads\/[0-9a-f]{32}\/plan_one\.png$/);
      expect(sent.body).toEqual({ link: { alt: 'plan_one', url: link.url, markdown: `![plan_one](${link.url})` } });
      const other = await form<{ link: Link }>('gwen', 'POST', `/${fullPath}/-/uploads`, page);
      expect(other.body.link.markdown).toBe(`[page.html](${other.body.link.url})`);
    });

    test('a group takes files for its epics', async ({ build, form, get }) => {
      const group = await build.group();
      const sent = await form<{ link: Link }>('gwen', 'POST', `/groups/${group.fullPath}/-/uploads`, imageFile);
      expect(sent).toMatchObject({ status: 200, body: { link: { alt: 'plan_one' } } });
      const { url } = sent.body.link;
      for (const address of [`/-/group/${group.id}${url}`, `/groups/${group.fullPath}/-${url}`])
        expect((await get('gwen', address)).statusCode).toBe(200);
    });

    test('REST answers as published', async ({ build, form }) => {
      const project = await build.project();
      const { status, body } = await form<Link>('gwen', 'POST', `/api/v4/projects/${project.id}/uploads`, imageFile);
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.any(Number) as number,
        alt: 'plan_one',
        url: body.url,
        full_path: `/-/project/${project.id}${body.url}`,
        markdown: `![plan_one](${body.url})`,
      });
    });

    test('needs a file, an account and a visible namespace that is not archived', async ({
      build,
      form,
      stored,
      as,
      db,
    }) => {
      const project = await build.project();
      const path = `/api/v4/projects/${project.id}/uploads`;
      const before = (await stored()).length;
      expect(await form('gwen', 'POST', path, null, { name: 'x' })).toMatchObject({
        status: 400,
        body: { error: 'file is missing' },
      });
      expect((await form('nobody', 'POST', path, imageFile)).status).toBe(401);
      expect((await form('otto', 'POST', path, imageFile)).status).toBe(404);
      await db.updateTable('namespaces').set({ archivedAt: new Date() }).where('id', '=', project.id).execute();
      expect((await form('ada', 'POST', path, imageFile)).status).toBe(403);
      expect(await stored()).toHaveLength(before);
      expect(as('ada').viewer.isSignedIn).toBe(true);
    });

    test('UP-FL-01: a file beyond the limit is refused, and nothing of it stays', async ({
      build,
      form,
      services,
      stored,
      db,
    }) => {
      const project = await build.project();
      const before = await stored();
      const limit = services.uploadLimit;
      services.uploadLimit = 1_000;
      try {
        const large = { name: 'large.bin', bytes: new Uint8Array(1_001) };
        expect((await form('gwen', 'POST', `/${project.fullPath}/uploads`, large)).status).toBe(413);
        const fitting = { name: 'fitting.bin', bytes: new Uint8Array(1_000) };
        expect((await form('gwen', 'POST', `/${project.fullPath}/uploads`, fitting)).status).toBe(200);
      } finally {
        services.uploadLimit = limit;
      }
      expect(await stored()).toHaveLength(before.length + 1);
      const rows = await db.selectFrom('uploads').selectAll().where('namespaceId', '=', project.id).execute();
      expect(rows.map(({ fileName, byteSize }) => [fileName, byteSize])).toEqual([['fitting.bin', 1_000]]);
    });
  });

  describe('serving', () => {
    const attach = async (
      form: (...given: never[]) => Promise<{ body: unknown }>,
      project: Namespace,
      file: object,
    ): Promise<Link> => {
      const send = form as unknown as (
        who: string,
        method: string,
        url: string,
        file: object,
      ) => Promise<{ body: unknown }>;
      return ((await send('gwen', 'POST', `/${project.fullPath}/uploads`, file)).body as { link: Link }).link;
    };

    test('images are shown, with headers that let nothing else happen', async ({ build, form, get }) => {
      const project = await build.project();
      const { url } = await attach(form, project, { ...imageFile, type: 'text/html' });
      for (const address of [`/-/project/${project.id}${url}`, `/${project.fullPath}${url}`]) {
        const served = await get('gwen', address);
        expect(served.statusCode).toBe(200);
        expect(served.rawPayload.equals(Buffer.from(pixel))).toBe(true);
        expect(served.headers).toMatchObject({
          'content-type': 'image/png',
          'content-length': String(pixel.length),
          'content-disposition': expect.stringMatching(/^inline; filename="plan_one\.png"/) as string,
          'x-content-type-options': 'nosniff',
          'content-security-policy': "sandbox; default-src 'none'",
          'cache-control': 'private, no-cache',
        });
      }
    });

    test('anything but a safe image is sent as an attachment, and never runs', async ({ build, form, get }) => {
      const project = await build.project();
      for (const file of [page, drawing, { name: 'fake.png', bytes: '<html>', type: 'image/png' }]) {
        const { url, markdown } = await attach(form, project, file);
        expect(markdown).not.toMatch(/^!/);
        const served = await get('gwen', `/-/project/${project.id}${url}`);
        expect(served.body).toBe(file.bytes);
        expect(served.headers).toMatchObject({
          'content-type': 'application/octet-stream',
          'content-disposition': expect.stringMatching(/^attachment;/) as string,
          'x-content-type-options': 'nosniff',
          'content-security-policy': "sandbox; default-src 'none'",
        });
      }
    });

    test('only those who see the project see its files, at any address', async ({ build, form, get, db }) => {
      const project = await build.project({ visibility: 'private' });
      const other = await build.project({ visibility: 'public' });
      const { url } = await attach(form, project, imageFile);
      const addresses = [
        `/-/project/${project.id}${url}`,
        `/${project.fullPath}${url}`,
        `/${project.fullPath}/-${url}`,
        `/api/v4/projects/${project.id}${url}`,
      ];
      for (const address of addresses) {
        for (const who of ['nobody', 'otto'] as const) expect((await get(who, address)).statusCode).toBe(404);
        for (const who of ['gwen', 'root'] as const) expect((await get(who, address)).statusCode).toBe(200);
      }
      // A secret is valid in its own project only, and with its own file name.
      expect((await get('gwen', `/-/project/${other.id}${url}`)).statusCode).toBe(404);
      expect((await get('gwen', `/-/project/${project.id}${url}x`)).statusCode).toBe(404);
      await db.updateTable('namespaces').set({ visibility: 'public' }).where('id', '=', project.id).execute();
      for (const address of addresses) expect((await get('nobody', address)).statusCode).toBe(200);
    });

    test('what a browser has is not sent again, and a part is sent alone', async ({ build, form, get }) => {
      const project = await build.project();
      const { url } = await attach(form, project, { name: 'ten.bin', bytes: '0123456789' });
      const address = `/-/project/${project.id}${url}`;
      const { headers } = await get('gwen', address);
      expect((await get('gwen', address, { 'if-none-match': String(headers['etag']) })).statusCode).toBe(304);
      const ranges = { 'bytes=2-4': '234', 'bytes=7-': '789', 'bytes=-2': '89', 'bytes=0-99': '0123456789' };
      for (const [range, body] of Object.entries(ranges)) {
        const part = await get('gwen', address, { range });
        expect([part.statusCode, part.body]).toEqual([206, body]);
      }
      expect((await get('gwen', address, { range: 'bytes=2-4' })).headers['content-range']).toBe('bytes 2-4/10');
      expect((await get('gwen', address, { range: 'bytes=10-' })).statusCode).toBe(416);
      expect((await get('gwen', address, { range: 'lines=1-2' })).statusCode).toBe(200);
    });

    test('an empty file is a file', async ({ build, form, get }) => {
      const project = await build.project();
      const { url } = await attach(form, project, { name: 'empty.txt', bytes: '' });
      const served = await get('gwen', `/-/project/${project.id}${url}`);
      expect([served.statusCode, served.body, served.headers['content-length']]).toEqual([200, '', '0']);
    });

    test('texts point at it by an address that outlives the name of the project', async ({ build, form, call }) => {
      const project = await build.project();
      const { url, markdown } = await attach(form, project, imageFile);
      const render = async (text: string): Promise<string> =>
        (await call<{ html: string }>('gwen', 'POST', '/markdown', { text, project: project.fullPath })).body.html;
      const address = `/-/project/${project.id}${url}`;
      expect(await render(markdown)).toContain(`<img src="${address}" alt="plan_one"`);
      expect(await render(`[report](${url})`)).toContain(`href="${address}"`);
      expect(await render(`<img src="${url}" width="20"> <a href="${url}">x</a>`)).toMatch(
        new RegExp(`src="${address}".* href="${address}"`, 's'),
      );
      expect(await render(`\`${url}\` /uploads/short/x.png [y](/uploads/short/x.png)`)).not.toContain('/-/project/');
      // Texts without a namespace cannot refer to files.
      expect((await call<{ html: string }>('gwen', 'POST', '/markdown', { text: markdown })).body.html).toContain(
        `src="${url}"`,
      );
    });
  });

  test('maintainers list and delete uploads', async ({ build, form, call, stored }) => {
    const project = await build.project({ visibility: 'public' });
    const path = `/projects/${project.id}/uploads`;
    const attach = async (name: string) =>
      (await form<Link & { id: number }>('gwen', 'POST', `/api/v4${path}`, { ...imageFile, name })).body;
    const [one, two] = [await attach('one.png'), await attach('two.png')];
    expect((await call('dana', 'GET', path)).status).toBe(403);
    expect((await call('nobody', 'GET', path)).status).toBe(401);
    const listed = await call('mina', 'GET', path);
    expect(listed.headers['x-total']).toBe('2');
    const gwen = { id: expect.any(Number) as number, name: 'Gwen Guest', username: 'gwen' };
    expect(listed.body).toEqual(
      [two, one].map(({ id, alt }) => ({
        id,
        size: pixel.length,
        filename: `${alt}.png`,
        created_at: expect.any(String) as string,
        uploaded_by: gwen,
      })),
    );
    expect((await call('mina', 'GET', `${path}/${one.id}`)).status).toBe(200);
    expect((await call('dana', 'GET', `${path}/${one.id}`)).status).toBe(403);
    const before = (await stored()).length;
    expect((await call('dana', 'DELETE', `${path}/${one.id}`)).status).toBe(403);
    expect((await call('mina', 'DELETE', `${path}/${one.id}`)).status).toBe(204);
    expect((await call('mina', 'DELETE', `${path}/${one.id}`)).status).toBe(404);
    expect((await call('mina', 'DELETE', `${path}/${secretOf(two)}/two.png`)).status).toBe(204);
    expect(await stored()).toHaveLength(before - 2);
    expect((await call('mina', 'GET', path)).body).toEqual([]);
  });

  describe('the place of files', () => {
    const content = 'all of it';

    test('a file is complete before its row exists', async ({ build, as, stored, services, db }) => {
      const project = await build.project();
      const before = await stored();
      const file = await storeFile(as('ada'), Readable.from([content]), 'a.txt');
      // A server killed at this point leaves a complete file without a row.
      expect((await stored()).filter((each) => !before.includes(each))).toEqual([keyOf(file.secret)]);
      expect(await text((await services.files.get(keyOf(file.secret)))!)).toBe(content);
      expect(await db.selectFrom('uploads').select('id').where('secret', '=', file.secret).execute()).toEqual([]);
      expect(await addUpload(as('ada'), project, file)).toMatchObject({ fileName: 'a.txt', byteSize: content.length });
    });

    test('a stream that breaks off leaves nothing', async ({ as, stored }) => {
      const before = await stored();
      const broken = Readable.from(
        (function* () {
          yield 'half of ';
          throw new Error('connection lost');
        })(),
      );
      await expect(storeFile(as('ada'), broken, 'a.txt')).rejects.toThrow('connection lost');
      expect(await stored()).toEqual(before);
    });

    test('if the row cannot be written, the file is removed', async ({ as, build, stored }) => {
      const project = await build.project();
      const before = await stored();
      const file = await storeFile(as('ada'), Readable.from([content]), 'a.txt');
      const nowhere = { ...project, id: 999_999 as NamespaceId };
      await expect(addUpload(as('ada'), nowhere, file)).rejects.toThrow('uploads_namespace_id_fkey');
      expect(await stored()).toEqual(before);
    });

    test('what a crash or a deleted project left is swept out after a day', async ({
      as,
      build,
      services,
      db,
      stored,
    }) => {
      const keep = () => storeFile(as('ada'), Readable.from([content]), 'a.txt');
      const project = await build.project();
      const gone = await build.project();
      const [known, orphan] = [await addUpload(as('ada'), project, await keep()), await keep()];
      const ofDeleted = await addUpload(as('ada'), gone, await keep());
      await mkdir(join(services.dataDir, 'uploads/arriving'), { recursive: true });
      await writeFile(join(services.dataDir, 'uploads/arriving/half'), 'half of ');
      await db.deleteFrom('namespaces').where('id', '=', gone.id).execute();
      const before = await stored();
      expect(await sweepFiles(services)).toBe(0);
      expect(await stored()).toEqual(before);
      const swept = [keyOf(orphan.secret), keyOf(ofDeleted.secret), 'half'];
      expect(await sweepFiles(services, new Date(Date.now() + 25 * 60 * 60 * 1000))).toBe(swept.length);
      expect(await stored()).toEqual(before.filter((each) => !swept.includes(each)));
      expect(await stored()).toContain(keyOf(known.secret));
    });
  });
});

describe('files of confidential items and internal notes', () => {
  test('are served to readers of the item alone, and to everyone once it is public', async ({
    build,
    openedBy,
    as,
  }) => {
    const project = await build.project({ visibility: 'public' });
    const upload = await build.upload(project);
    expect(await openedBy(project, upload)).toEqual(roles);
    const item = await build.issue({
      project,
      author: 'gwen',
      confidential: true,
      description: `![](${file(upload)})`,
    });
    // Guests read only their own confidential items.
    expect(await openedBy(project, upload)).toEqual(['gwen', 'paul', 'ada', 'root']);
    await updateWorkItem(as('paul'), item.id, { isConfidential: false });
    expect(await openedBy(project, upload)).toEqual(roles);
  });

  test('stay restricted when the text no longer names them, and when the item is deleted', async ({
    build,
    openedBy,
    as,
    db,
  }) => {
    const group = await build.group({ visibility: 'public' });
    const upload = await build.upload(group);
    const item = await build.epic({ group, author: 'paul', confidential: true, description: `[x](${file(upload)})` });
    await updateWorkItem(as('paul'), item.id, { description: 'nothing' });
    expect(await openedBy(group, upload)).toEqual(['paul', 'ada', 'root']);
    await db.deleteFrom('workItems').where('id', '=', item.id).execute();
    // Those who manage all files of the namespace still find it, to delete it.
    expect(await openedBy(group, upload)).toEqual(['ada', 'root']);
  });

  test('of an internal note are for readers of such notes, however the note refers to them', async ({
    build,
    openedBy,
  }) => {
    const project = await build.project({ visibility: 'public' });
    const item = await build.issue({ project, author: 'ada' });
    for (const before of ['', `/-/project/${project.id}`, `http://milepost.test/-/project/${project.id}`]) {
      const upload = await build.upload(project);
      await build.note({ on: item, author: 'paul', internal: true, body: `see ${before}${file(upload)}` });
      expect(await openedBy(project, upload)).toEqual(['paul', 'ada', 'root']);
      // A file that is also in a public text is not confidential.
      await build.note({ on: item, author: 'paul', body: `![x](${file(upload)})` });
      expect(await openedBy(project, upload)).toEqual(roles);
    }
  });

  test('uses of deleted files are deleted', async ({ build, db }) => {
    const project = await build.project();
    const upload = await build.upload(project);
    await build.issue({ project, description: `${file(upload)} /uploads/${'a'.repeat(32)}/b.png` });
    await sweepUses(db);
    const secrets = () => db.selectFrom('uploadUses').select('secret').execute();
    expect(await secrets()).toContainEqual({ secret: upload.secret });
    expect(await secrets()).not.toContainEqual({ secret: 'a'.repeat(32) });
    await db.deleteFrom('uploads').where('id', '=', upload.id).execute();
    await sweepUses(db);
    expect(await secrets()).not.toContainEqual({ secret: upload.secret });
  });
});
