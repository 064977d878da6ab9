import { sql } from 'kysely';
import { expect } from 'vitest';
import { archives, issue, label, later, projectFiles, time, user } from '../../testing/exports.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { bundleOf, test as gitTest, type GitClient } from '../../testing/git.ts';
import { importArchive } from './commands.ts';

const test = gitTest.extend('archive', { scope: 'file' }, archives);

/** A merge request as an export has it. */
const request = (id: number, iid: number, more: object = {}) => ({
  id,
  iid,
  title: `Request ${iid}`,
  description: '',
  state: 'opened',
  source_branch: 'feature',
  target_branch: 'main',
  source_project_id: 5,
  target_project_id: 5,
  author_id: 1,
  created_at: time,
  updated_at: time,
  merge_params: { force_remove_source_branch: '1' },
  notes: [],
  approvals: [],
  label_links: [],
  ...more,
});

const diffOf = (base: string, head: string, files: readonly object[] = []) => ({
  merge_request_diff: {
    base_commit_sha: base,
    head_commit_sha: head,
    start_commit_sha: base,
    merge_request_diff_commits: [{ sha: head, relative_order: 0, message: 'Change' }],
    merge_request_diff_files: files,
  },
});

const lostFile = {
  relative_order: 0,
  utf8_diff: '--- a/lost.txt\n+++ b/lost.txt\n@@ -1 +1 @@\n-before\n+after\n',
  old_path: 'lost.txt',
  new_path: 'lost.txt',
  a_mode: '100644',
  b_mode: '100644',
  new_file: false,
  renamed_file: false,
  deleted_file: false,
  too_large: false,
  binary: false,
};

/** `feature` is open, `done` was merged and deleted. */
async function history(work: GitClient) {
  const begin = await work.commit({ 'README.md': 'one\n' }, 'Begin');
  await work.must('switch', '--quiet', '--create', 'done');
  const done = await work.commit({ 'done.txt': 'done\n' }, 'Done');
  await work.must('switch', '--quiet', 'main');
  await work.must('merge', '--quiet', '--no-ff', '--message', 'Merge done', 'done');
  const merge = (await work.must('rev-parse', 'HEAD')).trim();
  await work.must('branch', '--quiet', '-D', 'done');
  await work.must('switch', '--quiet', '--create', 'feature');
  const feature = await work.commit({ 'feature.txt': 'new\n' }, 'Feature');
  await work.must('switch', '--quiet', 'main');
  return { begin, done, merge, feature };
}

const GONE = ['ab'.repeat(20), 'cd'.repeat(20)] as const;

