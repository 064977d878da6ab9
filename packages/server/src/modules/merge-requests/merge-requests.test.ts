import { rm } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { test, type Row } from '../../testing/merge-requests.ts';
import { contextAs } from '../../testing/world.ts';
import { folderOf } from '../repositories/store/folders.ts';
import { mergedWithCommits } from './store/lists.ts';

describe('create, read, update', () => {
  test('DL-MR-01, DL-MR-03: a merge request of two branches, with its own number', async ({ newCode, call, build }) => {
    const { project, path, branch } = await newCode();
    const sha = await branch('feature', { 'a.txt': 'a\n' }, 'Add a');
    await build.issue({ project });
    const wanted = { source_branch: 'feature', target_branch: 'main', title: 'Add a' };
    const made = await call<Row>('dana', 'POST', path, { ...wanted, description: 'Why', assignee_ids: [] });
    expect(made).toMatchObject({
      status: 201,
      body: {
        iid: 1,
        project_id: project.id,
        title: 'Add a',
        description: 'Why',
        state: 'opened',
        draft: false,
        author: { username: 'dana' },
        assignees: [],
        reviewers: [],
        labels: [],
        milestone: null,
        source_branch: 'feature',
        target_branch: 'main',
        sha,
        merge_status: 'can_be_merged',
        detailed_merge_status: 'mergeable',
        has_conflicts: false,
        merged_at: null,
        merge_user: null,
        closed_at: null,
        merge_commit_sha: null,
        user_notes_count: 0,
        changes_count: '1',
        diff_refs: { head_sha: sha },
        references: { short: '!1', relative: '!1', full: `${project.fullPath}!1` },
        time_stats: { time_estimate: 0 },
        web_url: expect.stringContaining(`/${project.fullPath}/-/merge_requests/1`),
      },
    });
    expect((await call<Row>('rita', 'GET', `${path}/1`)).body).toEqual(made.body);
    expect(await call('dana', 'POST', path, wanted)).toMatchObject({ status: 409 });
    for (const missing of ['source_branch', 'target_branch', 'title']) {
      const { [missing as 'title']: _left, ...rest } = wanted;
      expect(await call('dana', 'POST', path, rest)).toMatchObject({
        status: 400,
        body: { error: `${missing} is missing` },
      });
    }
    for (const change of [
      { source_branch: 'none' },
      { target_branch: 'none' },
      { source_branch: '--help' },
      { source_branch: 'main' },
    ]) {
      expect([change, (await call('dana', 'POST', path, { ...wanted, ...change })).status]).toEqual([change, 400]);
    }
    await branch('other', { 'b.txt': 'b\n' });
    const second = await call<Row>('dana', 'POST', path, { ...wanted, source_branch: 'other' });
    expect(second.body.iid).toBe(2);
  });

  test('DL-MR-05: fields and states change, a merged request stays merged', async ({ newCode, call, build, world }) => {
    const { project, path, branch } = await newCode();
    await branch('feature', { 'a.txt': 'a\n' });
    await branch('release', {});
    const milestone = await build.milestone({ namespace: project });
    await call('dana', 'POST', path, { source_branch: 'feature', target_branch: 'main', title: 'One' });
    const { dana, rita } = world.userIds;
    const change = {
      title: 'Two',
      description: 'Text',
      labels: 'bug,fast',
      assignee_ids: [dana],
      reviewer_ids: [rita],
      milestone_id: milestone.id,
      target_branch: 'release',
    };
    expect(await call('dana', 'PUT', `${path}/1`, change)).toMatchObject({
      status: 200,
      body: {
        title: 'Two',
        description: 'Text',
        labels: ['bug', 'fast'],
        assignees: [{ username: 'dana' }],
        reviewers: [{ username: 'rita' }],
        milestone: { id: milestone.id },
        target_branch: 'release',
      },
    });
    expect(await call('dana', 'PUT', `${path}/1`, { state_event: 'close' })).toMatchObject({
      status: 200,
      body: {
        state: 'closed',
        closed_at: expect.any(String),
        closed_by: { username: 'dana' },
        detailed_merge_status: 'not_open',
      },
    });
    expect(await call('dana', 'PUT', `${path}/1`, { state_event: 'reopen' })).toMatchObject({
      status: 200,
      body: { state: 'opened', closed_at: null },
    });
    expect((await call('dana', 'PUT', `${path}/1`, { title: '' })).status).toBe(400);
    expect((await call('dana', 'PUT', `${path}/1/merge`)).status).toBe(200);
    for (const event of ['close', 'reopen']) {
      expect((await call('dana', 'PUT', `${path}/1`, { state_event: event })).status).toBe(422);
    }
  });
});

