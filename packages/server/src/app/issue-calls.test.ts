import { describe, expect } from 'vitest';
import { castNames, type CastName } from '../testing/cast.ts';
import { test, tokenFor } from '../testing/http.ts';

const EDITORS = 50;

interface Text {
  description_text: string;
  lock_version: number;
}

describe('fifty editors of one issue', () => {
  test('IS-NT-03: exactly one of them succeeds per version, and no text is lost', async ({ server, build, world }) => {
    const project = await build.project();
    const issue = await build.issue({ project });
    const address = await server.listen({ port: 0, host: '127.0.0.1' });
    const url = `${address}/${project.fullPath}/-/issues/${issue.iid}.json`;
    const headers = { 'private-token': await tokenFor(world, 'paul'), 'content-type': 'application/json' };
    const read = async () => (await fetch(url, { headers })).json() as Promise<Text>;
    const began: number[] = [];

    /** True when it was saved, false on a version conflict. */
    const edit = async (editor: number, seen: Text): Promise<boolean> => {
      const response = await fetch(url, {
        method: 'PUT',
        headers,
        body: JSON.stringify({
          description: `${seen.description_text}line of ${editor}\n`,
          lock_version: seen.lock_version,
        }),
      });
      expect([200, 409]).toContain(response.status);
      if (response.status === 200) began.push(seen.lock_version);
      return response.status === 200;
    };
    /** Like a person who gets a conflict: reloads, and adds to the current text. */
    const editAgain = async (editor: number): Promise<void> => {
      while (!(await edit(editor, await read())));
    };

    const first = await read();
    const everyone = Array.from({ length: EDITORS }, (_each, editor) => editor);
    const saved = await Promise.all(everyone.map((editor) => edit(editor, first)));
    expect(saved.filter(Boolean)).toHaveLength(1);
    // The others run five at a time.
    const refused = everyone.filter((editor) => !saved[editor]);
    for (let at = 0; at < refused.length; at += 5) await Promise.all(refused.slice(at, at + 5).map(editAgain));
    const { description_text: text, lock_version: version } = await read();
    expect(began.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: EDITORS }, (_each, index) => first.lock_version + index),
    );
    expect(version).toBe(first.lock_version + EDITORS);
    const lines = text.trim().split('\n');
    expect(lines.toSorted()).toEqual(
      Array.from({ length: EDITORS }, (_each, editor) => `line of ${editor}`).toSorted(),
    );
  });
});

