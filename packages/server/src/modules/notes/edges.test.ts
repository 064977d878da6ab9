import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';
import { updateWorkItem } from '../work-items/commands.ts';

interface RestNote {
  id: number;
  body: string;
}
interface RestDiscussion {
  id: string;
  individual_note: boolean;
  notes: RestNote[];
}

describe('notes over REST', () => {
  test('on an issue one is written, listed, read, changed and removed', async ({ build, call }) => {
    const project = await build.project();
    const issue = await build.issue({ project });
    const path = `/projects/${project.id}/issues/${issue.iid}/notes`;
    const made = await call<RestNote>('gwen', 'POST', path, { body: 'so **nice**' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      type: null,
      body: 'so **nice**',
      attachment: null,
      author: { username: 'gwen' },
      system: false,
      noteable_id: issue.id,
      noteable_type: 'Issue',
      noteable_iid: issue.iid,
      project_id: project.id,
      resolvable: false,
      confidential: false,
      internal: false,
      imported: false,
      imported_from: 'none',
    });
    const one = `${path}/${made.body.id}`;
    expect((await call('paul', 'GET', one)).body).toEqual(made.body);
    expect((await call('gwen', 'PUT', one, { body: 'better' })).body).toMatchObject({ body: 'better' });
    expect((await call('paul', 'PUT', one, { body: 'mine' })).status).toBe(403);
    expect((await call('otto', 'GET', path)).status).toBe(404);
    expect((await call('nobody', 'POST', path, { body: 'x' })).status).toBe(401);
    expect(await call('gwen', 'POST', path, {})).toMatchObject({ status: 400, body: { error: 'body is missing' } });
    expect(await call('gwen', 'POST', path, { body: ' ' })).toMatchObject({
      status: 400,
      body: { message: { note: ["can't be blank"] } },
    });
    expect((await call('gwen', 'DELETE', one)).status).toBe(204);
    expect((await call('gwen', 'GET', one)).status).toBe(404);
  });

  test('newest first by default, of one kind or all', async ({ as, build, call }) => {
    const group = await build.group();
    const epic = await build.epic({ group });
    await build.note({ on: epic, body: 'one', createdAt: new Date('2026-01-01T00:00:00Z') });
    await updateWorkItem(as('paul'), epic.id, { stateEvent: 'close' });
    const path = `/groups/${group.id}/epics/${epic.id}/notes`;
    const bodies = async (input: object) =>
      (await call<RestNote[]>('gwen', 'GET', path, input)).body.map(({ body }) => body);
    expect(await bodies({})).toEqual(['closed', 'one']);
    expect(await bodies({ sort: 'asc' })).toEqual(['one', 'closed']);
    expect(await bodies({ activity_filter: 'only_comments' })).toEqual(['one']);
    expect(await bodies({ activity_filter: 'only_activity', order_by: 'updated_at' })).toEqual(['closed']);
    const [note] = (await call<object[]>('gwen', 'GET', path)).body;
    expect(note).toMatchObject({ noteable_type: 'Epic', noteable_iid: epic.iid, system: true });
    expect(note).not.toHaveProperty('project_id');
  });

  test('internal notes are for insiders', async ({ build, call }) => {
    const project = await build.project();
    const issue = await build.issue({ project });
    const path = `/projects/${project.id}/issues/${issue.iid}/notes`;
    const made = await call<RestNote>('paul', 'POST', path, { body: 'x', internal: true });
    expect(made.body).toMatchObject({ internal: true, confidential: true });
    expect((await call('gwen', 'POST', path, { body: 'x', internal: true })).status).toBe(403);
    expect((await call('gwen', 'GET', path)).body).toEqual([]);
    expect((await call('gwen', 'GET', `${path}/${made.body.id}`)).status).toBe(404);
  });

  test('a page of notes costs the same however many there are', async ({ build, call, statements }) => {
    const project = await build.project();
    const issue = await build.issue({ project });
    await build.note({ on: issue });
    const cost = async (path: string) => {
      statements.length = 0;
      await call('gwen', 'GET', `/projects/${project.id}/issues/${issue.iid}/${path}`);
      return statements.length;
    };
    const few = [await cost('notes'), await cost('discussions'), await cost('resource_label_events')];
    for (let index = 0; index < 5; index++) await build.note({ on: issue, author: index % 2 ? 'ada' : 'paul' });
    expect([await cost('notes'), await cost('discussions'), await cost('resource_label_events')]).toEqual(few);
  });
});

