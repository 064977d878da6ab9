import { describe, expect } from 'vitest';
import type { Person } from '../../testing/cast.ts';
import { test as base, tokenFor, type Answer } from '../../testing/http.ts';

interface Named {
  name?: string;
  title?: string;
  username?: string;
  iid?: number;
  reference?: string;
}

const test = base.extend(
  'request',
  ({ send, world }) =>
    async (who: Person, method: 'GET' | 'POST', url: string, payload?: object) =>
      (await send({
        method,
        url,
        headers: { 'private-token': await tokenFor(world, who) },
        ...(payload && { payload }),
      })) as Answer<Named[]>,
);

describe('suggestions for a sign', () => {
  test('people, labels, milestones and emoji, by the typed text', async ({ build, request }) => {
    const group = await build.group({ visibility: 'private' });
    const project = await build.project({ group });
    await build.label({ namespace: group, title: 'backend', color: '#112233' });
    await build.label({ namespace: project, title: 'feedback' });
    await build.label({ namespace: project, title: 'gone back', archived: true });
    await build.milestone({ namespace: group, title: 'Spring' });
    await build.milestone({ namespace: project, title: 'Sprawl', state: 'closed' });
    const ask = async (source: string, search: string) =>
      (await request('gwen', 'GET', `/${project.fullPath}/-/autocomplete_sources/${source}?search=${search}`)).body;
    expect(await ask('members', 'mi')).toMatchObject([{ username: 'mina', name: 'Mina Maintainer', type: 'User' }]);
    expect((await ask('labels', 'ba')).map(({ title }) => title)).toEqual(['backend', 'feedback']);
    expect((await ask('milestones', 'spr')).map(({ title }) => title)).toEqual(['Spring']);
    expect(await ask('emojis', 'tada')).toMatchObject([{ name: 'tada', emoji: '🎉' }]);
  });

  test('LK-FM-09, LK-FM-10: issues and epics by number or title, confidential ones for insiders, only these on request', async ({
    build,
    request,
  }) => {
    const group = await build.group({ visibility: 'public' });
    const project = await build.project({ group, visibility: 'public' });
    const open = await build.issue({ project, title: 'Resize walls', author: null });
    const secret = await build.issue({ project, title: 'Resize the vault', confidential: true, author: null });
    const epic = await build.epic({ group, title: 'Resize', author: null });
    const of = (source: string, who: 'gwen' | 'paul', query: string) =>
      request(who, 'GET', `/${project.fullPath}/-/autocomplete_sources/${source}?${query}`);
    const iids = async (source: string, who: 'gwen' | 'paul', query: string) =>
      (await of(source, who, query)).body.map(({ iid }) => iid);
    expect(await iids('issues', 'paul', 'search=resize')).toEqual([secret.iid, open.iid]);
    expect(await iids('issues', 'gwen', 'search=resize')).toEqual([open.iid]);
    expect(await iids('issues', 'paul', `search=${open.iid}`)).toEqual([open.iid]);
    expect(await iids('issues', 'paul', 'search=resize&confidential_only=true')).toEqual([secret.iid]);
    expect(await iids('epics', 'paul', 'search=res&confidential_only=true')).toEqual([]);
    expect((await of('epics', 'gwen', 'search=res')).body).toMatchObject([
      { iid: epic.iid, title: 'Resize', reference: `&${epic.iid}` },
    ]);
  });

  test('the quick actions that the viewer may use there', async ({ build, request }) => {
    const project = await build.project({ visibility: 'public' });
    const issue = await build.issue({ project, author: null });
    const names = async (who: 'otto' | 'gwen' | 'paul', query: string) =>
      (await request(who, 'GET', `/${project.fullPath}/-/autocomplete_sources/commands?${query}`)).body.map(
        ({ name }) => name,
      );
    const on = `type=Issue&type_id=${issue.iid}`;
    // The actions of this room and those that higher rooms register.
    const ofMembers = new Set<string | undefined>(['close', 'label', 'relate', 'weight']);
    const forOtto = await names('otto', on);
    expect(forOtto).toEqual(expect.arrayContaining(['cc', 'react', 'shrug', 'tableflip']));
    expect(forOtto.filter((name) => ofMembers.has(name))).toEqual([]);
    expect((await names('gwen', on)).filter((name) => ofMembers.has(name))).toEqual(['relate']);
    expect(await names('paul', `${on}&search=clo`)).toEqual(['clone', 'close']);
    expect(await names('gwen', 'type=Issue&search=label')).toEqual(['label', 'relabel', 'unlabel']);
    expect(await names('paul', 'search=close')).toEqual([]);
    const missing = await request('paul', 'GET', `/${project.fullPath}/-/autocomplete_sources/nothing`);
    expect(missing.status).toBe(404);
  });

  test('nothing of an invisible namespace', async ({ build, request }) => {
    const project = await build.project({ visibility: 'private' });
    const answer = await request('otto', 'GET', `/${project.fullPath}/-/autocomplete_sources/members`);
    expect(answer.status).toBe(404);
  });
});

describe('the preview of a text', () => {
  test('is without its quick actions, and lists their effects', async ({ build, request }) => {
    const project = await build.project();
    const issue = await build.issue({ project, description: 'Old\n/close' });
    const preview = (text: string) =>
      request('paul', 'POST', `/${project.fullPath}/-/preview_markdown`, {
        text,
        target_type: 'Issue',
        target_id: issue.iid,
      });
    expect((await preview('**Bold**\n/close\n/weight 3\n/color red\n/reopen')).body).toEqual({
      body: '<p><strong>Bold</strong>\n/close</p>\n',
      references: {
        commands: 'Sets the weight to 3.',
        command_errors: ['/color: Not available for issues.', '/reopen: You cannot do this here.'],
      },
    });
    expect(await build.reread(issue)).toMatchObject({ weight: null });
  });
});