describe('the queries of the issue page', () => {
  test('PM-IS-03: saving needs `updateIssue`', async ({ ask, send, build, world }) => {
    const project = await build.project({ visibility: 'public' });
    const issue = await build.issue({ project, author: 'otto' });
    const received = async (who: CastName) => {
      const { data } = await ask<{ project: { issue: { userPermissions: { updateIssue: boolean } } } }>(
        who,
        `query ($path: ID!, $iid: String!) { project(fullPath: $path) { issue(iid: $iid) { userPermissions { updateIssue } } } }`,
        { path: project.fullPath, iid: String(issue.iid) },
      );
      return data.project.issue.userPermissions.updateIssue;
    };
    const saves = async (who: CastName) => {
      const headers = who === 'nobody' ? {} : { 'private-token': await tokenFor(world, who) };
      const url = `/${project.fullPath}/-/issues/${issue.iid}.json`;
      return (await send({ method: 'PUT', url, headers, payload: { title: `by ${who}` } })).status === 200;
    };
    for (const who of castNames) expect([who, await received(who)]).toEqual([who, await saves(who)]);
    expect(await received('otto')).toBe(true);
    expect(await received('gwen')).toBe(false);
  });

  test('PM-IS-09: planners may convert it into an incident, and have the permission flag', async ({ ask, build }) => {
    const project = await build.project({ visibility: 'public' });
    const issue = await build.issue({ project, author: 'otto' });
    const received = async (who: CastName) =>
      (
        await ask<{ project: { issue: { userPermissions: { createIncident: boolean } } } }>(
          who,
          `query ($path: ID!, $iid: String!) { project(fullPath: $path) { issue(iid: $iid) { userPermissions { createIncident } } } }`,
          { path: project.fullPath, iid: String(issue.iid) },
        )
      ).data.project.issue.userPermissions.createIncident;
    const verdicts = await Promise.all(castNames.map(async (who) => [who, await received(who)] as const));
    expect(verdicts.filter(([, may]) => may).map(([who]) => who)).toEqual([
      'paul',
      'rita',
      'dana',
      'mina',
      'ada',
      'root',
    ]);
  });

  test('IS-ST-01: an issue is opened, closed by an event, and opened again by another', async ({ call, build }) => {
    const issue = await build.issue({ author: 'ada' });
    const path = `/projects/${issue.namespaceId}/issues/${issue.iid}`;
    const states: unknown[] = [(await call('ada', 'GET', path)).body['state']];
    for (const event of ['close', 'reopen']) {
      states.push((await call('ada', 'PUT', path, { state_event: event })).body['state']);
    }
    expect(states).toEqual(['opened', 'closed', 'opened']);
    expect((await call('ada', 'PUT', path, { state_event: 'burn' })).status).toBe(400);
  });

  test('GQ-IS-12: an epic’s confidentiality is set by a mutation that takes the group’s path', async ({
    ask,
    build,
  }) => {
    const epic = await build.epic();
    const set = (who: CastName, confidential: boolean) =>
      ask<{ updateEpic: { errors: string[]; epic: { confidential: boolean } | null } | null }>(
        who,
        'mutation ($input: UpdateEpicInput!) { updateEpic(input: $input) { errors epic { confidential } } }',
        { input: { groupPath: epic.namespacePath, iid: String(epic.iid), confidential } },
      );
    expect((await set('paul', true)).data.updateEpic).toEqual({ errors: [], epic: { confidential: true } });
    expect((await set('paul', false)).data.updateEpic).toEqual({ errors: [], epic: { confidential: false } });
    expect((await set('gwen', true)).data.updateEpic?.epic ?? null).toBeNull();
  });

  test('GQ-WI-06 and IS-SB-11: health, iteration, emoji and labels are read and set by queries and mutations keyed by path and number', async ({
    ask,
    build,
  }) => {
    const project = await build.project();
    const issue = await build.issue({ project });
    const key = { path: project.fullPath, iid: String(issue.iid) };
    const read = async () =>
      (
        await ask<{ project: { issue: Record<string, unknown> } }>(
          'paul',
          `query ($path: ID!, $iid: String!) { project(fullPath: $path) {
            issue(iid: $iid) { healthStatus iteration { title } awardEmoji { nodes { name } } labels { nodes { title } } } } }`,
          key,
        )
      ).data.project.issue;
    const made = await ask<{ labelCreate: { label: { id: string }; errors: string[] } }>(
      'paul',
      'mutation ($input: LabelCreateInput!) { labelCreate(input: $input) { errors label { id } } }',
      { input: { projectPath: project.fullPath, title: 'backend', color: '#1068bf' } },
    );
    expect(made.data.labelCreate.errors).toEqual([]);
    const updated = await ask<{ workItemUpdate: { errors: string[] } }>(
      'paul',
      'mutation ($input: WorkItemUpdateInput!) { workItemUpdate(input: $input) { errors } }',
      {
        input: {
          id: `gid://gitlab/WorkItem/${issue.id}`,
          healthStatusWidget: { healthStatus: 'atRisk' },
          labelsWidget: { addLabelIds: [made.data.labelCreate.label.id] },
        },
      },
    );
    expect(updated.data.workItemUpdate.errors).toEqual([]);
    const awarded = await ask<{ awardEmojiAdd: { errors: string[] } }>(
      'paul',
      'mutation ($input: AwardEmojiAddInput!) { awardEmojiAdd(input: $input) { errors } }',
      { input: { awardableId: `gid://gitlab/Issue/${issue.id}`, name: 'thumbsup' } },
    );
    expect(awarded.data.awardEmojiAdd.errors).toEqual([]);
    const cleared = await ask<{ issueSetIteration: { errors: string[] } }>(
      'paul',
      'mutation ($input: IssueSetIterationInput!) { issueSetIteration(input: $input) { errors } }',
      { input: { projectPath: project.fullPath, iid: key.iid, iterationId: null } },
    );
    expect(cleared.data.issueSetIteration.errors).toEqual([]);
    expect(await read()).toEqual({
      healthStatus: 'atRisk',
      iteration: null,
      awardEmoji: { nodes: [{ name: 'thumbsup' }] },
      labels: { nodes: [{ title: 'backend' }] },
    });
    const found = await ask<{ project: { labels: { nodes: { title: string }[] } } }>(
      'paul',
      'query ($path: ID!) { project(fullPath: $path) { labels(searchTerm: "back", includeAncestorGroups: true) { nodes { title } } } }',
      { path: project.fullPath },
    );
    expect(found.data.project.labels.nodes).toEqual([{ title: 'backend' }]);
  });
});