test('threads over REST: create, reply, resolve, edit and delete', async ({ build, call }) => {
  const project = await build.project();
  const issue = await build.issue({ project });
  const path = `/projects/${project.id}/issues/${issue.iid}/discussions`;
  const thread = await call<RestDiscussion>('gwen', 'POST', path, { body: 'Why?' });
  expect(thread).toMatchObject({
    status: 201,
    body: {
      individual_note: false,
      notes: [{ body: 'Why?', type: 'DiscussionNote', resolvable: true, resolved: false }],
    },
  });
  const one = `${path}/${thread.body.id}`;
  const answer = await call<RestNote>('paul', 'POST', `${one}/notes`, { body: 'Because.' });
  expect(answer.status).toBe(201);
  await build.note({ on: issue, body: 'alone' });
  const listed = await call<RestDiscussion[]>('gwen', 'GET', path);
  expect(listed.body.map(({ individual_note, notes }) => [individual_note, notes.map(({ body }) => body)])).toEqual([
    [false, ['Why?', 'Because.']],
    [true, ['alone']],
  ]);
  expect(listed.headers).toMatchObject({ 'x-total': '2' });
  const settled = await call<RestDiscussion>('paul', 'PUT', one, { resolved: true });
  expect(settled.body.notes).toMatchObject([{ resolved: true, resolved_by: { username: 'paul' } }, { resolved: true }]);
  expect((await call('paul', 'PUT', `${one}/notes/${answer.body.id}`, { body: 'So.' })).body).toMatchObject({
    body: 'So.',
  });
  expect((await call('paul', 'DELETE', `${one}/notes/${answer.body.id}`)).status).toBe(204);
  expect((await call<RestDiscussion>('gwen', 'GET', one)).body.notes).toHaveLength(1);
  expect((await call('gwen', 'GET', `${path}/${'0'.repeat(40)}`)).status).toBe(404);
});

test('events over REST: when an issue was closed, reopened and labeled', async ({ as, build, call }) => {
  const project = await build.project();
  const issue = await build.issue({ project });
  const label = await build.label({ namespace: project, title: 'bug', color: '#123456' });
  await updateWorkItem(as('paul'), issue.id, { stateEvent: 'close' });
  await updateWorkItem(as('paul'), issue.id, { stateEvent: 'reopen', addLabelIds: [label.id] });
  const path = `/projects/${project.id}/issues/${issue.iid}`;
  const states = await call<{ id: number }[]>('gwen', 'GET', `${path}/resource_state_events`);
  expect(states.body).toMatchObject([
    { user: { username: 'paul' }, resource_type: 'Issue', resource_id: issue.id, state: 'closed', source_commit: null },
    { state: 'reopened', source_merge_request_id: null },
  ]);
  const one = await call('gwen', 'GET', `${path}/resource_state_events/${states.body[1]?.id}`);
  expect(one.body).toEqual(states.body[1]);
  const labels = await call<{ id: number }[]>('gwen', 'GET', `${path}/resource_label_events`);
  expect(labels.body).toMatchObject([
    {
      resource_type: 'Issue',
      label: { id: label.id, name: 'bug', color: '#123456', description: null },
      action: 'add',
    },
  ]);
  expect((await call('gwen', 'GET', `${path}/resource_label_events/${labels.body[0]?.id}`)).body).toEqual(
    labels.body[0],
  );
  expect((await call('gwen', 'GET', `${path}/resource_label_events/1`)).status).toBe(404);
});

test('issues show how many comments they have', async ({ build, call }) => {
  const project = await build.project();
  const issue = await build.issue({ project });
  await build.note({ on: issue });
  await build.note({ on: issue, system: true });
  const { body } = await call('gwen', 'GET', `/projects/${project.id}/issues/${issue.iid}`);
  expect(body).toMatchObject({ user_notes_count: 1 });
});