describe('assignees and reviewers', () => {
  test('DL-MR-05: people who may not read the code are left out, and only an empty list clears', async ({
    newCode,
    call,
    world,
  }) => {
    const { path, branch } = await newCode();
    await branch('feature', { 'a.txt': 'a\n' });
    const { gwen, otto, dana, rita } = world.userIds;
    const wanted = { source_branch: 'feature', target_branch: 'main', title: 'One' };
    const made = await call<Row>('dana', 'POST', path, { ...wanted, reviewer_ids: [rita, gwen], assignee_ids: [otto] });
    expect(made.body).toMatchObject({ reviewers: [{ username: 'rita' }], assignees: [] });
    await call('dana', 'PUT', `${path}/1`, { assignee_id: dana });
    for (const ids of [[gwen], [999_999_999], [otto, gwen]]) {
      expect(await call('dana', 'PUT', `${path}/1`, { reviewer_ids: ids, assignee_ids: ids })).toMatchObject({
        status: 200,
        body: { reviewers: [{ username: 'rita' }], assignees: [{ username: 'dana' }] },
      });
    }
    const cleared = await call('dana', 'PUT', `${path}/1`, { reviewer_ids: [0], assignee_ids: '' });
    expect(cleared).toMatchObject({ status: 200, body: { reviewers: [], assignees: [] } });
    const open = await newCode('public');
    await open.branch('feature', { 'a.txt': 'a\n' });
    const inPublic = await call<Row>('dana', 'POST', open.path, { ...wanted, reviewer_ids: [otto] });
    expect(inPublic.body).toMatchObject({ reviewers: [{ username: 'otto' }] });
  });
});

