import { utimes } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { describe, expect } from 'vitest';
import type { CastName } from '../../testing/cast.ts';
import { test as base, tokenFor } from '../../testing/http.ts';
import { storageFor, storages } from '../../testing/storage/storages.ts';
import type { Context, Services } from '../../platform/context.ts';
import { metricImagesOf } from '../incidents/store.ts';
import type { Namespace } from '../namespaces/store.ts';
import { notesOnPage } from '../notes/store.ts';
import { addUpload, deleteUpload, storeFile, sweepFiles } from '../uploads/commands.ts';
import { keyOf } from '../uploads/store/files.ts';
import type { Upload } from '../uploads/store.ts';
import { descriptionsById, type WorkItem } from '../work-items/store.ts';
import { cloneIssue, moveIssue, promoteToEpic } from './commands.ts';

const test = base
  .extend('attach', ({ as }) => async (namespace: Namespace, content: string): Promise<Upload> => {
    const ada = as('ada');
    return addUpload(ada, namespace, await storeFile(ada, Readable.from([content]), 'plan_one.txt'));
  })
  .extend('get', ({ server, world }) => async (who: CastName, url: string) => {
    const token = who === 'nobody' ? {} : { 'private-token': await tokenFor(world, who) };
    const { statusCode, body } = await server.inject({ url, headers: token });
    return statusCode === 200 ? body : statusCode;
  });

const markdownOf = ({ secret, fileName }: Upload) => `[plan](/uploads/${secret}/${fileName})`;
const addressIn = (text: string): string => /\/uploads\/[0-9a-f]{32}\/[^)]+/.exec(text)?.[0] ?? 'none';

async function bytesOf({ files }: Services, secret: string): Promise<string> {
  const bytes = await files.get(keyOf(secret));
  return bytes ? textOf(bytes) : 'none';
}

async function textsOf(ctx: Context, item: WorkItem): Promise<string[]> {
  const description = (await ctx.load(descriptionsById, item.id))?.description ?? '';
  const notes = await notesOnPage(ctx, { workItemId: item.id }, { page: 1, perPage: 100, offset: 0 });
  return [description, ...notes.filter(({ isSystem }) => !isSystem).map(({ body }) => body)];
}

const ways = [
  ['moved', (ctx: Context, issue: WorkItem, { project }: Away) => moveIssue(ctx, issue.id, project)],
  [
    'cloned',
    (ctx: Context, issue: WorkItem, { project }: Away) => cloneIssue(ctx, issue.id, { project, withNotes: true }),
  ],
  ['promoted', (ctx: Context, issue: WorkItem, { group }: Away) => promoteToEpic(ctx, issue.id, group)],
] as const;
interface Away {
  group: Namespace;
  project: Namespace;
}