describe('notes over GraphQL', () => {
  test('a comment is written, replied to, edited, resolved and deleted', async ({ build, ask }) => {
    const epic = await build.epic();
    const create = `mutation createNote($input: CreateNoteInput!) {
      createNote(input: $input) { note { id body bodyHtml internal system author { username } discussion { id resolvable } } errors }
    }`;
    interface Made {
      createNote: { note: { id: string; discussion: { id: string } } };
    }
    const noteableId = `gid://gitlab/Epic/${epic.id}`;
    const made = await ask<Made>('gwen', create, { input: { noteableId, body: '*x*' } });
    expect(made.data).toMatchObject({
      createNote: {
        note: {
          body: '*x*',
          bodyHtml: '<p><em>x</em></p>\n',
          internal: false,
          author: { username: 'gwen' },
          discussion: { resolvable: false },
        },
        errors: [],
      },
    });
    const { id, discussion } = made.data.createNote.note;
    const answer = await ask('paul', create, {
      input: { noteableId: `gid://gitlab/WorkItem/${epic.id}`, body: 'y', discussionId: discussion.id },
    });
    expect(answer.data).toMatchObject({
      createNote: { note: { discussion: { id: discussion.id, resolvable: true } } },
    });
    const rest = `mutation($note: NoteID!, $thread: DiscussionID!) {
      updateNote(input: { id: $note, body: "z" }) { note { body lastEditedBy { username } } errors }
      discussionToggleResolve(input: { id: $thread, resolve: true }) { discussion { resolved resolvedBy { username } } errors }
      destroyNote(input: { id: $note }) { note { id } errors }
    }`;
    const done = await ask('gwen', rest, { note: id, thread: discussion.id });
    expect(done.data).toEqual({
      updateNote: { note: { body: 'z', lastEditedBy: { username: 'gwen' } }, errors: [] },
      discussionToggleResolve: { discussion: { resolved: true, resolvedBy: { username: 'gwen' } }, errors: [] },
      destroyNote: { note: null, errors: [] },
    });
    const blank = await ask('gwen', create, { input: { noteableId, body: '' } });
    expect(blank.data).toEqual({ createNote: { note: null, errors: ["Note can't be blank"] } });
    const hidden = await ask('otto', create, { input: { noteableId, body: 'x' } });
    expect([hidden.data, hidden.errors?.length]).toEqual([{ createNote: null }, 1]);
  });

  test('a thread is begun', async ({ build, ask }) => {
    const issue = await build.issue();
    const { data } = await ask(
      'gwen',
      'mutation($id: NoteableID!) { createDiscussion(input: { noteableId: $id, body: "x" }) { note { discussion { resolvable notes { nodes { body } } } } errors } }',
      { id: `gid://gitlab/Issue/${issue.id}` },
    );
    expect(data).toEqual({
      createDiscussion: { note: { discussion: { resolvable: true, notes: { nodes: [{ body: 'x' }] } } }, errors: [] },
    });
  });

  test('the discussions of a work item page both ways with all that a page shows of them', async ({
    as,
    build,
    ask,
    statements,
  }) => {
    const project = await build.project({ path: 'talk' });
    const issue = await build.issue({ project });
    const first = await build.note({ on: issue, author: 'mina', createdAt: new Date('2026-01-01T00:00:00Z') });
    await build.note({ on: issue, answers: first, author: 'gwen' });
    await build.reaction(first, 'paul', 'heart');
    await updateWorkItem(as('paul'), issue.id, { stateEvent: 'close' });
    const query = `query($fullPath: ID!, $iid: String!, $after: String, $filter: NotesFilterType, $sort: WorkItemDiscussionsSort) {
      namespace(fullPath: $fullPath) {
        workItem(iid: $iid) {
          userDiscussionsCount
          widgets(onlyTypes: [NOTES]) {
            type
            ... on WorkItemWidgetNotes {
              discussionLocked
              discussions(first: 1, after: $after, filter: $filter, sort: $sort) {
                pageInfo { hasNextPage endCursor }
                nodes {
                  id resolvable resolved userPermissions { resolveNote }
                  notes { nodes { id body bodyHtml system systemNoteIconName maxAccessLevelOfAuthor url
                    author { username } awardEmoji { nodes { name user { username } } } userPermissions { adminNote awardEmoji } } }
                }
              }
            }
          }
        }
      }
    }`;
    interface Talk {
      namespace: {
        workItem: {
          userDiscussionsCount: number;
          widgets: [{ discussions: { pageInfo: { hasNextPage: boolean; endCursor: string }; nodes: object[] } }];
        };
      };
    }
    const variables = { fullPath: project.fullPath, iid: String(issue.iid) };
    const page = await ask<Talk>('gwen', query, variables);
    expect(page.errors).toBeUndefined();
    const { discussions } = page.data.namespace.workItem.widgets[0];
    expect(page.data.namespace.workItem.userDiscussionsCount).toBe(1);
    expect(discussions.nodes).toMatchObject([
      {
        id: `gid://gitlab/Discussion/${first.discussionId}`,
        userPermissions: { resolveNote: false },
        notes: {
          nodes: [
            {
              system: false,
              maxAccessLevelOfAuthor: 'Maintainer',
              url: `http://milepost.test/${project.fullPath}/-/issues/${issue.iid}#note_${first.id}`,
              awardEmoji: { nodes: [{ name: 'heart', user: { username: 'paul' } }] },
              userPermissions: { adminNote: false, awardEmoji: true },
            },
            { maxAccessLevelOfAuthor: 'Guest', userPermissions: { adminNote: true, awardEmoji: true } },
          ],
        },
      },
    ]);
    expect(discussions.pageInfo.hasNextPage).toBe(true);
    const next = await ask<Talk>('gwen', query, { ...variables, after: discussions.pageInfo.endCursor });
    expect(next.data.namespace.workItem.widgets[0].discussions.nodes).toMatchObject([
      {
        notes: {
          nodes: [
            {
              body: 'closed',
              system: true,
              systemNoteIconName: 'issue-close',
              userPermissions: { adminNote: false, awardEmoji: false },
            },
          ],
        },
      },
    ]);
    const newest = await ask<Talk>('gwen', query, { ...variables, sort: 'CREATED_DESC', filter: 'ONLY_COMMENTS' });
    expect(newest.data.namespace.workItem.widgets[0].discussions.nodes).toHaveLength(1);

    const cost = async () => {
      statements.length = 0;
      await ask('gwen', query.replace('first: 1', 'first: 50'), variables);
      return statements.length;
    };
    const few = await cost();
    for (let index = 0; index < 5; index++) await build.note({ on: issue, author: 'dana' });
    expect(await cost()).toBe(few);
  });
});