describe('lists', () => {
  test('DL-MR-04: lists of the site, a group and a project, with filters', async ({ newCode, call, build, world }) => {
    const { project, path, branch } = await newCode();
    const { dana, mina, rita } = world.userIds;
    const milestone = await build.milestone({ namespace: project });
    const wanted = { target_branch: 'main', title: 'Door' };
    for (const name of ['one', 'two', 'three', 'four']) await branch(name, { [name]: name });
    await branch('release', {});
    const fields = { assignee_ids: [dana], reviewer_ids: [rita], labels: 'bug', milestone_id: milestone.id };
    await call('dana', 'POST', path, { ...wanted, ...fields, source_branch: 'one', description: 'A hinge' });
    const between = new Date().toISOString();
    await call('mina', 'POST', path, { ...wanted, source_branch: 'two', title: 'Draft: Wall' });
    await call('mina', 'POST', path, { ...wanted, source_branch: 'three', target_branch: 'release', title: 'Roof' });
    await call('mina', 'POST', path, { ...wanted, source_branch: 'four', title: 'Floor' });
    await call('mina', 'PUT', `${path}/3`, { state_event: 'close' });
    await call('mina', 'PUT', `${path}/4/merge`);
    await call('mina', 'POST', `${path}/1/approve`);
    const { rootId } = project;
    const filters: [object, number[]][] = [
      [{}, [4, 3, 2, 1]],
      [{ state: 'opened' }, [2, 1]],
      [{ state: 'closed' }, [3]],
      [{ state: 'merged' }, [4]],
      [{ state: 'locked' }, []],
      [{ state: 'all' }, [4, 3, 2, 1]],
      [{ scope: 'created_by_me' }, []],
      [{ scope: 'reviews_for_me' }, [1]],
      [{ scope: 'assigned_to_me' }, []],
      [{ author_username: 'dana' }, [1]],
      [{ assignee_id: dana }, [1]],
      [{ assignee_id: 'Any' }, [1]],
      [{ assignee_id: 'None' }, [4, 3, 2]],
      [{ reviewer_id: rita }, [1]],
      [{ reviewer_id: 'None' }, [4, 3, 2]],
      [{ labels: 'bug' }, [1]],
      [{ labels: 'None' }, [4, 3, 2]],
      [{ labels: 'bug,other' }, []],
      [{ milestone: milestone.title }, [1]],
      [{ milestone: 'None' }, [4, 3, 2]],
      [{ source_branch: 'two' }, [2]],
      [{ target_branch: 'release' }, [3]],
      [{ search: 'hinge' }, [1]],
      [{ search: 'hinge', in: 'title' }, []],
      [{ search: '%' }, []],
      [{ draft: true }, [2]],
      [{ draft: false }, [4, 3, 1]],
      [{ created_before: between }, [1]],
      [{ created_after: between }, [4, 3, 2]],
      [{ updated_before: between }, [1]],
      [{ updated_after: between }, [4, 3, 2]],
      [{ assignee_username: ['dana'] }, [1]],
      [{ assignee_username: ['dana', 'rita'] }, []],
      [{ approved_by_ids: [rita] }, []],
      [{ approved_by_ids: [mina] }, [1]],
      [{ approved_by_ids: 'Any' }, [1]],
      [{ approved_by_ids: 'None' }, [4, 3, 2]],
      [{ approved_by_usernames: ['mina'] }, [1]],
      [{ merge_user_id: mina }, [4]],
      [{ merge_user_username: 'dana' }, []],
      [{ 'not[author_username]': 'dana' }, [4, 3, 2]],
      [{ 'not[author_id]': mina }, [1]],
      [{ 'not[assignee_id]': dana }, [4, 3, 2]],
      [{ 'not[reviewer_username]': 'rita' }, [4, 3, 2]],
      [{ 'not[labels]': 'bug,other' }, [4, 3, 2]],
      [{ 'not[labels]': 'None' }, [1]],
      [{ 'not[milestone]': milestone.title }, [4, 3, 2]],
      [{ 'not[source_branch]': 'two', 'not[target_branch]': 'release' }, [4, 1]],
      [{ my_reaction_emoji: 'thumbsup' }, []],
      [{ my_reaction_emoji: 'Any' }, []],
      [{ my_reaction_emoji: 'None' }, [4, 3, 2, 1]],
      [{ 'not[my_reaction_emoji]': 'thumbsup' }, [4, 3, 2, 1]],
      [{ 'not[my_reaction_emoji]': 'None' }, []],
      [{ sort: 'asc' }, [1, 2, 3, 4]],
      [{ per_page: 2, page: 2 }, [2, 1]],
    ];
    for (const [filter, iids] of filters) {
      for (const list of [path, `/groups/${rootId}/merge_requests`]) {
        const { status, body } = await call<Row[]>('rita', 'GET', list, filter);
        expect([list, filter, status, body.map(({ iid }) => iid)]).toEqual([list, filter, 200, iids]);
      }
    }
    const ofMilestone = `/projects/${project.id}/milestones/${milestone.id}/merge_requests`;
    expect((await call<Row[]>('rita', 'GET', ofMilestone)).body).toMatchObject([{ iid: 1 }]);
    expect((await call<Row[]>('gwen', 'GET', ofMilestone)).body).toEqual([]);
    const ids = (await call<Row[]>('rita', 'GET', path)).body.map(({ id }) => id);
    const site = await call<Row[]>('rita', 'GET', '/merge_requests', { scope: 'all', per_page: 100 });
    expect(ids.every((id) => site.body.some((row) => row.id === id))).toBe(true);
    const mine = await call<Row[]>('rita', 'GET', '/merge_requests', { scope: 'reviews_for_me' });
    expect(mine.body[0]?.id).toBe(ids[3]);
    for (const list of ['/merge_requests', path, `/groups/${rootId}/merge_requests`]) {
      expect((await call('rita', 'GET', list, { state: 'half' })).status).toBe(400);
      for (const name of ['environment', 'deployed_after', 'deployed_before']) {
        expect(await call('rita', 'GET', list, { [name]: '2026-01-01' })).toMatchObject({
          status: 400,
          body: { error: `${name} is not supported` },
        });
      }
    }
    expect((await call('nobody', 'GET', '/merge_requests')).status).toBe(401);
    const detailed = await call<Row[]>('rita', 'GET', path, { labels: 'bug', with_labels_details: true });
    expect(detailed.body).toMatchObject([{ labels: [{ name: 'bug', color: expect.any(String) }] }]);
    const simple = await call<Row[]>('rita', 'GET', path, { labels: 'bug', view: 'simple' });
    expect(Object.keys(simple.body[0] ?? {})).toEqual([
      'id',
      'iid',
      'project_id',
      'title',
      'description',
      'state',
      'created_at',
      'updated_at',
      'web_url',
    ]);
    const paged = await call<Row[]>('rita', 'GET', path, { pagination: 'keyset', per_page: 3 });
    expect(paged.body.map(({ iid }) => iid)).toEqual([4, 3, 2]);
    const next = /cursor=([^&>]+)/.exec(String(paged.headers['link']))?.[1];
    const last = await call<Row[]>('rita', 'GET', path, { pagination: 'keyset', per_page: 3, cursor: next });
    expect([last.body.map(({ iid }) => iid), last.headers['link']]).toEqual([[1], undefined]);
  });

  test('a project that the viewer may not see has no merge requests in any list', async ({ newCode, call }) => {
    const { project, path, branch } = await newCode();
    await branch('feature', { a: 'a' });
    const { body } = await call<Row>('dana', 'POST', path, {
      source_branch: 'feature',
      target_branch: 'main',
      title: 'A',
    });
    for (const who of ['otto', 'nobody'] as const) {
      for (const rest of [
        '',
        '/1',
        '/1/changes',
        '/1/diffs',
        '/1/commits',
        '/1/notes',
        '/1/approvals',
        '/1/closes_issues',
      ]) {
        expect([rest, (await call(who, 'GET', path + rest)).status]).toEqual([rest, 404]);
      }
    }
    // A guest of a private project may see the project, not its code.
    expect((await call('gwen', 'GET', `${path}/1`)).status).toBe(403);
    const group = await call<Row[]>('gwen', 'GET', `/groups/${project.rootId}/merge_requests`);
    expect([group.headers['x-total'], group.body]).toEqual(['0', []]);
    const site = await call<Row[]>('gwen', 'GET', '/merge_requests', { scope: 'all', per_page: 100 });
    expect(site.body.some(({ id }) => id === body.id)).toBe(false);
  });
});

