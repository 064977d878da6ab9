import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';

describe('reactions over REST', () => {
  test('on an issue one is added, listed, read and removed', async ({ build, call }) => {
    const project = await build.project();
    const issue = await build.issue({ project });
    const path = `/projects/${project.id}/issues/${issue.iid}/award_emoji`;
    const made = await call<{ id: number }>('gwen', 'POST', path, { name: 'rocket' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      name: 'rocket',
      user: { username: 'gwen' },
      created_at: expect.any(String) as string,
      updated_at: expect.any(String) as string,
      awardable_id: issue.id,
      awardable_type: 'Issue',
    });
    const listed = await call('paul', 'GET', path);
    expect([listed.body, listed.headers['x-total']]).toEqual([[made.body], '1']);
    expect((await call('paul', 'GET', `${path}/${made.body.id}`)).body).toEqual(made.body);
    expect((await call('gwen', 'POST', path, { name: 'rocket' })).status).toBe(409);
    expect((await call('gwen', 'POST', path, { name: 'no_such_emoji' })).status).toBe(400);
    expect((await call('paul', 'DELETE', `${path}/${made.body.id}`)).status).toBe(403);
    expect((await call('gwen', 'DELETE', `${path}/${made.body.id}`)).status).toBe(204);
    expect((await call('gwen', 'GET', `${path}/${made.body.id}`)).status).toBe(404);
    expect((await call('otto', 'GET', path)).status).toBe(404);
    expect((await call('nobody', 'POST', path, { name: 'rocket' })).status).toBe(401);
  });

  test('on epics and notes too', async ({ build, call }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const [epic, issue] = [await build.epic({ group }), await build.issue({ project })];
    const [onEpic, onIssue] = [await build.note({ on: epic }), await build.note({ on: issue })];
    const paths = [
      [`/groups/${group.id}/epics/${epic.iid}/award_emoji`, epic.id, 'Epic'],
      [`/projects/${project.id}/issues/${issue.iid}/notes/${onIssue.id}/award_emoji`, onIssue.id, 'Note'],
      [`/groups/${group.id}/epics/${epic.id}/notes/${onEpic.id}/award_emoji`, onEpic.id, 'Note'],
    ] as const;
    for (const [path, id, type] of paths) {
      const { status, body } = await call('gwen', 'POST', path, { name: 'heart' });
      expect([status, body['awardable_id'], body['awardable_type']]).toEqual([201, id, type]);
    }
  });

  test('items show their votes, and lists are narrowed by what the viewer gave', async ({ build, call }) => {
    const project = await build.project();
    const [liked, other] = [await build.issue({ project }), await build.issue({ project })];
    await build.reaction(liked, 'gwen');
    await build.reaction(liked, 'paul', 'thumbsdown');
    const issues = `/projects/${project.id}/issues`;
    expect((await call('gwen', 'GET', `${issues}/${liked.iid}`)).body).toMatchObject({ upvotes: 1, downvotes: 1 });
    const found = async (input: object) =>
      (await call<{ id: number }[]>('gwen', 'GET', issues, input)).body.map(({ id }) => id);
    expect(await found({ my_reaction_emoji: 'thumbsup' })).toEqual([liked.id]);
    expect(await found({ my_reaction_emoji: 'None' })).toEqual([other.id]);
    expect(await found({ 'not[my_reaction_emoji]': 'thumbsup' })).toEqual([other.id]);
  });
});

describe('reactions over GraphQL', () => {
  test('an emoji is added, toggled and removed', async ({ build, ask }) => {
    const epic = await build.epic();
    const id = `gid://gitlab/Epic/${epic.id}`;
    const fields = 'awardEmoji { name emoji user { username } } errors';
    const run = (name: string, extra = '') =>
      ask(
        'gwen',
        `mutation($id: AwardableID!) { ${name}(input: { awardableId: $id, name: "thumbsup" }) { ${fields} ${extra} } }`,
        { id },
      );
    const given = { name: 'thumbsup', emoji: '👍', user: { username: 'gwen' } };
    expect((await run('awardEmojiAdd')).data).toEqual({ awardEmojiAdd: { awardEmoji: given, errors: [] } });
    expect((await run('awardEmojiAdd')).data).toEqual({
      awardEmojiAdd: { awardEmoji: null, errors: ['Name has already been taken'] },
    });
    expect((await run('awardEmojiToggle', 'toggledOn')).data).toEqual({
      awardEmojiToggle: { awardEmoji: null, errors: [], toggledOn: false },
    });
    expect((await run('awardEmojiToggle', 'toggledOn')).data).toEqual({
      awardEmojiToggle: { awardEmoji: given, errors: [], toggledOn: true },
    });
    expect((await run('awardEmojiRemove')).data).toEqual({ awardEmojiRemove: { awardEmoji: given, errors: [] } });
    const missing = await ask(
      'gwen',
      'mutation { awardEmojiAdd(input: { awardableId: "gid://gitlab/Epic/999999999", name: "heart" }) { errors } }',
    );
    expect([missing.data, missing.errors?.length]).toEqual([{ awardEmojiAdd: null }, 1]);
  });

  test('concurrent toggles are applied one after the other', async ({ build, ask }) => {
    const issue = await build.issue();
    const toggle = async () => {
      const { data } = await ask<{ awardEmojiToggle: { errors: string[]; toggledOn: boolean } }>(
        'gwen',
        `mutation ($input: AwardEmojiToggleInput!) { awardEmojiToggle(input: $input) { errors toggledOn } }`,
        { input: { awardableId: `gid://gitlab/Issue/${issue.id}`, name: 'rocket' } },
      );
      return data.awardEmojiToggle;
    };
    for (let round = 0; round < 3; round += 1) {
      const done = await Promise.all([toggle(), toggle(), toggle(), toggle()]);
      expect(done.flatMap(({ errors }) => errors)).toEqual([]);
      expect(done.filter(({ toggledOn }) => toggledOn)).toHaveLength(2);
    }
  });

  test('the votes of a list take one statement', async ({ build, ask, statements }) => {
    const group = await build.group();
    const epics = [await build.epic({ group }), await build.epic({ group })];
    for (const epic of epics) await build.reaction(epic, 'ada');
    const query =
      'query($path: ID!) { group(fullPath: $path) { epics { nodes { upvotes downvotes awardEmoji(first: 1) { nodes { name } } } } } }';
    statements.length = 0;
    const { data } = await ask('gwen', query, { path: group.fullPath });
    const node = { upvotes: 1, downvotes: 0, awardEmoji: { nodes: [{ name: 'thumbsup' }] } };
    expect(data).toEqual({ group: { epics: { nodes: [node, node] } } });
    expect(statements.filter((text) => /\bFROM reactions\b/.test(text))).toHaveLength(1);
  });
});
