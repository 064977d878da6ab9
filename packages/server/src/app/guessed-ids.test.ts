import { expect } from 'vitest';
import type { Verb } from '../testing/http.ts';
import { pixel } from '../testing/build/uploads.ts';
import { test } from '../testing/forms.ts';

interface Made {
  id: number;
  iid: number;
}

/** Ids are sequential across groups, so the next one can be guessed. */
test('PM-GN-05: a guessed id finds nothing, neither in its own namespace nor through another', async ({
  build,
  call,
  form,
  ask,
}) => {
  const hidden = await build.project({ group: await build.group({ members: { ada: 'owner' } }) });
  const mine = await build.project({ group: await build.group({ members: { mina: 'owner' } }) });
  const issues = `/projects/${hidden.id}/issues`;
  const make = async (who: 'ada' | 'mina', path: string, data: object = {}): Promise<Made> => {
    const answer = await call<Made>(who, 'POST', path, data);
    expect({ path, status: answer.status }).toEqual({ path, status: 201 });
    return answer.body;
  };
  const incident = await make('ada', issues, { title: 'Secret flood', issue_type: 'incident' });
  const own = await make('mina', `/projects/${mine.id}/issues`, { title: 'Own', issue_type: 'incident' });
  const imageFile = { name: 'secret.png', bytes: pixel, type: 'image/png' };
  const image = (await form<Made>('ada', 'POST', `/api/v4${issues}/${incident.iid}/metric_images`, imageFile, {})).body;
  const file = (await form<Made>('ada', 'POST', `/api/v4/projects/${hidden.id}/uploads`, imageFile, {})).body;
  const hook = await make('ada', `/projects/${hidden.id}/hooks`, { url: 'https://secret.example/' });
  const ownHook = await make('mina', `/projects/${mine.id}/hooks`, { url: 'https://own.example/' });
  const text = { name: 'Secret plan', content: 'Secret' };
  const template = await make('ada', `/projects/${hidden.id}/description_templates`, text);
  const todo = await make('ada', `${issues}/${incident.iid}/todo`);
  await make('ada', `${issues}/${incident.iid}/add_spent_time`, { duration: '1h', summary: 'Secret' });
  const { data } = await ask<{ project: { issue: { timelogs: { nodes: { id: string }[] } } } }>(
    'ada',
    'query ($path: ID!, $iid: String!) { project(fullPath: $path) { issue(iid: $iid) { timelogs { nodes { id } } } } }',
    { path: hidden.fullPath, iid: String(incident.iid) },
  );
  const [timelog] = data.project.issue.timelogs.nodes;
  const started = await ask<{ workItemBulkUpdateStart: { workItemBulkUpdate: { id: string } } }>(
    'ada',
    `mutation ($path: ID!) { workItemBulkUpdateStart(input: {
      fullPath: $path, list: ISSUES, filters: "state=opened", title: "Secret plan", stateEvent: CLOSE
    }) { workItemBulkUpdate { id } } }`,
    { path: hidden.fullPath },
  );
  const bulkUpdate = started.data.workItemBulkUpdateStart.workItemBulkUpdate;

  const there = `${issues}/${incident.iid}`;
  const here = `/projects/${mine.id}`;
  const guesses: readonly (readonly [Verb, string])[] = [
    ['GET', `${there}/metric_images`],
    ['PUT', `${here}/issues/${own.iid}/metric_images/${image.id}`],
    ['DELETE', `${here}/issues/${own.iid}/metric_images/${image.id}`],
    ['GET', `/projects/${hidden.id}/uploads`],
    ['GET', `${here}/uploads/${file.id}`],
    ['DELETE', `${here}/uploads/${file.id}`],
    ['GET', `/projects/${hidden.id}/hooks`],
    ['GET', `${here}/hooks/${hook.id}`],
    ['PUT', `${here}/hooks/${hook.id}`],
    ['GET', `${here}/hooks/${hook.id}/events`],
    ['DELETE', `${here}/hooks/${hook.id}`],
    ['POST', `${here}/hooks/${ownHook.id}/events/1/resend`],
    ['GET', `/projects/${hidden.id}/templates/issues`],
    ['PUT', `${here}/description_templates/${template.id}`],
    ['DELETE', `${here}/description_templates/${template.id}`],
    ['POST', `/todos/${todo.id}/mark_as_done`],
    ['POST', `${there}/todo`],
    ['POST', `${there}/subscribe`],
    ['GET', `${there}/time_stats`],
    ['POST', `${there}/reset_spent_time`],
  ];
  for (const [verb, path] of guesses) {
    const answer = await call('mina', verb, path, verb === 'PUT' ? { name: 'Taken', url_text: 'Taken' } : undefined);
    expect({ verb, path, status: answer.status }).toEqual({ verb, path, status: 404 });
    expect(JSON.stringify(answer.body)).not.toMatch(/secret/i);
  }
  const mutations = [
    ['timelogDelete', `id: "${timelog?.id ?? ''}"`],
    ['todoMarkDone', `id: "gid://gitlab/Todo/${todo.id}"`],
    ['workItemSubscribe', `id: "gid://gitlab/WorkItem/${incident.id}", subscribed: true`],
    ...['Cancel', 'Undo', 'Dismiss'].map(
      (change) => [`workItemBulkUpdate${change}`, `id: "${bulkUpdate.id}"`] as const,
    ),
  ] as const;
  for (const [name, input] of mutations) {
    const answer = await ask('mina', `mutation { ${name}(input: { ${input} }) { errors } }`);
    expect(`${name} ${JSON.stringify(answer)}`).toMatch(/not found|does not exist|don't have permission/i);
  }

  // Nothing changed, and she gets only answers about her own objects.
  expect((await call<Made[]>('ada', 'GET', `${there}/metric_images`)).body).toMatchObject([{ id: image.id }]);
  expect((await call<Made[]>('ada', 'GET', `/projects/${hidden.id}/uploads`)).body).toMatchObject([{ id: file.id }]);
  expect((await call('ada', 'GET', `${there}/time_stats`)).body).toMatchObject({ total_time_spent: 3600 });
  expect((await call<Made[]>('ada', 'GET', '/todos')).body).toMatchObject([{ id: todo.id }]);
  expect((await call<Made[]>('mina', 'GET', `${here}/hooks`)).body).toMatchObject([{ id: ownHook.id }]);
});