describe('changes', () => {
  test('DL-MR-07: changed files and commits of the source only', async ({ newCode, call }) => {
    const { path, work, url, branch } = await newCode();
    await work.must('checkout', '--quiet', '-b', 'feature');
    await work.must('mv', 'docs/guide.md', 'docs/manual.md');
    await work.commit({ 'a.txt': 'a\n' }, 'Add a');
    await work.must('rm', '--quiet', 'README.md');
    const head = await work.commit({}, 'Remove the readme');
    await work.must('push', '--quiet', url, 'feature');
    await work.must('checkout', '--quiet', 'main');
    await branch('main', { 'elsewhere.txt': 'x' }, 'Elsewhere');
    await call('dana', 'POST', path, { source_branch: 'feature', target_branch: 'main', title: 'Move' });
    const files = [
      {
        old_path: 'README.md',
        new_path: 'README.md',
        a_mode: '100644',
        b_mode: '000000',
        new_file: false,
        deleted_file: true,
      },
      {
        old_path: 'a.txt',
        new_path: 'a.txt',
        a_mode: '000000',
        b_mode: '100644',
        diff: '@@ -0,0 +1 @@\n+a\n',
        new_file: true,
      },
      {
        old_path: 'docs/guide.md',
        new_path: 'docs/manual.md',
        renamed_file: true,
        new_file: false,
        deleted_file: false,
      },
    ];
    const diffs = await call<object[]>('rita', 'GET', `${path}/1/diffs`);
    expect(diffs.body).toMatchObject(files);
    expect(diffs.body).toHaveLength(3);
    const changes = await call<{ changes: object[] }>('rita', 'GET', `${path}/1/changes`);
    expect(changes.body).toMatchObject({ iid: 1, changes_count: '3', changes: files, overflow: false });
    const commits = await call<{ id: string; title: string }[]>('rita', 'GET', `${path}/1/commits`);
    expect(commits.body).toMatchObject([{ id: head, title: 'Remove the readme' }, { title: 'Add a' }]);
    expect(commits.body).toHaveLength(2);
    const merged = await call('mina', 'PUT', `${path}/1/merge`);
    expect(merged.status).toBe(200);
    expect((await call('rita', 'GET', `${path}/1/diffs`)).body).toEqual(diffs.body);
    expect((await call('rita', 'GET', `${path}/1/commits`)).body).toEqual(commits.body);
  });
});