describe.each(storages)('OG-S3-06: in the storage %s', (name) => {
  test.beforeEach(async ({ services }) => {
    services.files = await storageFor(name, services.dataDir);
  });

  describe.each(ways)('the files of an issue that is %s', (_way, go) => {
    test('are copied to the new namespace: its readers open them, and they outlive the old one', async ({
      as,
      build,
      attach,
      get,
      db,
      services,
    }) => {
      const group = await build.group({ visibility: 'private' });
      const home = await build.project({ group });
      const away: Away = { group: await build.group(), project: await build.project() };
      for (const namespace of [away.group, away.project]) {
        await db.updateTable('namespaces').set({ visibility: 'public' }).where('id', '=', namespace.id).execute();
      }
      const [inText, inComment] = [await attach(home, 'the plan'), await attach(home, 'the answer')];
      const description = `${markdownOf(inText)} and \`/uploads/${inText.secret}/x\`, again ${markdownOf(inText)}`;
      const issue = await build.issue({ project: home, description });
      await build.note({ on: issue, body: `![a](/${home.fullPath}/uploads/${inComment.secret}/plan_one.txt)` });
      await build.note({ on: issue, body: markdownOf(inText) });

      const { successor } = await go(as('root'), issue, away);
      const [text = '', ...comments] = await textsOf(as('root'), successor);
      expect(text).toContain(`\`/uploads/${inText.secret}/x\``);
      const namespace = `/-/${successor.type === 'epic' ? 'group' : 'project'}/${successor.namespaceId}`;
      expect(addressIn(text)).not.toContain(inText.secret);
      // A file that several texts refer to is copied once.
      expect(comments.map(addressIn)).toContain(addressIn(text));
      expect(comments.every((comment) => comment.includes('](/uploads/'))).toBe(true);
      const copied = await db
        .selectFrom('uploads')
        .selectAll()
        .where('namespaceId', '=', successor.namespaceId)
        .execute();
      expect(copied).toHaveLength(2);
      expect(copied[0]).toMatchObject({ fileName: 'plan_one.txt', uploadedById: inText.uploadedById });
      const html = (await as('root').load(descriptionsById, successor.id))?.descriptionHtml ?? '';
      expect(html).toContain(`href="${namespace}${addressIn(text)}`);
      const read = async () => {
        const all = [text, ...comments].map((each) => get('nobody', namespace + addressIn(each)));
        return (await Promise.all(all)).map(String).toSorted((one, other) => one.localeCompare(other));
      };
      expect(await read()).toEqual(['the answer', 'the plan', 'the plan']);
      expect(await get('nobody', `/-/project/${home.id}/uploads/${inText.secret}/plan_one.txt`)).toBe(404);

      // Deleted in the source, with the project, and swept after a day: the copies stay.
      await deleteUpload(as('root'), home, { id: inText.id });
      await db.deleteFrom('namespaces').where('id', '=', home.id).execute();
      expect(await sweepFiles(services, new Date(Date.now() + 25 * 60 * 60 * 1000))).toBeGreaterThan(0);
      expect(await read()).toEqual(['the answer', 'the plan', 'the plan']);
    });
  });

  test('a file of another project stays where it is, and a missing one keeps its old address', async ({
    as,
    build,
    attach,
  }) => {
    const [home, other, away] = [await build.project(), await build.project(), await build.project()];
    const foreign = await attach(other, 'theirs');
    const lost = 'c'.repeat(32);
    const description = `/uploads/${foreign.secret}/x [y](/${other.fullPath}/uploads/${foreign.secret}/y) /uploads/${lost}/z`;
    const { successor } = await moveIssue(as('root'), (await build.issue({ project: home, description })).id, away);
    expect(await textsOf(as('root'), successor)).toEqual([
      `/${home.fullPath}/uploads/${foreign.secret}/x [y](/${other.fullPath}/uploads/${foreign.secret}/y) /${home.fullPath}/uploads/${lost}/z`,
    ]);
  });

  test('a clone in the same project shares its files', async ({ as, build, attach, db }) => {
    const project = await build.project();
    const file = await attach(project, 'shared');
    const issue = await build.issue({ project, description: markdownOf(file) });
    const { successor } = await cloneIssue(as('root'), issue.id, { project, withNotes: false });
    expect(await textsOf(as('root'), successor)).toEqual([markdownOf(file)]);
    expect(await db.selectFrom('uploads').select('id').where('namespaceId', '=', project.id).execute()).toHaveLength(1);
  });

  test('a move that fails leaves the files as they were, and nothing that is swept too early', async ({
    as,
    build,
    attach,
    db,
    services,
  }) => {
    const [home, away] = [await build.project(), await build.project()];
    const file = await attach(home, 'kept');
    const longAgo = new Date(Date.now() - 48 * 60 * 60 * 1000);
    if (name === 'local') await utimes(services.files.local.pathOf(keyOf(file.secret)), longAgo, longAgo);
    const issue = await build.issue({ project: home, description: markdownOf(file) });
    const ctx = as('root');
    let swept: number | null = null;
    await expect(
      ctx.transaction(async (trx) => {
        const { successor } = await moveIssue(ctx.within(trx), issue.id, away);
        // The row is not committed and invisible to the sweep, which skips files this young.
        swept = await sweepFiles(services);
        const [text = ''] = await textsOf(ctx.within(trx), successor);
        expect(await bytesOf(services, addressIn(text).split('/')[2] ?? '')).toBe('kept');
        throw new Error('the server is killed');
      }),
    ).rejects.toThrow('the server is killed');
    expect(swept).toBe(0);
    expect(await bytesOf(services, file.secret)).toBe('kept');
    expect(await db.selectFrom('uploads').select('id').where('namespaceId', '=', away.id).execute()).toEqual([]);
    expect(await textsOf(as('root'), issue)).toEqual([markdownOf(file)]);
  });

  test('the images of an incident and its time logs are copied as well', async ({ as, build, services }) => {
    const [home, away] = [await build.project(), await build.project()];
    const incident = await build.issue({ project: home, type: 'incident' });
    await build.metricImage(incident, { url: 'http://example.com', urlText: 'Chart' });
    await as('root')
      .db.insertInto('timelogs')
      .values({ workItemId: incident.id, timeSpent: 3600, summary: 'Sawing' })
      .execute();
    const { successor } = await moveIssue(as('root'), incident.id, away);
    const [before, after] = await Promise.all([incident, successor].map(({ id }) => metricImagesOf(as('root').db, id)));
    expect(after).toMatchObject([{ url: 'http://example.com', urlText: 'Chart', file: { fileName: 'pixel.png' } }]);
    expect(after?.[0]?.file.secret).not.toBe(before?.[0]?.file.secret);
    const [copy, original] = [after, before].map((images) => bytesOf(services, images?.[0]?.file.secret ?? ''));
    expect(await copy).toBe(await original);
    const logs = await as('root')
      .db.selectFrom('timelogs')
      .select(['timeSpent', 'summary'])
      .where('workItemId', '=', successor.id)
      .execute();
    expect(logs).toEqual([{ timeSpent: 3600, summary: 'Sawing' }]);
  });
});
