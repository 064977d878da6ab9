import { ForbiddenError } from '@milepost/core/errors';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { Db } from '../../platform/database/tables.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { labelEvents, stateEvents, timeboxEvents, weightEvents } from '../notes/store/events.ts';
import { epic, groupFiles, issue, label, later, projectFiles, test, time, user } from '../../testing/exports.ts';
import { ImportTargetError } from './commands/target.ts';
import { importArchive } from './commands.ts';

const item = async (db: Db, title: string) =>
  db.selectFrom('workItems').selectAll().where('title', '=', title).executeTakeFirstOrThrow();

describe('content of other exports', () => {
  test('a parent may be in another group, and after its child', async ({ as, db, archive }) => {
    const file = await archive(
      groupFiles('late-parents', {
        'tree/groups/20/epics.ndjson': [
          epic(1, 1, { title: 'Grandchild', parent_id: 2, risk: 'high' }),
          epic(2, 2, { title: 'Child', parent_id: 3 }),
        ],
        'tree/groups/10/epics.ndjson': [epic(3, 1, { title: 'Parent of all' })],
      }),
    );
    await importArchive(as('root'), file);
    const [grandchild, child, parent] = [
      await item(db, 'Grandchild'),
      await item(db, 'Child'),
      await item(db, 'Parent of all'),
    ];
    expect(grandchild.ancestorIds).toEqual([parent.id, child.id]);
    expect(child.parentId).toBe(parent.id);
    expect([grandchild.risk, child.risk]).toEqual(['high', 'none']);
    const { rows } = await sql<{ openedEpics: number }>`
      SELECT opened_epics FROM work_item_rollups WHERE work_item_id IN (${parent.id}, ${child.id}) ORDER BY work_item_id DESC`.execute(
      db,
    );
    expect(rows.map(({ openedEpics }) => openedEpics)).toEqual([2, 1]);
  });

  test('notes, reactions, weights, health, time, what happened, iterations, milestones of the project', async ({
    as,
    db,
    build,
    archive,
  }) => {
    const group = await build.group();
    const discussion = 'a'.repeat(40);
    const note = {
      note: 'See #1',
      author_id: 7,
      author: { name: 'Nora' },
      created_at: time,
      updated_at: later,
      system: false,
      discussion_id: discussion,
      type: 'DiscussionNote',
      award_emoji: [{ name: '+1', user_id: 7, created_at: time }],
      events: [{ id: 1 }],
    };
    const planned = {
      title: 'M1',
      iid: 1,
      project_id: 5,
      due_date: '2026-05-01',
      state: 'active',
      created_at: time,
    };
    const projectLabel = { ...label('pine'), group_id: null, project_id: 5, type: 'ProjectLabel' };
    const file = await archive(
      projectFiles({
        'tree/project/project_members.ndjson': [user(7, 'nora', 'nora@example.test')],
        'tree/project/issues.ndjson': [
          issue(1, 1, {
            title: 'Everything',
            author_id: 7,
            weight: 5,
            health_status: 'at_risk',
            time_estimate: 3600,
            description: 'By @nora\n\n- [x] one\n- [ ] two',
            due_date: '2026-04-01',
            issue_assignees: [{ user_id: 7 }, { user_id: 99 }],
            milestone: planned,
            iteration: {
              iid: 3,
              sequence: 3,
              group_id: 444,
              start_date: '2026-03-02',
              due_date: '2026-03-15',
              iterations_cadence: {
                title: 'Fortnights',
                automatic: true,
                duration_in_weeks: 2,
                iterations_in_advance: 2,
              },
            },
            award_emoji: [
              { name: 'rocket', user_id: 7 },
              { name: 'rocket', user_id: 7 },
              { name: 'tada', user_id: 99 },
            ],
            notes: [
              note,
              { ...note, note: 'An answer', author_id: 99, author: { name: 'Somebody' }, award_emoji: [] },
              {
                ...note,
                note: 'changed the title',
                system: true,
                system_note_metadata: { action: 'title' },
                award_emoji: [],
              },
            ],
            timelogs: [
              { time_spent: 3600, user_id: 7, spent_at: later, created_at: time, summary: 'Sawing' },
              { time_spent: -60, user_id: 99, created_at: time },
              { time_spent: 0, user_id: 7, created_at: time },
            ],
            resource_label_events: [
              { action: 'add', user_id: 7, created_at: time, label: projectLabel },
              { action: 'remove', user_id: 7, created_at: later, label: projectLabel },
              { action: 'add', user_id: 7, created_at: time, label: null },
            ],
            resource_milestone_events: [{ action: 'add', user_id: 7, created_at: time, milestone: planned }],
            resource_weight_events: [{ user_id: 7, created_at: later, weight: 5 }],
            resource_iteration_events: [{ action: 'add', user_id: 7, created_at: time }],
            designs: [{ filename: 'plan.png' }, { filename: 'wall.png' }],
            issuable_sla: { due_at: later },
            resource_state_events: [
              { user_id: 7, state: 'closed', created_at: time },
              { user_id: 7, state: 'reopened', created_at: later },
            ],
          }),
          issue(2, 2, {
            title: 'An incident',
            issue_type: 'incident',
            health_status: 2,
            issuable_severity: { severity: 3 },
          }),
          issue(3, 3, { title: 'A requirement', issue_type: 'requirement' }),
        ],
      }),
    );
    const report = await importArchive(as('root'), file, { into: `${group.fullPath}/whole`, name: 'The whole' });
    const whole = await item(db, 'Everything');
    expect(whole).toMatchObject({
      weight: 5,
      healthStatus: 'at_risk',
      timeEstimate: 3600,
      dueDate: '2026-04-01',
      taskCount: 2,
      taskCompletedCount: 1,
      isImported: true,
      iid: 1,
    });
    const project = await db
      .selectFrom('namespaces')
      .selectAll()
      .where('fullPath', '=', `${group.fullPath}/whole`)
      .executeTakeFirstOrThrow();
    expect(project).toMatchObject({
      kind: 'project',
      name: 'The whole',
      fullName: `${group.fullName} / The whole`,
      visibility: 'private',
    });
    const nora = await db.selectFrom('users').selectAll().where('username', '=', 'nora').executeTakeFirstOrThrow();
    expect(nora).toMatchObject({ email: 'nora@example.test', passwordHash: null, isAdmin: false });
    expect(whole.authorId).toBe(nora.id);
    const milestone = await db
      .selectFrom('milestones')
      .selectAll()
      .where('id', '=', whole.milestoneId)
      .executeTakeFirstOrThrow();
    expect(milestone).toMatchObject({ namespaceId: project.id, title: 'M1', iid: 1 });
    const iteration = await db
      .selectFrom('iterations')
      .selectAll()
      .where('id', '=', whole.iterationId)
      .executeTakeFirstOrThrow();
    expect(iteration).toMatchObject({
      namespaceId: group.id,
      startDate: '2026-03-02',
      dueDate: '2026-03-15',
      sequence: 3,
    });
    const notes = await db.selectFrom('notes').selectAll().where('workItemId', '=', whole.id).orderBy('id').execute();
    expect(notes.map((each) => [each.body, each.authorId, each.isSystem, each.systemAction, each.isThread])).toEqual([
      ['See #1', nora.id, false, null, true],
      ['An answer', null, false, null, true],
      ['changed the title', nora.id, true, 'title', true],
      ['closed', nora.id, true, 'closed', false],
      ['added ~pine label', nora.id, true, 'label', false],
      ['changed milestone to %M1', nora.id, true, 'milestone', false],
      ['reopened', nora.id, true, 'opened', false],
      ['removed ~pine label', nora.id, true, 'label', false],
      ['set weight to **5**', nora.id, true, 'weight', false],
    ]);
    expect(notes.find(({ body }) => body.startsWith('added ~pine'))?.bodyHtml).toContain('<a');
    const logs = await db.selectFrom('timelogs').selectAll().where('workItemId', '=', whole.id).orderBy('id').execute();
    expect(logs.map(({ userId, timeSpent, summary, spentAt }) => [userId, timeSpent, summary, spentAt])).toEqual([
      [null, -60, '', new Date(time)],
      [nora.id, 3600, 'Sawing', new Date(later)],
    ]);
    expect(report.counts.timelogs).toEqual({ added: 2, present: 0, leftOut: 1 });
    const history = { workItemId: whole.id };
    const all = { page: 1, perPage: 100, offset: 0 };
    const states = await stateEvents(as('root'), history, all);
    expect(states.events.map(({ state, actorId, createdAt }) => [state, actorId, createdAt])).toEqual([
      ['closed', nora.id, new Date(time)],
      ['reopened', nora.id, new Date(later)],
    ]);
    const pines = await labelEvents(as('root'), history, all);
    expect(pines.events.map(({ action, label: { title, color } }) => [action, title, color])).toEqual([
      ['add', 'pine', '#1068bf'],
      ['remove', 'pine', '#1068bf'],
    ]);
    const milestones = await timeboxEvents('workItem.milestoneChanged')(as('root'), history, all);
    expect(milestones.events).toMatchObject([{ fromId: null, toId: whole.milestoneId, actorId: nora.id }]);
    expect((await weightEvents(as('root'), history, all)).events).toMatchObject([
      { weight: 5, createdAt: new Date(later) },
    ]);
    expect(report.counts.events).toEqual({ added: 6, present: 0, leftOut: 0 });
    expect(notes[0]).toMatchObject({
      discussionId: discussion,
      isImported: true,
      createdAt: new Date(time),
      updatedAt: new Date(later),
    });
    expect(notes[0]?.bodyHtml).toContain('See');
    const reactions = await db
      .selectFrom('reactions')
      .selectAll()
      .where('userId', '=', nora.id)
      .orderBy('name')
      .execute();
    expect(reactions.map((each) => [each.name, each.workItemId, each.noteId])).toEqual([
      ['rocket', whole.id, null],
      ['thumbsup', null, notes[0]?.id],
    ]);
    expect(await item(db, 'An incident')).toMatchObject({
      type: 'incident',
      healthStatus: 'needs_attention',
      severity: 'high',
    });
    expect(report.counts.issues).toEqual({ added: 2, present: 0, leftOut: 1 });
    expect(report.counts.reactions).toEqual({ added: 2, present: 1, leftOut: 1 });
    expect(report.problems).toEqual([
      {
        location: 'tree/project/issues.ndjson:1',
        problem: 'came without a time log that has no duration',
      },
      { location: 'tree/project/issues.ndjson:3', problem: 'is of the type "requirement", which is not supported' },
      {
        location: 'tree/project/issues.ndjson:1',
        problem: 'came without an assignee: the archive has no name for user 99',
      },
      {
        location: 'tree/project/issues.ndjson:1',
        problem: 'came with time of an unknown person: the archive has no name for user 99',
      },
    ]);
    expect(report.passedOver.toSorted((one, other) => one.relation.localeCompare(other.relation))).toEqual([
      { relation: 'issues: designs', records: 2 },
      { relation: 'issues: issuable_sla', records: 1 },
      { relation: 'issues: resource_iteration_events', records: 1 },
      { relation: 'issues: resource_label_events', records: 1 },
      { relation: 'notes: events', records: 3 },
    ]);

    const before = await fingerprint(db);
    const again = await importArchive(as('root'), file, { into: `${group.fullPath}/whole`, name: 'The whole' });
    expect(await fingerprint(db)).toEqual(before);
    expect(again.counts.timelogs).toEqual({ added: 0, present: 2, leftOut: 1 });
    expect(again.counts.events).toEqual({ added: 0, present: 6, leftOut: 0 });
  });

  test('people are matched by username, then by address; a taken address is replaced by an invalid one', async ({
    as,
    db,
    build,
    archive,
  }) => {
    const known = await build.user({ username: 'Known', email: 'known@example.test' });
    const other = await build.user({ username: 'other-name', email: 'shared@example.test' });
    const file = await archive(
      groupFiles('people', {
        'tree/groups/10/members.ndjson': [
          user(1, 'known', 'elsewhere@example.test'),
          user(2, 'called-otherwise', 'SHARED@example.test'),
          user(3, 'twin-a', 'twin@example.test'),
          user(4, 'twin-b', 'twin@example.test'),
          { ...user(5, 'minimal'), access_level: 5 },
          { ...user(6, 'asking'), requested_at: time },
          { access_level: 30, user_id: null, invite_email: 'somebody@example.test', created_at: time },
        ],
        'tree/groups/10/user_contributions.ndjson': [
          { username: 'twin-a', name: 'Twin A', public_email: 'twin@example.test' },
        ],
      }),
    );
    const report = await importArchive(as('root'), file);
    const { id } = await db
      .selectFrom('namespaces')
      .select('id')
      .where('fullPath', '=', 'people')
      .executeTakeFirstOrThrow();
    const members = await db
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.userId')
      .selectAll()
      .where('namespaceId', '=', id)
      .execute();
    const byName = Object.fromEntries(members.map((each) => [each.username, each]));
    expect(Object.keys(byName).sort()).toEqual(['Known', 'other-name', 'twin-a', 'twin-b']);
    expect(byName['Known']?.id).toBe(known.id);
    expect(byName['other-name']?.id).toBe(other.id);
    expect(byName['twin-a']).toMatchObject({
      name: 'Twin A',
      email: 'twin@example.test',
      publicEmail: 'twin@example.test',
    });
    expect(byName['twin-b']?.email).toMatch(/^user-\d+@users\.invalid$/);
    expect(report.counts.users).toEqual({ added: 4, present: 2, leftOut: 0 });
    expect(report.counts.members).toEqual({ added: 4, present: 0, leftOut: 1 });
    expect(report.problems.map(({ problem }) => problem)).toEqual(['access level 5 is not a role']);
  });

  test('an unlisted label goes to the top group, a taken milestone number is replaced', async ({ as, db, archive }) => {
    const milestone = (id: number, iid: number, title: string) => ({
      id,
      iid,
      title,
      state: 'active',
      group_id: 10,
      created_at: time,
    });
    const files = groupFiles('labels', {
      'tree/groups/10/labels.ndjson': [label('listed')],
      'tree/groups/20/epics.ndjson': [
        epic(1, 1, {
          title: 'Labeled',
          label_links: [{ label: label('listed') }, { label: label('foreign', { group_id: 77 }) }],
        }),
      ],
      'tree/groups/10/milestones.ndjson': [milestone(1, 1, 'First'), milestone(2, 2, 'Second')],
    });
    await importArchive(as('root'), await archive(files));
    const renumbered = {
      ...files,
      'tree/groups/10/milestones.ndjson': [milestone(3, 2, 'Third'), milestone(2, 1, 'Second')],
    };
    const report = await importArchive(as('root'), await archive(renumbered));
    const top = await db
      .selectFrom('namespaces')
      .select('id')
      .where('fullPath', '=', 'labels')
      .executeTakeFirstOrThrow();
    const labels = await db
      .selectFrom('labels')
      .select(['title', 'textColor'])
      .where('namespaceId', '=', top.id)
      .orderBy('title')
      .execute();
    expect(labels).toEqual([
      { title: 'foreign', textColor: '#FFFFFF' },
      { title: 'listed', textColor: '#FFFFFF' },
    ]);
    const milestones = await db
      .selectFrom('milestones')
      .select(['title', 'iid'])
      .where('namespaceId', '=', top.id)
      .orderBy('iid')
      .execute();
    expect(milestones).toEqual([
      { title: 'First', iid: 1 },
      { title: 'Second', iid: 2 },
      { title: 'Third', iid: 3 },
    ]);
    expect(report.counts.milestones).toEqual({ added: 1, present: 1, leftOut: 0 });
  });

  test('references become links once their targets exist', async ({ as, db, archive }) => {
    await importArchive(
      as('root'),
      await archive(
        groupFiles('references', {
          'tree/groups/10/labels.ndjson': [label('urgent')],
          'tree/groups/10/epics.ndjson': [
            epic(1, 1, { title: 'Speaks of things', description: 'After &2, as ~urgent.' }),
            epic(2, 2, { title: 'Spoken of' }),
          ],
        }),
      ),
    );
    const { descriptionHtml } = await item(db, 'Speaks of things');
    expect(descriptionHtml).toContain('data-reference-kind="label"');
  });

  test('nothing is more visible than its container', async ({ as, db, build, archive }) => {
    const hidden = await build.group({ visibility: 'private' });
    await importArchive(as('root'), await archive(groupFiles('shown')), { into: `${hidden.fullPath}/shown` });
    const rows = await db
      .selectFrom('namespaces')
      .select(['fullPath', 'visibility'])
      .where('fullPath', 'like', `${hidden.fullPath}/%`)
      .execute();
    expect(rows.map((row) => row.visibility)).toEqual(['private', 'private']);
  });
});