describe('merge', () => {
  test('DL-MR-11: a merge commit of two parents', async ({ newCode, call }) => {
    const { project, path, work, url, branch } = await newCode();
    const sha = await branch('feature', { 'a.txt': 'a\n' }, 'Add a');
    const before = (await work.must('rev-parse', 'main')).trim();
    await call('dana', 'POST', path, { source_branch: 'feature', target_branch: 'main', title: 'Add a' });
    const merged = await call<Row>('mina', 'PUT', `${path}/1/merge`, { sha });
    expect(merged).toMatchObject({
      status: 200,
      body: {
        state: 'merged',
        merge_user: { username: 'mina' },
        merged_at: expect.any(String),
        merge_commit_sha: expect.stringMatching(/^[0-9a-f]{40}$/),
      },
    });
    await work.must('pull', '--quiet', url, 'main');
    const parents = (await work.must('log', '-1', '--format=%H %P')).trim();
    expect(parents).toBe(`${merged.body.merge_commit_sha} ${before} ${sha}`);
    expect((await work.must('log', '-1', '--format=%an %s')).trim()).toMatch(
      /^Mina .*Merge branch 'feature' into 'main'$/,
    );
    expect((await work.must('show', 'HEAD:a.txt')).trim()).toBe('a');
    const { body } = await call<Row>('rita', 'GET', `/projects/${project.id}/repository/branches/main`);
    expect(body).toMatchObject({ commit: { id: merged.body.merge_commit_sha } });
  });

  test('DL-MR-06: a draft is not merged', async ({ newCode, call }) => {
    const { path, branch } = await newCode();
    await branch('feature', { a: 'a' });
    const wanted = { source_branch: 'feature', target_branch: 'main', title: 'Draft: A' };
    const made = await call<Row>('dana', 'POST', path, wanted);
    expect(made.body).toMatchObject({ draft: true, detailed_merge_status: 'draft_status' });
    const refused = { status: 405, body: { message: '405 Method Not Allowed' } };
    expect(await call('mina', 'PUT', `${path}/1/merge`)).toMatchObject(refused);
    expect((await call<Row>('dana', 'PUT', `${path}/1`, { title: 'A' })).body.draft).toBe(false);
    expect((await call('mina', 'PUT', `${path}/1/merge`)).status).toBe(200);
  });

  test('DL-MR-12: merging is refused by permission, state, approvals, head and conflicts', async ({
    newCode,
    call,
  }) => {
    const { project, path, work, url, branch } = await newCode();
    await branch('feature', { 'README.md': 'two\n' });
    await call('dana', 'POST', path, { source_branch: 'feature', target_branch: 'main', title: 'A' });
    const merge = async (who: 'dana' | 'mina' | 'rita' | 'nobody', input: object = {}) =>
      (await call(who, 'PUT', `${path}/1/merge`, input)).status;
    for (const who of ['dana', 'rita', 'nobody'] as const) expect([who, await merge(who)]).toEqual([who, 401]);
    expect(await merge('mina', { sha: '0'.repeat(40) })).toBe(409);
    await call('mina', 'POST', `/projects/${project.id}/approvals`, { approvals_before_merge: 1 });
    expect(await merge('mina')).toBe(405);
    await call('mina', 'POST', `/projects/${project.id}/approvals`, { approvals_before_merge: 0 });
    await call('dana', 'PUT', `${path}/1`, { state_event: 'close' });
    expect(await merge('mina')).toBe(405);
    await call('dana', 'PUT', `${path}/1`, { state_event: 'reopen', title: 'Draft: A' });
    expect(await merge('mina')).toBe(405);
    await call('dana', 'PUT', `${path}/1`, { title: 'A' });
    await work.commit({ 'README.md': 'three\n' });
    await work.must('push', '--quiet', url, 'main');
    expect(await merge('mina')).toBe(422);
    await branch('feature', { b: 'b' });
    expect(await merge('mina')).toBe(200);
    expect(await merge('mina')).toBe(405);
  });

  test('a conflict names its files and is shown in lists once it is known', async ({ newCode, call }) => {
    const { path, work, url, branch } = await newCode();
    await branch('feature', { 'README.md': 'two\n', 'docs/guide.md': 'other\n' });
    await work.commit({ 'README.md': 'three\n' });
    await work.must('push', '--quiet', url, 'main');
    const conflicting = { has_conflicts: true, detailed_merge_status: 'conflict', merge_status: 'cannot_be_merged' };
    const made = await call<Row>('dana', 'POST', path, { source_branch: 'feature', target_branch: 'main', title: 'A' });
    expect(made.body).toMatchObject(conflicting);
    expect((await call<Row[]>('dana', 'GET', path)).body).toMatchObject([conflicting]);
  });

  test('DL-MR-13: of two merges at once, one makes a commit and the other is refused', async ({ newCode, call }) => {
    const { path, work, url, branch } = await newCode();
    await branch('feature', { a: 'a' });
    await call('dana', 'POST', path, { source_branch: 'feature', target_branch: 'main', title: 'A' });
    const both = await Promise.all([call('mina', 'PUT', `${path}/1/merge`), call('ada', 'PUT', `${path}/1/merge`)]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 405]);
    await work.must('pull', '--quiet', url, 'main');
    expect((await work.must('rev-list', '--merges', '--count', 'HEAD')).trim()).toBe('1');
  });

  test('DL-MR-14: pushes to the target at the time of a merge are never lost', async ({ newCode, call, client }) => {
    const { path, work, url, branch } = await newCode();
    const other = await client();
    await other.must('pull', '--quiet', url, 'main');
    const pushed: string[] = [];
    for (let round = 1; round <= 4; round += 1) {
      await branch(`feature-${round}`, { [`a${round}`]: 'a' });
      await call('dana', 'POST', path, { source_branch: `feature-${round}`, target_branch: 'main', title: 'A' });
      await other.must('pull', '--quiet', '--rebase', url, 'main');
      const sha = await other.commit({ [`b${round}`]: 'b' });
      const [merged, push] = await Promise.all([
        call('mina', 'PUT', `${path}/${round}/merge`),
        other.git('push', '--quiet', url, 'main'),
      ]);
      expect([200, 409]).toContain(merged.status);
      if (push.code === 0) pushed.push(sha);
      else await other.must('reset', '--quiet', '--hard', 'HEAD~1');
    }
    await work.must('fetch', '--quiet', url, 'main');
    for (const sha of pushed) await work.must('merge-base', '--is-ancestor', sha, 'FETCH_HEAD');
  });

  test('DL-MR-15: squashing leaves one commit, and the source branch is removed unless it is the default one', async ({
    newCode,
    call,
  }) => {
    const { project, path, work, url, branch } = await newCode();
    const before = (await work.must('rev-parse', 'main')).trim();
    await work.must('checkout', '--quiet', '-b', 'feature');
    await work.commit({ a: 'a' }, 'One');
    await work.commit({ b: 'b' }, 'Two');
    await work.must('push', '--quiet', url, 'feature');
    await work.must('checkout', '--quiet', 'main');
    await call('dana', 'POST', path, { source_branch: 'feature', target_branch: 'main', title: 'Both' });
    const options = { squash: true, should_remove_source_branch: true };
    const { body } = await call<Row>('mina', 'PUT', `${path}/1/merge`, options);
    expect(body).toMatchObject({ state: 'merged', merge_commit_sha: null, squash_commit_sha: expect.any(String) });
    await work.must('pull', '--quiet', url, 'main');
    expect((await work.must('log', '-1', '--format=%H %P %s')).trim()).toBe(`${body.squash_commit_sha} ${before} Both`);
    const branchOf = (name: string) => call('dana', 'GET', `/projects/${project.id}/repository/branches/${name}`);
    expect((await branchOf('feature')).status).toBe(404);
    await branch('release', {});
    await work.commit({ c: 'c' });
    await work.must('push', '--quiet', url, 'main');
    await call('mina', 'POST', path, { source_branch: 'main', target_branch: 'release', title: 'Out' });
    const kept = await call('mina', 'PUT', `${path}/2/merge`, { should_remove_source_branch: true });
    expect([kept.status, (await branchOf('main')).status]).toEqual([200, 200]);
  });

  test('the requests that some commits of a project merged', async ({ newCode, call, world }) => {
    const { project, path, branch } = await newCode();
    const merged: string[] = [];
    for (const name of ['one', 'two']) {
      await branch(name, { [name]: name });
      await call('dana', 'POST', path, { source_branch: name, target_branch: 'main', title: name });
      const { body } = await call<Row>('mina', 'PUT', `${path}/${merged.length + 1}/merge`, { squash: name === 'two' });
      merged.push(body.merge_commit_sha ?? body.squash_commit_sha ?? '');
    }
    const found = async (who: 'rita' | 'otto', shas: string[]) =>
      (await mergedWithCommits(contextAs(world, who), project.id, shas)).map(({ iid }) => iid);
    expect(await found('rita', merged)).toEqual([1, 2]);
    expect(await found('rita', merged.slice(1))).toEqual([2]);
    expect(await found('otto', merged)).toEqual([]);
    const ofCommit = `/projects/${project.id}/repository/commits/${merged[0]}/merge_requests`;
    expect((await call<Row[]>('rita', 'GET', ofCommit)).body).toMatchObject([{ iid: 1 }]);
  });
});

