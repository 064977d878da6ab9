import { describe, expect } from 'vitest';
import { test, type Row } from '../../testing/merge-requests.ts';
import type { Call } from '../../testing/http.ts';
import type { CastName } from '../../testing/cast.ts';

/** The system notes of an issue, oldest first. */
async function notesOf(
  call: Call,
  issue: { namespaceId: number; iid: number },
  who: CastName = 'mina',
): Promise<string[]> {
  const path = `/projects/${issue.namespaceId}/issues/${issue.iid}/notes`;
  const input = { activity_filter: 'only_activity', sort: 'asc' };
  const { body } = await call<{ body: string }[]>(who, 'GET', path, input);
  return body.map((note) => note.body.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('\\', ''));
}

describe('merge requests and issues', () => {
  test('DL-MR-18: merging closes the issues that description and commits name', async ({ newCode, call, build }) => {
    const { project, path, branch } = await newCode();
    const issue = () => build.issue({ project });
    const [one, two, three, other] = [await issue(), await issue(), await issue(), await issue()];
    const foreign = await build.issue({
      project: await build.project({
        visibility: 'private',
        members: {},
        group: await build.group({ visibility: 'private', members: { dana: 'owner' } }),
      }),
    });
    const named = `Closes #${one.iid}, #${two.iid} and ${foreign.namespacePath}#${foreign.iid}; see #${other.iid}`;
    await branch('feature', { a: 'a' }, `Add a\n\nFixes #${three.iid}`);
    const wanted = { source_branch: 'feature', target_branch: 'main', title: 'A', description: named };
    await call('dana', 'POST', path, wanted);
    const closes = async (who: CastName) =>
      (await call<Row[]>(who, 'GET', `${path}/1/closes_issues`)).body.map(({ id }) => id).toSorted((a, b) => a - b);
    expect(await closes('rita')).toEqual([one.id, two.id, three.id]);
    expect(await closes('dana')).toEqual([one.id, two.id, three.id, foreign.id]);
    const closedBy = (iid: number) => call<Row[]>('rita', 'GET', `/projects/${project.id}/issues/${iid}/closed_by`);
    expect((await closedBy(one.iid)).body).toMatchObject([{ iid: 1, project_id: project.id }]);
    expect((await closedBy(three.iid)).body).toMatchObject([{ iid: 1 }]);
    expect((await closedBy(other.iid)).body).toEqual([]);
    await call('mina', 'PUT', `${path}/1/merge`);
    const stateOf = async ({ namespaceId, iid }: { namespaceId: number; iid: number }) =>
      (await call<Row>('dana', 'GET', `/projects/${namespaceId}/issues/${iid}`)).body.state;
    for (const closed of [one, two, three]) expect(await stateOf(closed)).toBe('closed');
    expect(await stateOf(other)).toBe('opened');
    // The person who merged may not see it.
    expect(await stateOf(foreign)).toBe('opened');
    expect(await notesOf(call, one)).toEqual(['mentioned in merge request !1', 'closed via merge request !1']);
    expect(await notesOf(call, other)).toEqual(['mentioned in merge request !1']);
    const { body } = await call<Row>('mina', 'GET', `/projects/${project.id}/issues/${one.iid}`);
    expect(body).toMatchObject({ closed_by: { username: 'mina' }, merge_requests_count: 1 });
  });

  test('related merge requests and their count are those that the viewer may see', async ({ newCode, call, build }) => {
    const open = await newCode('public');
    const hidden = await newCode('private');
    const issue = await build.issue({ project: open.project });
    const wanted = { source_branch: 'feature', target_branch: 'main', title: 'A' };
    for (const code of [open, hidden]) {
      await code.branch('feature', { a: 'a' });
      const description = `About ${open.project.fullPath}#${issue.iid}`;
      expect((await call('mina', 'POST', code.path, { ...wanted, description })).status).toBe(201);
    }
    const path = `/projects/${open.project.id}/issues/${issue.iid}`;
    for (const [who, count] of [
      ['rita', 2],
      ['gwen', 1],
      ['otto', 1],
      ['nobody', 1],
    ] as const) {
      const { body, headers } = await call<Row[]>(who, 'GET', `${path}/related_merge_requests`);
      expect([who, headers['x-total'], body.length]).toEqual([who, String(count), count]);
      expect([who, (await call<Row>(who, 'GET', path)).body['merge_requests_count']]).toEqual([who, count]);
      expect([who, (await notesOf(call, issue, who)).length]).toEqual([who, count]);
    }
    await call('mina', 'PUT', `${open.path}/1`, { description: 'About nothing' });
    expect((await call<Row[]>('otto', 'GET', `${path}/related_merge_requests`)).body).toEqual([]);
  });
});