test('DL-IM-03: merge requests come in with notes, approvals, labels, diffs and numbers; one without its branches keeps the stored diff', async ({
  as,
  db,
  build,
  archive,
  client,
  call,
}) => {
  const group = await build.group({ visibility: 'public' });
  const work = await client();
  const { begin, done, merge, feature } = await history(work);
  const into = `${group.fullPath}/requests`;
  const discussion = 'ef'.repeat(20);
  const files = projectFiles({
    'tree/project.json': { description: '', visibility_level: 20, default_branch: 'main' },
    'tree/project/project_members.ndjson': [user(1, 'req-ann'), { ...user(2, 'req-bob'), access_level: 40 }],
    'tree/project/issues.ndjson': [issue(1, 7)],
    'project.bundle': await bundleOf(work),
    'tree/project/merge_requests.ndjson': [
      request(11, 3, {
        title: 'Add the feature',
        description: 'Closes #7, after !1',
        milestone: { iid: 1, title: 'v1', state: 'active', created_at: time },
        label_links: [{ label: { ...label('ready'), group_id: null, type: 'ProjectLabel' } }],
        merge_request_assignees: [{ user_id: 1 }],
        merge_request_reviewers: [{ user_id: 2, state: 'reviewed' }],
        approvals: [{ user_id: 2, created_at: later }, { user_id: 404 }],
        notes: [
          {
            id: 1,
            note: 'See !1',
            author_id: 2,
            author: { name: 'Bob' },
            created_at: later,
            discussion_id: discussion,
          },
          { id: 2, note: 'Only inside', author_id: 2, created_at: later, confidential: true },
          { id: 3, note: 'approved this merge request', author_id: 2, created_at: later, system: true },
          {
            id: 4,
            note: 'This line',
            type: 'DiffNote',
            position: { new_path: 'feature.txt', new_line: 1 },
            author_id: 1,
            created_at: later,
            resolved_at: later,
            resolved_by_id: 1,
            discussion_id: discussion,
          },
        ],
        ...diffOf(merge, feature, [lostFile]),
      }),
      request(10, 1, {
        title: 'Add done',
        state: 'merged',
        source_branch: 'done',
        merge_commit_sha: merge,
        metrics: { merged_at: later, merged_by_id: 2 },
        ...diffOf(begin, done, [lostFile]),
      }),
      request(12, 8, { title: 'Draft: gone', source_branch: 'gone', ...diffOf(...GONE, [lostFile]) }),
      request(13, 9, { source_branch: 'main', source_project_id: 77, ...diffOf(...GONE, [lostFile]) }),
      request(14, 10, {
        state: 'closed',
        metrics: { latest_closed_at: later, latest_closed_by_id: 1 },
        ...diffOf(...GONE, [lostFile]),
      }),
    ],
  });
  const file = await archive(files);
  const report = await importArchive(as('root'), file, { into });
  expect(report.counts).toMatchObject({
    repositories: { added: 1 },
    mergeRequests: { added: 5, present: 0, leftOut: 0 },
    notes: { added: 4 },
  });
  expect(report.problems).toEqual([
    {
      location: 'tree/project/merge_requests.ndjson:1',
      problem: 'came without an approval: the archive has no name for user 404',
    },
  ]);

  const path = `/projects/${encodeURIComponent(into)}/merge_requests`;
  const listed = await call<{ iid: number }[]>('root', 'GET', path, { state: 'all' });
  expect(listed.body.map(({ iid }) => iid).toSorted((one, other) => one - other)).toEqual([1, 3, 8, 9, 10]);
  expect((await call('root', 'GET', `${path}/3`)).body).toMatchObject({
    title: 'Add the feature',
    author: { username: 'req-ann' },
    assignees: [{ username: 'req-ann' }],
    reviewers: [{ username: 'req-bob' }],
    labels: ['ready'],
    milestone: { title: 'v1' },
    sha: feature,
    created_at: time,
    should_remove_source_branch: true,
    detailed_merge_status: 'mergeable',
    user_notes_count: 3,
    changes_count: '1',
  });
  expect((await call('root', 'GET', `${path}/3/approvals`)).body).toMatchObject({
    approved_by: [{ user: { username: 'req-bob' } }],
  });
  expect((await call('root', 'GET', `${path}/3/closes_issues`)).body).toMatchObject([{ iid: 7 }]);
  const notes = await call<Record<string, unknown>[]>('root', 'GET', `${path}/3/notes`, { sort: 'asc' });
  expect(notes.body).toMatchObject([
    { body: 'See !1', author: { username: 'req-bob' }, system: false, internal: false, created_at: later },
    { body: 'Only inside', internal: true },
    { body: 'approved this merge request', system: true },
    { body: 'This line', resolved: true, resolved_by: { username: 'req-ann' } },
  ]);
  const { rows: texts } = await sql<{ html: string }>`
    SELECT body_html AS html FROM merge_request_notes WHERE body = 'See !1'`.execute(db);
  expect(texts[0]?.html).toContain('/-/merge_requests/1');
  expect((await call<unknown[]>('nobody', 'GET', `${path}/3/notes`)).body).toHaveLength(3);

  // The repository has these commits, the archive's own diff is not used.
  expect((await call('root', 'GET', `${path}/3/diffs`)).body).toMatchObject([{ new_path: 'feature.txt' }]);
  expect((await call('root', 'GET', `${path}/1`)).body).toMatchObject({
    state: 'merged',
    merged_at: later,
    merge_user: { username: 'req-bob' },
    merge_commit_sha: merge,
    diff_refs: { base_sha: begin, head_sha: done },
  });
  expect((await call('root', 'GET', `${path}/1/diffs`)).body).toMatchObject([{ new_path: 'done.txt', new_file: true }]);

  for (const iid of [8, 9, 10]) {
    expect((await call('root', 'GET', `${path}/${iid}/diffs`)).body).toMatchObject([
      { old_path: 'lost.txt', new_path: 'lost.txt', b_mode: '100644', diff: '@@ -1 +1 @@\n-before\n+after\n' },
    ]);
    expect((await call('root', 'GET', `${path}/${iid}`)).body).toMatchObject({ changes_count: '1', diff_refs: null });
    expect((await call('root', 'GET', `${path}/${iid}/changes`)).body).toMatchObject({
      changes: [{ new_path: 'lost.txt' }],
    });
    expect((await call('root', 'GET', `${path}/${iid}/commits`)).body).toEqual([]);
    expect((await call('root', 'PUT', `${path}/${iid}/merge`)).status).toBe(405);
  }
  expect((await call('root', 'GET', `${path}/9`)).body).toMatchObject({
    source_branch: 'fork-77:main',
    detailed_merge_status: 'commits_status',
  });
  await call('root', 'PUT', `${path}/8`, { title: 'No draft' });
  expect((await call('root', 'PUT', `${path}/8/merge`)).status).toBe(405);

  // The next number is above all of them.
  const made = await call('root', 'POST', path, { source_branch: 'main', target_branch: 'feature', title: 'Next' });
  expect(made.body).toMatchObject({ iid: 11 });

  const before = await fingerprint(db);
  const again = await importArchive(as('root'), file, { into });
  expect(await fingerprint(db)).toEqual(before);
  expect(again.counts).toMatchObject({
    repositories: { added: 0, present: 1 },
    mergeRequests: { added: 0, present: 5 },
    notes: { added: 0 },
  });

  expect((await call('root', 'PUT', `${path}/3/merge`)).status).toBe(200);
});