describe('the target', () => {
  test('only administrators import', async ({ as, archive }) => {
    await expect(importArchive(as('ada'), await archive(groupFiles('forbidden')))).rejects.toThrow(ForbiddenError);
  });

  test("a project's file name determines its group; otherwise the path is required", async ({ as, build, archive }) => {
    const group = await build.group({ path: 'my_team' });
    const named = await archive(projectFiles(), '2026-01-02_03-04-005_my_team_web_app_export.tar.gz');
    expect((await importArchive(as('root'), named)).fullPath).toBe(`${group.fullPath}/web_app`);
    expect((await importArchive(as('root'), named)).fullPath).toBe(`${group.fullPath}/web_app`);
    const nameless = await archive(projectFiles(), 'download.tar.gz');
    await expect(importArchive(as('root'), nameless)).rejects.toThrow(ImportTargetError);
    await build.group({ path: 'my_team_web' });
    const unclear = await archive(projectFiles(), '2026-01-02_03-04-005_my_team_web_shop_export.tar.gz');
    await expect(importArchive(as('root'), unclear)).rejects.toThrow('my_team_web/shop or my_team/web_shop');
  });

  test('into a missing namespace, or one of another kind', async ({ as, build, archive }) => {
    const project = await build.project();
    const file = await archive(groupFiles('nowhere'));
    await expect(importArchive(as('root'), file, { into: 'no/such/place' })).rejects.toThrow(
      'There is no group no/such',
    );
    await expect(importArchive(as('root'), file, { into: '../up' })).rejects.toThrow('is not a full path');
    await expect(importArchive(as('root'), file, { into: project.fullPath })).rejects.toThrow('is already a project');
  });
});