describe('commits and issues', () => {
  test('DL-RF-19: a commit on the default branch closes issues once, those that the pusher may close', async ({
    newCode,
    call,
    build,
    address,
  }) => {
    const { project, work, url } = await newCode();
    const [one, two] = [await build.issue({ project }), await build.issue({ project })];
    const far = await build.project({ group: await build.group({ visibility: 'private', members: { ada: 'owner' } }) });
    const unseen = await build.issue({ project: far });
    const other = await build.project({
      visibility: 'public',
      group: await build.group({ members: { ada: 'owner' } }),
    });
    const readable = await build.issue({ project: other, author: 'ada' });
    const references = `#${one.iid}, #${two.iid}, ${far.fullPath}#${unseen.iid}, ${other.fullPath}#${readable.iid}`;
    const sha = await work.commit({ a: 'a' }, `Change\n\nFixes ${references}`);
    await work.must('push', '--quiet', url, 'main');
    const closed = `closed via commit ${sha.slice(0, 8)}`;
    for (const issue of [one, two]) {
      expect(await notesOf(call, issue)).toEqual([closed]);
      const { body } = await call<Row>('mina', 'GET', `/projects/${project.id}/issues/${issue.iid}`);
      expect(body).toMatchObject({ state: 'closed', closed_by: { username: 'mina' } });
    }
    for (const issue of [unseen, readable]) {
      expect(await notesOf(call, issue, 'ada')).toEqual([]);
      const { body } = await call<Row>('ada', 'GET', `/projects/${issue.namespaceId}/issues/${issue.iid}`);
      expect(body.state).toBe('opened');
    }
    await call('mina', 'PUT', `/projects/${project.id}/issues/${one.iid}`, { state_event: 'reopen' });
    await work.commit({ b: 'b' }, 'More');
    await work.must('push', '--quiet', await address(project, 'ada'), 'main');
    const { body } = await call<Row>('mina', 'GET', `/projects/${project.id}/issues/${one.iid}`);
    expect(body.state).toBe('opened');
    // The link leads to the commit.
    const path = `/projects/${project.id}/issues/${one.iid}/notes`;
    const notes = await call<{ body: string }[]>('mina', 'GET', path, {
      activity_filter: 'only_activity',
      sort: 'asc',
    });
    expect(notes.body[0]?.body).toContain(`/${project.fullPath}/-/commit/${sha})`);
  });

  test('DL-RF-20: a commit leaves one note on each issue that it mentions', async ({ newCode, call, build }) => {
    const { project, work, url } = await newCode();
    const issue = await build.issue({ project });
    await work.must('checkout', '--quiet', '-b', 'feature');
    const sha = await work.commit({ a: 'a' }, `See #${issue.iid}, and again #${issue.iid}`);
    await work.must('push', '--quiet', url, 'feature');
    await work.must('push', '--quiet', url, 'feature:other');
    await work.must('push', '--quiet', url, ':feature');
    await work.must('push', '--quiet', url, 'feature');
    await work.must('push', '--quiet', url, 'feature:main');
    expect(await notesOf(call, issue)).toEqual([`mentioned in commit ${sha.slice(0, 8)}`]);
    // A guest may not read the code of a private project.
    expect(await notesOf(call, issue, 'gwen')).toEqual([]);
  });
});
