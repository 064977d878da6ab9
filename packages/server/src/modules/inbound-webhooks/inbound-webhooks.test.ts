import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { InboundDeliveryId } from '@milepost/core/ids';
import { MAX_INBOUND_BYTES, type Forge } from '@milepost/core/merge-requests/forges';
import { test as base, type Call } from '../../testing/http.ts';
import { buildersIn } from '../../testing/test.ts';
import { processDelivery } from './commands/process.ts';
import { receiveDelivery, TooManyDeliveriesError } from './commands/receive.ts';
import { deleteOldInboundDeliveries } from './store.ts';

type Row = Record<string, unknown> & { id: number; status: string; reason: string | null };

const headersOf: Record<Forge, { event: string; key: string; push: string; request: string }> = {
  github: { event: 'x-github-event', key: 'x-github-delivery', push: 'push', request: 'pull_request' },
  gitlab: {
    event: 'x-gitlab-event',
    key: 'x-gitlab-event-uuid',
    push: 'Push Hook',
    request: 'Merge Request Hook',
  },
  gitea: { event: 'x-gitea-event', key: 'x-gitea-delivery', push: 'push', request: 'pull_request' },
};

const test = base.extend('newHook', ({ world, call, send }) => async (forge: Forge = 'github') => {
  const project = await buildersIn(world).project({ visibility: 'private' });
  const path = `/projects/${project.id}/inbound_webhooks`;
  const { status, body } = await call<Row & { url: string; secret: string }>('mina', 'POST', path, { forge });
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  const { pathname } = new URL(body.url);
  let last = 0;
  const deliver = async (event: string, payload: object | string, given: { key?: string; secret?: string } = {}) => {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    const secret = given.secret ?? body.secret;
    const signature = createHmac('sha256', secret).update(text).digest('hex');
    const named = headersOf[forge];
    const answer = await send({
      method: 'POST',
      url: pathname,
      payload: text,
      headers: {
        'content-type': 'application/json',
        [named.event]: event === 'push' || event === 'request' ? named[event] : event,
        [named.key]: given.key ?? `key-${(last += 1)}`,
        ...(forge === 'github' && { 'x-hub-signature-256': `sha256=${signature}` }),
        ...(forge === 'gitea' && { 'x-gitea-signature': signature }),
        ...(forge === 'gitlab' && { 'x-gitlab-token': secret }),
      },
    });
    await processQueued();
    return answer;
  };
  /** The jobs of this test's queue. */
  const processQueued = async () => {
    const { rows } = await sql<{ id: InboundDeliveryId }>`
      SELECT d.id FROM inbound_deliveries d WHERE d.status = 'queued' AND EXISTS (
        SELECT FROM graphile_worker.jobs WHERE key = 'inboundWebhooks.process.' || d.id) ORDER BY d.id`.execute(
      world.db,
    );
    for (const { id } of rows) await processDelivery(world.services, id);
  };
  const deliveries = async () =>
    (await call<Row[]>('mina', 'GET', `${path}/${body.id}/deliveries`)).body.map(({ status: each }) => each);
  return { project, path, hook: body, deliver, deliveries, processQueued };
});

const sha = (digit: number) => String(digit).repeat(40);

function pushOf(forge: Forge, branch: string, commits: readonly { id: string; message: string; email?: string }[]) {
  return {
    ref: `refs/heads/${branch}`,
    [forge === 'gitlab' ? 'project' : 'repository']: { default_branch: 'trunk' },
    commits: commits.map(({ id, message, email = 'x@elsewhere.test' }) => ({
      id,
      message,
      url: `https://forge.test/acme/app/commit/${id}`,
      author: { name: 'X', email },
    })),
  };
}

