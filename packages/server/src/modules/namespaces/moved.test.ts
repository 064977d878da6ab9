import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';
import { movedUrl } from '../../platform/rest/moved.ts';
import { scheduleDeletion } from './commands/lifecycle.ts';
import { updateGroup } from './commands/writing.ts';

test('a URL gets the present path as whole segments, with its query', () => {
  const moved = new Map([['old/path', 'new']]);
  expect(movedUrl('/groups/old/path/-/epics/5?a=old/path#x', moved)).toBe('/groups/new/-/epics/5?a=old/path#x');
  expect(movedUrl('/groups/Old/Path', moved)).toBe('/groups/new');
  expect(movedUrl('/api/v4/groups/old%2Fpath/epics?per_page=1', moved)).toBe('/api/v4/groups/new/epics?per_page=1');
  expect(movedUrl('/groups/old/pathway', moved)).toBeNull();
  expect(movedUrl('/api/v4/groups/v4/epics', new Map([['v4', 'w']]))).toBe('/api/v4/groups/w/epics');
});

describe('a renamed group', () => {
  test('TM-GS-06: REST redirects a GET, and GraphQL answers with the object', async ({ call, ask, build, as }) => {
    const group = await build.group();
    await build.epic({ group });
    const renamed = await updateGroup(as('ada'), group.id, { path: `${group.path}-new` });
    const path = encodeURIComponent(group.fullPath);
    const answer = await call('gwen', 'GET', `/groups/${path}/epics`, { state: 'opened' });
    expect(answer).toMatchObject({
      status: 301,
      headers: { location: `/api/v4/groups/${renamed.fullPath}/epics?state=opened` },
    });
    expect((await call('otto', 'GET', `/groups/${path}`)).status).toBe(404);
    expect((await call('ada', 'PUT', `/groups/${path}`, { name: 'Again' })).body).toMatchObject({ name: 'Again' });
    const { data } = await ask('gwen', 'query ($path: ID!) { group(fullPath: $path) { fullPath } }', {
      path: group.fullPath,
    });
    expect(data).toEqual({ group: { fullPath: renamed.fullPath } });
  });

  test('TM-GS-08: references with the former path keep leading to the item', async ({ call, build, as }) => {
    const group = await build.group({ visibility: 'public' });
    const project = await build.project({ group });
    const issue = await build.issue({ project });
    const epic = await build.epic({ group });
    const renamed = await updateGroup(as('ada'), group.id, { path: `${group.path}-new` });
    const text = `${project.fullPath}#${issue.iid} and ${group.fullPath}&${epic.iid}`;
    const { body } = await call<{ html: string }>('gwen', 'POST', '/markdown', {
      text,
      gfm: true,
      project: `${renamed.fullPath}/${project.path}`,
    });
    expect(body.html).toContain(`/${renamed.fullPath}/${project.path}/-/issues/${issue.iid}`);
    expect(body.html).toContain(`/groups/${renamed.fullPath}/-/epics/${epic.iid}`);
  });

  test('TM-GS-07: a former path names the namespace to those who may see it', async ({ call, build, as }) => {
    const group = await build.group({ visibility: 'private' });
    const renamed = await updateGroup(as('ada'), group.id, { path: `${group.path}-new` });
    const about = (who: 'ada' | 'otto', path: string) => call(who, 'GET', `/namespaces/${path}/exists`);
    expect((await about('ada', group.path)).body).toEqual({
      exists: false,
      suggests: [],
      redirects_to: renamed.fullPath,
    });
    expect((await about('otto', group.path)).body).toMatchObject({ redirects_to: null });
    expect((await about('ada', renamed.path)).body).toEqual({
      exists: true,
      suggests: [`${renamed.path}1`],
      redirects_to: null,
    });
  });
});

describe.each(['group', 'project'] as const)('TM-GS-21, TM-PS-05: the life of a %s over REST', (kind) => {
  test('is archived, moved, deleted, restored and removed as published', async ({ call, build }) => {
    const one = kind === 'group' ? await build.group() : await build.project();
    const target = await build.group();
    const at = `/${kind}s/${one.id}`;
    for (const verb of ['archive', 'unarchive']) {
      expect(await call('ada', 'POST', `${at}/${verb}`)).toMatchObject({
        status: 201,
        body: { archived: verb === 'archive' },
      });
    }
    const locations = await call<{ id: number }[]>('ada', 'GET', `${at}/transfer_locations`, { search: target.path });
    expect(locations.body.map(({ id }) => id)).toEqual([target.id]);
    expect((await call<unknown[]>('gwen', 'GET', `${at}/transfer_locations`)).body).toEqual([]);
    // In the order of the paths that the dialog shows, whatever the names are.
    const below = await build.group({ parent: target, name: '0 first by name' });
    const listed = await call<{ id: number }[]>('ada', 'GET', `${at}/transfer_locations`, { search: target.path });
    expect(listed.body.map(({ id }) => id)).toEqual([target.id, below.id]);
    const moved =
      kind === 'group'
        ? await call('ada', 'POST', `${at}/transfer`, { group_id: target.id })
        : await call('ada', 'PUT', `${at}/transfer`, { namespace: target.fullPath });
    expect(moved).toMatchObject({ status: kind === 'group' ? 201 : 200, body: { id: one.id } });
    expect(await call('ada', 'DELETE', at)).toMatchObject({ status: 202 });
    expect(await call('ada', 'POST', `${at}/restore`)).toMatchObject({
      status: 201,
      body: { marked_for_deletion_on: null },
    });
    const remove = (full_path: string) => call('ada', 'DELETE', at, { permanently_remove: 'true', full_path });
    expect((await remove(`${target.fullPath}/${one.path}`)).status).toBe(400);
    await call('ada', 'DELETE', at);
    expect((await remove('wrong')).status).toBe(400);
    expect((await remove(`${target.fullPath}/${one.path}-deletion_scheduled-${one.id}`)).status).toBe(202);
    expect((await call('ada', 'GET', at)).status).toBe(404);
  });
});

test('deleted groups are listed for their owners, apart from the others', async ({ call, build, as }) => {
  const group = await build.group();
  const other = await build.group();
  await scheduleDeletion(as('ada'), 'group', group.id);
  const ids = async (who: 'ada' | 'mina', marked_for_deletion: string) =>
    (await call<{ id: number }[]>(who, 'GET', '/groups', { marked_for_deletion })).body.map(({ id }) => id);
  expect(await ids('ada', 'true')).toEqual([group.id]);
  expect(await ids('mina', 'true')).toEqual([]);
  expect(await ids('ada', 'false')).toContain(other.id);
  expect(await ids('ada', 'false')).not.toContain(group.id);
});