describe('approvals', () => {
  test('DL-MR-09, DL-MR-10: approve once, revoke, and lose all approvals on a push', async ({ newCode, call }) => {
    const { project, path, branch } = await newCode();
    const sha = await branch('feature', { a: 'a' });
    await call('dana', 'POST', path, { source_branch: 'feature', target_branch: 'main', title: 'A' });
    const settings = `/projects/${project.id}/approvals`;
    expect((await call('rita', 'GET', settings)).body).toMatchObject({ approvals_before_merge: 0 });
    expect((await call('dana', 'POST', settings, { approvals_before_merge: 2 })).status).toBe(403);
    for (const wrong of [-1, 21]) {
      expect((await call('mina', 'POST', settings, { approvals_before_merge: wrong })).status).toBe(400);
    }
    expect((await call('mina', 'POST', settings, { approvals_before_merge: 20 })).status).toBe(201);
    const ofProject = `/projects/${project.id}`;
    expect((await call('mina', 'PUT', ofProject, { approvals_before_merge: 2 })).body).toMatchObject({
      approvals_before_merge: 2,
    });
    expect((await call('mina', 'PUT', ofProject, { approvals_before_merge: 21 })).status).toBe(400);
    expect((await call('rita', 'GET', settings)).body).toMatchObject({ approvals_before_merge: 2 });
    const status = async () => (await call<Row>('rita', 'GET', `${path}/1`)).body['detailed_merge_status'];
    expect(await status()).toBe('not_approved');
    expect((await call('mina', 'POST', `${path}/1/approve`, { sha: '0'.repeat(40) })).status).toBe(409);
    expect((await call('dana', 'POST', `${path}/1/approve`)).status).toBe(401);
    expect((await call('rita', 'POST', `${path}/1/approve`)).status).toBe(403);
    expect(await call('mina', 'POST', `${path}/1/approve`, { sha })).toMatchObject({
      status: 201,
      body: { approvals_required: 2, approvals_left: 1, approved_by: [{ user: { username: 'mina' } }] },
    });
    expect((await call('mina', 'POST', `${path}/1/approve`)).status).toBe(401);
    expect((await call('ada', 'POST', `${path}/1/approve`)).body).toMatchObject({ approvals_left: 0 });
    expect(await status()).toBe('mergeable');
    expect(await call('mina', 'POST', `${path}/1/unapprove`)).toMatchObject({
      status: 201,
      body: { approvals_left: 1, approved_by: [{ user: { username: 'ada' } }] },
    });
    expect((await call('mina', 'POST', `${path}/1/unapprove`)).status).toBe(404);
    await branch('feature', { b: 'b' });
    expect((await call('rita', 'GET', `${path}/1/approvals`)).body).toMatchObject({
      approvals_left: 2,
      approved_by: [],
    });
  });

  test('approvals do not count for commits that were pushed while the merge request was closed', async ({
    newCode,
    call,
  }) => {
    const { project, path, branch } = await newCode();
    await branch('feature', { a: 'a' });
    await call('dana', 'POST', path, { source_branch: 'feature', target_branch: 'main', title: 'A' });
    await call('mina', 'POST', `/projects/${project.id}/approvals`, { approvals_before_merge: 1 });
    await call('mina', 'POST', `${path}/1/approve`);
    await call('dana', 'PUT', `${path}/1`, { state_event: 'close' });
    await call('dana', 'PUT', `${path}/1`, { state_event: 'reopen' });
    expect((await call('dana', 'GET', `${path}/1/approvals`)).body).toMatchObject({ approvals_left: 0 });
    await call('dana', 'PUT', `${path}/1`, { state_event: 'close' });
    await branch('feature', { evil: 'evil' });
    await call('dana', 'PUT', `${path}/1`, { state_event: 'reopen' });
    expect((await call('dana', 'GET', `${path}/1/approvals`)).body).toMatchObject({
      approvals_left: 1,
      approved_by: [],
    });
    expect((await call('mina', 'PUT', `${path}/1/merge`)).status).toBe(405);
  });
});