test('the permission to comment respects a locked discussion', async ({ as, ask, build }) => {
  const project = await build.project({ visibility: 'public' });
  const issue = await build.issue({ project });
  const query = `query ($path: ID!, $iid: String!) {
    project(fullPath: $path) { issue(iid: $iid) { userPermissions { createNote } } workItem(iid: $iid) { userPermissions { createNote markNoteAsInternal } } }
  }`;
  const received = async (who: 'otto' | 'gwen' | 'paul') => {
    const { data } = await ask<{
      project: {
        issue: { userPermissions: { createNote: boolean } };
        workItem: { userPermissions: { createNote: boolean; markNoteAsInternal: boolean } };
      };
    }>(who, query, { path: project.fullPath, iid: String(issue.iid) });
    const { createNote, markNoteAsInternal } = data.project.workItem.userPermissions;
    expect(data.project.issue.userPermissions.createNote).toBe(createNote);
    return [createNote, markNoteAsInternal];
  };
  expect([await received('otto'), await received('gwen'), await received('paul')]).toEqual([
    [true, false],
    [true, false],
    [true, true],
  ]);
  await updateWorkItem(as('paul'), issue.id, { isDiscussionLocked: true });
  expect([await received('otto'), await received('gwen'), await received('paul')]).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ]);
});
