import { describe, expect } from 'vitest';
import { test, tokenFor } from '../../../testing/http.ts';
import type { World } from '../../../testing/world.ts';
import type { Person } from '../../../testing/cast.ts';

type Row = Record<string, unknown>;
const as = async (world: World, who: Person) => ({ 'private-token': await tokenFor(world, who) });
const typed = (body: unknown) => (body as Row[]).map((row) => `${String(row['link_type'])} ${String(row['title'])}`);

describe('the links of a page', () => {
  test('LK-FM-13 and LK-FM-14: references are posted with a type, and each end reads the link its own way', async ({
    send,
    build,
    world,
  }) => {
    const group = await build.group();
    const [project, other] = [await build.project({ group }), await build.project({ group })];
    const issue = await build.issue({ project, title: 'one' });
    const two = await build.issue({ project: other, title: 'two' });
    const three = await build.issue({ project, title: 'three' });
    const epic = await build.epic({ group, title: 'theme' });
    const headers = await as(world, 'gwen');
    const url = `/${project.fullPath}/-/issues/${issue.iid}/links`;
    const post = (payload: object) => send({ method: 'POST', url, headers, payload });
    const references = [
      `${other.fullPath}#${two.iid}`,
      `http://milepost.test/groups/${group.fullPath}/-/epics/${epic.iid}`,
    ];
    const made = await post({ issuable_references: references, link_type: 'blocks' });
    expect(made.status).toBe(200);
    // The default type is "relates to"; a number alone refers to the same project.
    await post({ issuable_references: [String(three.iid)] });
    const shown = await send({ url, headers });
    expect(typed(shown.body).toSorted()).toEqual(['blocks theme', 'blocks two', 'relates_to three']);
    expect((shown.body as Row[]).find((row) => row['title'] === 'two')).toMatchObject({
      id: two.id,
      iid: two.iid,
      type: 'issue',
      state: 'opened',
      confidential: false,
      reference: `${other.fullPath}#${two.iid}`,
      path: `/${other.fullPath}/-/issues/${two.iid}`,
    });
    const end = async (path: string) => typed((await send({ url: path, headers })).body);
    expect(await end(`/${other.fullPath}/-/issues/${two.iid}/links`)).toEqual(['is_blocked_by one']);
    expect(await end(`/groups/${group.fullPath}/-/epics/${epic.iid}/related_epic_links`)).toEqual([
      'is_blocked_by one',
    ]);
    expect(await end(`/${project.fullPath}/-/issues/${three.iid}/links`)).toEqual(['relates_to one']);
  });

  test('LK-FM-13: an epic links with others, and removes them by the path of the link', async ({
    send,
    build,
    world,
  }) => {
    const group = await build.group();
    const [one, two] = [await build.epic({ group, title: 'one' }), await build.epic({ group, title: 'two' })];
    const headers = await as(world, 'gwen');
    const url = `/groups/${group.fullPath}/-/epics/${one.iid}/related_epic_links`;
    const payload = { issuable_references: [`&${two.iid}`], link_type: 'is_blocked_by' };
    const { body } = await send({ method: 'POST', url, headers, payload });
    const [link] = (body as { issuables: Row[] }).issuables;
    expect(link).toMatchObject({ link_type: 'is_blocked_by', relation_path: `${url}/${String(link?.['link_id'])}` });
    const gone = await send({ method: 'DELETE', url: String(link?.['relation_path']), headers });
    expect(gone).toMatchObject({ status: 200, body: { issuables: [] } });
    expect((await send({ method: 'DELETE', url: String(link?.['relation_path']), headers })).status).toBe(404);
  });

  test('unresolved references are named, and nothing is linked', async ({ send, build, world }) => {
    const project = await build.project();
    const [one, two] = [await build.issue({ project }), await build.issue({ project })];
    const hidden = await build.issue({ project, confidential: true });
    const url = `/${project.fullPath}/-/issues/${one.iid}/links`;
    const headers = await as(world, 'gwen');
    const post = (...references: string[]) =>
      send({ method: 'POST', url, headers, payload: { issuable_references: references } });
    for (const wrong of ['#4711', `#${hidden.iid}`, 'castle', 'https://elsewhere.test/a/b/-/issues/1']) {
      expect(await post(`#${two.iid}`, wrong)).toMatchObject({
        status: 404,
        body: { message: `No matching item found: ${wrong}` },
      });
    }
    expect((await send({ url, headers })).body).toEqual([]);
    expect(await post(`#${one.iid}`)).toMatchObject({
      status: 400,
      body: { message: { base: ['An item cannot be linked with itself'] } },
    });
    expect((await post(`#${two.iid}`)).status).toBe(200);
    expect(await post(`#${two.iid}`)).toMatchObject({ status: 409, body: { message: 'Issue(s) already assigned' } });
    expect((await post()).status).toBe(400);
    expect((await send({ method: 'POST', url, payload: { issuable_references: ['#1'] } })).status).toBe(401);
  });
});