test('a repository whose folder is missing fails neither lists of requests nor other projects', async ({
  newCode,
  call,
  ask,
  services,
}) => {
  const [lost, whole] = [await newCode('public'), await newCode('public')];
  const made = { source_branch: 'feature', target_branch: 'main' };
  for (const { path, branch, project } of [lost, whole]) {
    await branch('feature', { 'a.txt': 'a' });
    await call('dana', 'POST', path, { ...made, title: `In ${project.fullPath}` });
  }
  await rm(folderOf(services.dataDir, lost.project.id), { recursive: true });
  const titles = [`In ${lost.project.fullPath}`, `In ${whole.project.fullPath}`];
  const all = await call<Row[]>('dana', 'GET', '/merge_requests', { scope: 'created_by_me', per_page: 2 });
  expect(all.status).toBe(200);
  expect(all.body.map(({ title }) => title).toSorted()).toEqual(titles.toSorted());
  expect(await call('dana', 'GET', lost.path)).toMatchObject({ status: 200, body: [{ title: titles[0] }] });
  expect((await call('dana', 'GET', '/analytics/code_review', { project_id: String(lost.project.id) })).status).toBe(
    200,
  );
  const fields = 'nodes { title conflicts commitCount userPermissions { canMerge } }';
  const { data, errors } = await ask(
    'dana',
    `query ($path: ID!) { project(fullPath: $path) { mergeRequests { ${fields} } } }`,
    { path: lost.project.fullPath },
  );
  expect(errors).toBeUndefined();
  expect(data).toMatchObject({ project: { mergeRequests: { nodes: [{ title: titles[0], commitCount: null }] } } });
  // Fields that need the code of that project report that it is unavailable instead of an empty list.
  const branches = (id: number) => call('dana', 'GET', `/projects/${id}/repository/branches`);
  expect(await branches(lost.project.id)).toMatchObject({ status: 503 });
  expect(await branches(whole.project.id)).toMatchObject({ status: 200 });
  expect(await call('dana', 'GET', `${lost.path}/1`)).toMatchObject({ status: 503 });
  const projects = await call<{ id: number }[]>('dana', 'GET', '/projects', { per_page: 100 });
  expect(projects.body.map(({ id }) => id)).toEqual(expect.arrayContaining([lost.project.id, whole.project.id]));
});