function requestOf(forge: Forge, changes: { title?: string; state?: string; at?: string; merged?: boolean } = {}) {
  const { title = 'Add a', state, at = '2026-11-20T10:00:00Z', merged = false } = changes;
  if (forge === 'gitlab') {
    return {
      project: { path_with_namespace: 'acme/app', default_branch: 'trunk' },
      user: { id: 5, name: 'Grace' },
      object_attributes: {
        iid: 7,
        title,
        description: '',
        state: merged ? 'merged' : (state ?? 'opened'),
        url: 'https://forge.test/acme/app/-/merge_requests/7',
        author_id: 5,
        source_branch: 'topic',
        target_branch: 'trunk',
        last_commit: { id: sha(1) },
        created_at: '2026-11-19 10:00:00 UTC',
        updated_at: at.replace('T', ' ').replace('Z', ' UTC'),
      },
    };
  }
  return {
    repository: { full_name: 'acme/app', default_branch: 'trunk' },
    pull_request: {
      number: 7,
      title,
      body: null,
      state: state ?? (merged ? 'closed' : 'open'),
      merged,
      merged_at: merged ? at : null,
      html_url: 'https://forge.test/acme/app/pull/7',
      user: { login: 'Grace' },
      head: { ref: 'topic', sha: sha(1) },
      base: { ref: 'trunk' },
      created_at: '2026-11-19T10:00:00Z',
      updated_at: at,
    },
  };
}

async function notesOf(call: Call, issue: { namespaceId: number; iid: number }) {
  const path = `/projects/${issue.namespaceId}/issues/${issue.iid}/notes`;
  const input = { activity_filter: 'only_activity', sort: 'asc' };
  const { body } = await call<{ body: string; author: { username: string } }[]>('mina', 'GET', path, input);
  return body.map((note) => `${note.author.username.replace(/\d.*/, '')}: ${note.body}`);
}