test('unusable merge requests are skipped and reported, and those of the project stay', async ({
  as,
  build,
  archive,
  client,
  call,
  db,
}) => {
  const group = await build.group();
  const into = `${group.fullPath}/odd`;
  const work = await client();
  await history(work);
  const lines = [
    request(1, 1),
    request(2, 2),
    request(3, 1, { state: 'closed' }),
    request(4, 4, { source_branch: 'main' }),
    request(5, 5, { source_branch: '--upload-pack=evil' }),
    request(6, 6, { title: '' }),
    request(7, 7, {
      state: 'closed',
      merge_request_diff: { head_commit_sha: '--help', merge_request_diff_files: 'x' },
    }),
    request(8, 8, { state: 'locked', source_branch: 'other', description: null, notes: 'none', merge_params: null }),
    request(9, 9, {
      state_id: '3',
      state: undefined,
      events: [{ action: 'created' }],
      notes: [{ note: 'Hi', award_emoji: [{ name: 'tada' }] }],
    }),
  ];
  const file = await archive(
    projectFiles({ 'tree/project/merge_requests.ndjson': lines, 'project.bundle': await bundleOf(work) }),
  );
  const report = await importArchive(as('root'), file, { into });
  const at = (line: number) => `tree/project/merge_requests.ndjson:${line}`;
  expect(report.problems.filter(({ problem }) => !problem.includes('came without'))).toEqual([
    { location: at(4), problem: 'source_branch must differ from target_branch' },
    { location: at(5), problem: 'source_branch must be the name of a branch' },
    { location: at(6), problem: 'title is missing' },
    { location: at(7), problem: 'merge_request_diff.merge_request_diff_files must be a list' },
    { location: at(8), problem: 'notes must be a list' },
    { location: at(2), problem: 'is skipped: another open merge request has its branches' },
    { location: at(3), problem: 'has a duplicate number: 1' },
  ]);
  expect(report.counts.mergeRequests).toEqual({ added: 4, present: 0, leftOut: 5 });
  expect(report.passedOver).toEqual([
    { relation: 'merge request notes: award_emoji', records: 1 },
    { relation: 'merge requests: events', records: 1 },
  ]);
  const path = `/projects/${encodeURIComponent(into)}/merge_requests`;
  expect((await call('root', 'GET', `${path}/8`)).body).toMatchObject({ state: 'opened', description: null });
  expect((await call('root', 'GET', `${path}/9`)).body).toMatchObject({ state: 'merged', merged_at: time });

  // A request that was made here keeps its number.
  const project = await build.project();
  await sql`
    INSERT INTO merge_requests (project_id, iid, title, source_branch, target_branch)
    VALUES (${project.id}, 1, 'Made here', 'a', 'b')`.execute(db);
  const other = await archive(projectFiles({ 'tree/project/merge_requests.ndjson': [request(1, 1)] }));
  expect(await importArchive(as('root'), other, { into: project.fullPath })).toMatchObject({
    counts: { mergeRequests: { added: 0, leftOut: 1 } },
    problems: [{ location: at(1), problem: 'is skipped: number 1 belongs to a merge request created here' }],
  });
});
