import { expect } from 'vitest';
import { castNames, type CastName } from '../../testing/cast.ts';
import { test } from '../../testing/http.ts';
import { setBanned } from '../users/commands/accounts.ts';
import { createNote } from './commands.ts';

const received = `query ($project: ID!, $iid: String!) {
  project(fullPath: $project) { issue(iid: $iid) {
    userNotesCount userDiscussionsCount
    participants { nodes { username } }
    notes { nodes { body hidden } }
    discussions { nodes { notes { nodes { body } } } }
  } }
}`;

interface Answers {
  project: {
    issue: {
      userNotesCount: number;
      userDiscussionsCount: number;
      participants: { nodes: { username: string }[] };
      notes: { nodes: { body: string; hidden: boolean }[] };
      discussions: { nodes: { notes: { nodes: { body: string }[] } }[] };
    };
  };
}

test('TM-AD-06: comments of a banned person are there for administrators alone, in lists and counts, until the ban is lifted', async ({
  ask,
  call,
  build,
  as,
}) => {
  const project = await build.project({ visibility: 'public' });
  const issue = await build.issue({ project, author: 'ada' });
  const watches = await build.note({ on: issue, author: 'otto', body: 'Cheap watches' });
  await build.note({ on: issue, author: 'rita', body: 'No thanks', answers: watches });
  await build.note({ on: issue, author: 'otto', body: 'Cheaper watches' });
  await build.note({ on: issue, author: 'ada', body: 'Well then' });
  await build.note({ on: issue, author: 'otto', body: 'changed the title', system: true });
  const path = `/projects/${project.id}/issues/${issue.iid}`;

  /** What a person gets about the comments from each API. */
  const responsesFor = async (who: CastName) => {
    const { data } = await ask<Answers>(who, received, { project: project.fullPath, iid: `${issue.iid}` });
    const item = data.project.issue;
    const rest = await call<{ body: string }[]>(who, 'GET', `${path}/notes`, { sort: 'asc' });
    const threads = await call<{ notes: { body: string }[] }[]>(who, 'GET', `${path}/discussions`);
    return {
      comments: item.notes.nodes.map(({ body }) => body),
      marked: item.notes.nodes.filter(({ hidden }) => hidden).length,
      threads: item.discussions.nodes.map(({ notes }) => notes.nodes.map(({ body }) => body)),
      counted: [item.userNotesCount, item.userDiscussionsCount],
      tookPart: item.participants.nodes.map(({ username }) => username).includes('otto'),
      rest: rest.body.map(({ body }) => body),
      restCount: rest.headers['x-total'],
      restThreads: threads.body.map(({ notes }) => notes.map(({ body }) => body)),
      one: (await call(who, 'GET', `${path}/notes/${watches.id}`)).status,
    };
  };
  const comments = ['Cheap watches', 'No thanks', 'Cheaper watches', 'Well then', 'changed the title'];
  const threads = [['Cheap watches', 'No thanks'], ['Cheaper watches'], ['Well then'], ['changed the title']];
  const everything = {
    comments,
    marked: 0,
    threads,
    counted: [4, 3],
    tookPart: true,
    rest: comments,
    restCount: '5',
    restThreads: threads,
    one: 200,
  };
  // System notes of his actions stay.
  const left = ['No thanks', 'Well then', 'changed the title'];
  const gone = {
    comments: left,
    marked: 0,
    threads: left.map((body) => [body]),
    counted: [2, 2],
    tookPart: false,
    rest: left,
    restCount: '3',
    restThreads: left.map((body) => [body]),
    one: 404,
  };
  const asked = castNames.filter((who) => who !== 'otto');
  const all = async () => {
    const answers: Record<string, unknown> = {};
    for (const who of asked) answers[who] = await responsesFor(who);
    return answers;
  };
  const toAll = (view: object) => Object.fromEntries(asked.map((who) => [who, view]));

  expect(await all()).toEqual(toAll(everything));
  await setBanned(as('root'), build.idOf('otto'), true);
  expect(await all()).toEqual({ ...toAll(gone), root: { ...everything, marked: 2, tookPart: false } });
  // Others can still reply to a thread that a banned person started.
  const answer = await createNote(as('rita'), {
    workItemId: issue.id,
    discussionId: watches.discussionId,
    body: 'Still no',
  });
  expect(answer.discussionId).toBe(watches.discussionId);
  await call('rita', 'DELETE', `${path}/notes/${answer.id}`);
  await setBanned(as('root'), build.idOf('otto'), false);
  expect(await all()).toEqual(toAll(everything));
});

test('a thread of hidden comments accepts no replies, and to-dos for hidden comments are invisible', async ({
  build,
  as,
  call,
}) => {
  const project = await build.project({ visibility: 'public' });
  const issue = await build.issue({ project, author: 'ada' });
  const note = await createNote(as('gwen'), { workItemId: issue.id, body: 'Look, @dana' });
  const todos = async () => (await call<unknown[]>('dana', 'GET', '/todos')).body.length;
  const before = await todos();
  expect(before).toBeGreaterThan(0);
  await setBanned(as('root'), build.idOf('gwen'), true);
  const answering = createNote(as('rita'), { workItemId: issue.id, discussionId: note.discussionId, body: 'x' });
  await expect(answering).rejects.toThrow('Discussion');
  expect(await todos()).toBe(before - 1);
  await setBanned(as('root'), build.idOf('gwen'), false);
});