describe('deliveries of other forges', () => {
  for (const forge of ['github', 'gitlab', 'gitea'] as const) {
    test(`DL-IN-02: a delivery of ${forge} needs the right signature or token`, async ({ newHook, build, call }) => {
      const { project, deliver, path, hook } = await newHook(forge);
      const issue = await build.issue({ project });
      const push = pushOf(forge, 'trunk', [{ id: sha(2), message: `Closes #${issue.iid}` }]);
      const stateOf = async () =>
        (await call('mina', 'GET', `/projects/${project.id}/issues/${issue.iid}`)).body['state'];
      expect((await deliver('push', push, { key: 'a', secret: 'guess' })).status).toBe(401);
      // Neither JSON nor its fields are read before the signature.
      expect((await deliver('push', '{', { secret: 'guess' })).status).toBe(401);
      expect(await stateOf()).toBe('opened');
      // A refused delivery does not take the key of the real one.
      expect((await deliver('push', push, { key: 'a' })).status).toBe(202);
      expect(await stateOf()).toBe('closed');
      const { body } = await call<Row[]>('mina', 'GET', `${path}/${hook.id}/deliveries`);
      expect(body.map(({ status, reason }) => [status, reason])).toEqual([
        ['processed', null],
        ['refused', 'The signature or token is wrong'],
        ['refused', 'The signature or token is wrong'],
      ]);
      expect(JSON.stringify(body)).not.toContain(hook.secret);
      expect((await call('mina', 'GET', path)).body).toMatchObject([{ id: hook.id, forge, url: hook.url }]);
      expect(JSON.stringify((await call('mina', 'GET', path)).body)).not.toContain(hook.secret);
    });

    test(`DL-IN-06: requests of ${forge} are linked once, and late events change nothing`, async ({
      newHook,
      call,
      ask,
    }) => {
      const { project, deliver } = await newHook(forge);
      const list = `/projects/${project.id}/merge_requests`;
      const only = async () => {
        const { body } = await call<Row[]>('rita', 'GET', list, { state: 'all' });
        expect(body).toHaveLength(1);
        return body[0];
      };
      await deliver('request', requestOf(forge));
      const url = `https://forge.test/acme/app/${forge === 'gitlab' ? '-/merge_requests' : 'pull'}/7`;
      expect(await only()).toMatchObject({
        iid: 1,
        title: 'Add a',
        state: 'opened',
        source_branch: 'topic',
        target_branch: 'trunk',
        imported_from: forge,
        origin: { forge, project: 'acme/app', number: 7, author: 'Grace', url },
      });
      await deliver('request', requestOf(forge, { title: 'Add b', merged: true, at: '2026-11-22T10:00:00Z' }));
      await deliver('request', requestOf(forge, { title: 'Add c', at: '2026-11-21T10:00:00Z' }));
      expect(await only()).toMatchObject({ title: 'Add b', state: 'merged', merged_at: '2026-11-22T10:00:00.000Z' });
      const { data } = await ask(
        'rita',
        `{ project(fullPath: "${project.fullPath}") { mergeRequest(iid: "1") { origin { forge number author url } } } }`,
      );
      expect(data).toEqual({ project: { mergeRequest: { origin: { forge, number: 7, author: 'Grace', url } } } });
    });
  }

  test('a linked request takes comments and cannot be merged or edited', async ({ newHook, call }) => {
    const { project, deliver } = await newHook();
    await deliver('request', requestOf('github'));
    const one = `/projects/${project.id}/merge_requests/1`;
    expect((await call('dana', 'POST', `${one}/notes`, { body: 'Good' })).status).toBe(201);
    expect((await call('mina', 'PUT', `${one}/merge`)).status).toBe(405);
    expect((await call('mina', 'PUT', one, { title: 'Mine' })).status).toBe(422);
    expect((await call('mina', 'PUT', one, { labels: 'backend' })).status).toBe(200);
  });

  test('DL-IN-03: what is no event of a push or request is ignored or refused', async ({ newHook, send, call }) => {
    const { deliver, hook, path } = await newHook();
    const { pathname } = new URL(hook.url);
    expect(await deliver('issues', {})).toMatchObject({ status: 202, body: { message: 'ignored' } });
    expect((await deliver('ping', { zen: '' })).status).toBe(202);
    expect((await deliver('push', 'payload=%7B%7D')).status).toBe(400);
    expect((await deliver('push', { ref: 'refs/heads/main' })).status).toBe(400);
    expect((await deliver('push', '[['.repeat(50_000))).status).toBe(400);
    expect((await deliver('push', 'x'.repeat(MAX_INBOUND_BYTES + 1))).status).toBe(413);
    expect((await deliver('push', { ...pushOf('github', 'v1', []), ref: 'refs/tags/v1' })).body).toEqual({
      message: 'ignored',
    });
    const { body } = await call<Row[]>('mina', 'GET', `${path}/${hook.id}/deliveries`);
    expect(body.map(({ status }) => status)).toEqual([
      'ignored',
      'refused',
      'refused',
      'refused',
      'refused',
      'processed',
      'ignored',
    ]);
    for (const url of ['/-/inbound_webhooks/x', pathname.replace(/.$/, (end) => (end === '0' ? '1' : '0'))]) {
      expect((await send({ method: 'POST', url, payload: {} })).status).toBe(404);
    }
  });

  test('DL-IN-03, DL-IN-04, DL-IN-07: a delivery is processed once; maintainers see a week of them and process one again', async ({
    newHook,
    build,
    call,
    send,
    world,
  }) => {
    const { project, deliver, deliveries, path, hook, processQueued } = await newHook();
    const issue = await build.issue({ project });
    const at = `/projects/${project.id}/issues/${issue.iid}`;
    const push = pushOf('github', 'trunk', [{ id: sha(3), message: `Closes #${issue.iid}` }]);
    const stateOf = async () => (await call('mina', 'GET', at)).body['state'];
    await deliver('push', push, { key: 'same' });
    await call('mina', 'PUT', at, { state_event: 'reopen' });
    expect((await deliver('push', push, { key: 'same' })).body).toEqual({ message: 'already received' });
    expect(await stateOf()).toBe('opened');
    expect(await deliveries()).toEqual(['processed']);
    // A push of the most commits is answered before it is processed.
    const many = Array.from({ length: 2_000 }, (_, index) => ({ id: `${index}`.padStart(40, '0'), message: 'Work' }));
    const text = JSON.stringify(pushOf('github', 'trunk', many));
    const signature = createHmac('sha256', hook.secret).update(text).digest('hex');
    const headers = {
      'x-github-event': 'push',
      'x-github-delivery': 'many',
      'x-hub-signature-256': `sha256=${signature}`,
    };
    const answer = await send({ method: 'POST', url: new URL(hook.url).pathname, payload: text, headers });
    expect(answer).toMatchObject({ status: 202, body: { message: 'accepted' } });
    expect(await deliveries()).toEqual(['queued', 'processed']);
    await processQueued();
    expect(await deliveries()).toEqual(['processed', 'processed']);
    await sql`DELETE FROM inbound_deliveries WHERE delivery_key = 'many'`.execute(world.db);

    const rows = await call<Row[]>('mina', 'GET', `${path}/${hook.id}/deliveries`);
    expect(rows.body).toEqual([
      {
        id: expect.any(Number) as number,
        delivery_id: 'same',
        event: 'push',
        status: 'processed',
        reason: null,
        received_at: expect.any(String) as string,
        processed_at: expect.any(String) as string,
        can_process_again: true,
      },
    ]);
    const retry = `${path}/${hook.id}/deliveries/${rows.body[0]?.id}/retry`;
    for (const who of ['dana', 'rita'] as const) {
      expect((await call(who, 'POST', retry)).status).toBe(403);
      expect((await call(who, 'GET', `${path}/${hook.id}/deliveries`)).status).toBe(403);
    }
    expect((await call('otto', 'POST', retry)).status).toBe(404);
    expect((await call('mina', 'POST', retry)).status).toBe(202);
    await processQueued();
    expect(await stateOf()).toBe('closed');

    await deliver('push', push, { secret: 'guess' });
    const [refused] = (await call<Row[]>('mina', 'GET', `${path}/${hook.id}/deliveries`)).body;
    expect((await call('mina', 'POST', `${path}/${hook.id}/deliveries/${refused?.id}/retry`)).status).toBe(422);
    await sql`UPDATE inbound_deliveries SET received_at = now() - interval '8 days' WHERE id = ${refused?.id}`.execute(
      world.db,
    );
    await deleteOldInboundDeliveries(world.db);
    expect(await deliveries()).toEqual(['processed']);
  });

  test('DL-IN-05: commits act as the person of their address, else as the bot', async ({
    newHook,
    build,
    call,
    world,
  }) => {
    const { project, deliver } = await newHook();
    await sql`UPDATE users SET confirmed_at = now() WHERE username IN ('dana', 'gwen', 'root')`.execute(world.db);
    await sql`UPDATE users SET confirmed_at = NULL WHERE username = 'paul'`.execute(world.db);
    const [one, two, three, four, five] = await Promise.all(Array.from({ length: 5 }, () => build.issue({ project })));
    const hidden = await build.issue({
      project: await build.project({
        visibility: 'private',
        members: {},
        group: await build.group({ visibility: 'private', members: { dana: 'owner' } }),
      }),
    });
    const commits = [
      { id: sha(1), message: `Closes #${one?.iid}`, email: 'Dana@milepost.test' },
      { id: sha(2), message: `Closes #${two?.iid}` },
      // A guest of the project may not close it; neither bot nor creator of the webhook may see the hidden one.
      { id: sha(3), message: `Closes #${three?.iid}`, email: 'gwen@milepost.test' },
      { id: sha(4), message: `Closes ${hidden.namespacePath}#${hidden.iid}`, email: 'root@milepost.test' },
      { id: sha(5), message: `Closes #${five?.iid}`, email: 'paul@milepost.test' },
    ];
    await deliver('push', pushOf('github', 'trunk', commits));
    await deliver('push', pushOf('github', 'topic', [{ id: sha(6), message: `Closes #${four?.iid}` }]));
    await deliver('push', pushOf('github', 'topic', [{ id: sha(6), message: `Closes #${four?.iid}` }]));
    const of = (id: number) => `commit [${sha(id).slice(0, 8)}](https://forge.test/acme/app/commit/${sha(id)})`;
    const notes = async (issue: { namespaceId: number; iid: number } | undefined) =>
      issue ? notesOf(call, issue) : [];
    expect(await notes(one)).toEqual([`dana: closed via ${of(1)}`]);
    expect(await notes(two)).toEqual([`project_: closed via ${of(2)}`]);
    expect(await notes(three)).toEqual([]);
    expect(await notes(five)).toEqual([`project_: closed via ${of(5)}`]);
    expect(await notes(four)).toEqual([`project_: mentioned in ${of(6)}`]);
    const stateOf = async (namespaceId: number, iid: number) =>
      (await call('dana', 'GET', `/projects/${namespaceId}/issues/${iid}`)).body['state'];
    expect(await stateOf(hidden.namespaceId, hidden.iid)).toBe('opened');
    expect(await stateOf(project.id, four?.iid ?? 0)).toBe('opened');
  });

  test('large bodies are read a few at a time, half of them of one webhook; small ones do not wait', async ({
    newHook,
    world,
  }) => {
    const [one, other] = [await newHook(), await newHook('gitea')];
    const client = { isOver: false };
    let reading = 0;
    async function* endless() {
      reading += 1;
      while (!client.isOver) {
        yield Buffer.from(' ');
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
    const large = ({ hook }: typeof one, size: number | null = 2_000_000) => {
      const uuid = hook.url.split('/').at(-1) ?? '';
      const incoming = { uuid, header: () => undefined, size, body: endless(), waitTimeoutMs: 100 };
      return receiveDelivery(world.services, incoming);
    };
    // The slow clients of a stranger hold two slots, whether they state a size or not.
    const held = [large(one), large(one, null)];
    await expect.poll(() => reading).toBe(2);
    await expect(large(one)).rejects.toThrow(TooManyDeliveriesError);
    await expect(large(one, null)).rejects.toThrow(TooManyDeliveriesError);
    // The last slot is for a webhook that holds none.
    held.push(large(other));
    await expect.poll(() => reading).toBe(3);
    await expect(large(other)).rejects.toThrow(TooManyDeliveriesError);
    expect((await one.deliver('ping', {})).status).toBe(202);
    client.isOver = true;
    expect((await Promise.allSettled(held)).map(({ status }) => status)).toEqual(held.map(() => 'rejected'));
    const text = `{"padding":"${'x'.repeat(2_000_000)}"}`;
    expect((await one.deliver('ping', text)).status).toBe(202);
    expect(await one.deliveries()).toEqual(['processed', 'refused', 'refused', 'processed', 'refused', 'refused']);
  });

  test('an archived project and a removed webhook take no deliveries', async ({ newHook, call, world }) => {
    const { project, deliver, path, hook } = await newHook();
    await sql`UPDATE namespaces SET archived_at = now() WHERE id = ${project.id}`.execute(world.db);
    expect((await deliver('request', requestOf('github'))).status).toBe(403);
    await sql`UPDATE namespaces SET archived_at = NULL WHERE id = ${project.id}`.execute(world.db);
    expect((await call('mina', 'DELETE', `${path}/${hook.id}`)).status).toBe(204);
    expect((await deliver('request', requestOf('github'))).status).toBe(404);
    const { rows } = await sql<{ state: string }>`SELECT state FROM users WHERE bot_of_id = ${project.id}`.execute(
      world.db,
    );
    expect(rows).toEqual([{ state: 'blocked' }]);
  });
});
