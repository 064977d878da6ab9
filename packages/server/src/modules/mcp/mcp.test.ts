import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect } from 'vitest';
import { sessionHeaders, test as base, tokenFor } from '../../testing/http.ts';
import type { CastName } from '../../testing/cast.ts';
import { buildServer } from '../../app/server.ts';
import { indexSearch } from '../search/jobs.ts';
import { createNote } from '../notes/commands.ts';
import { updateWorkItem } from '../work-items/commands.ts';

type Member = Exclude<CastName, 'nobody'>;
interface Called<Data = never> {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: Data;
}
interface Item {
  reference: string;
  title: string;
  state: string;
  labels: string[];
  parent: string | null;
}

const test = base
  .extend('address', { scope: 'file' }, async ({ server }) => {
    await server.listen({ port: 0, host: '127.0.0.1' });
    return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/api/v4/mcp`;
  })
  .extend('connect', ({ address, world }, { onCleanup }) => {
    const clients: Client[] = [];
    onCleanup(async () => {
      for (const client of clients) await client.close();
    });
    return async (who: Member, scopes: readonly ('api' | 'read_api')[] = ['api'], revision?: string) => {
      const client = new Client(
        { name: 'test', version: '1' },
        revision === undefined
          ? {}
          : {
              supportedProtocolVersions: [revision],
              versionNegotiation: { mode: revision < '2026' ? 'legacy' : 'auto' },
            },
      );
      const token = await tokenFor(world, who, scopes);
      await client.connect(
        new StreamableHTTPClientTransport(new URL(address), {
          requestInit: { headers: { authorization: `Bearer ${token}` } },
        }),
      );
      clients.push(client);
      return client;
    };
  })
  .extend(
    'post',
    ({ send, world }) =>
      async (message: unknown, headers: Record<string, string> = {}) =>
        send({
          method: 'POST',
          url: '/api/v4/mcp',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            'private-token': await tokenFor(world, 'ada'),
            ...headers,
          },
          payload: typeof message === 'string' ? message : JSON.stringify(message),
        }),
  );

const call = async (client: Client, name: string, given: Record<string, unknown>): Promise<Called> =>
  (await client.callTool({ name, arguments: given })) as unknown as Called;

const dataOf = <Data>({ structuredContent, content, isError }: Called<Data>): Data => {
  const [first] = content;
  if (isError || !first || structuredContent === undefined) throw new Error(`The tool failed: ${first?.text}`);
  expect(JSON.parse(first.text)).toEqual(structuredContent);
  return structuredContent;
};

/** The JSON of an answer, which the server may send as an event. */
const messageIn = (body: unknown): Record<string, unknown> =>
  typeof body === 'string' ? (JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? body) as never) : (body as never);

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

describe('the protocol', () => {
  test('OG-MC-01, OG-MC-02, OG-MC-06: the official client lists tools in every revision, by the scope of its token', async ({
    connect,
  }) => {
    for (const revision of ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28', undefined]) {
      const client = await connect('ada', ['api'], revision);
      expect(client.getServerVersion()).toMatchObject({ name: 'milepost', version: expect.stringMatching(/^\d/) });
      expect(client.getServerCapabilities()).toHaveProperty('tools');
      expect(client.getNegotiatedProtocolVersion()).toBe(revision ?? '2025-11-25');
      const { tools } = await client.listTools();
      expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
        ['search', true],
        ['read', true],
        ['create', false],
        ['update', false],
        ['comment', false],
        ['plan', false],
      ]);
      for (const tool of tools) expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
    const reader = await connect('ada', ['read_api']);
    expect((await reader.listTools()).tools.map(({ name }) => name)).toEqual(['search', 'read']);
  });

  test('OG-MC-01, OG-MC-04: other revisions, methods and types of answers are refused; notifications have no answer', async ({
    post,
    send,
  }) => {
    expect((await post(list, { 'mcp-protocol-version': '2020-01-01' })).status).toBe(400);
    for (const accept of ['application/json', 'text/event-stream', '*/*']) {
      expect((await post(list, { accept })).status).toBe(406);
    }
    for (const method of ['GET', 'DELETE'] as const) {
      const { status, headers } = await send({ method, url: '/api/v4/mcp' });
      expect([status, headers['allow']]).toEqual([405, 'POST']);
    }
    const notified = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([notified.status, notified.body]).toEqual([202, null]);
  });

  test('OG-MC-03: only tokens are accepted, and only from the origin of the site', async ({
    post,
    send,
    world,
    db,
  }) => {
    const request = {
      method: 'POST',
      url: '/api/v4/mcp',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      payload: JSON.stringify(list),
    } as const;
    const ada = world.userIds.ada;
    const session = await sessionHeaders(world, ada);
    const expired = await tokenFor(world, 'gwen');
    await db
      .updateTable('personalAccessTokens')
      .set({ expiresAt: '2020-01-01' as never })
      .where('userId', '=', world.userIds.gwen)
      .execute();
    for (const headers of [{}, session, { authorization: 'Bearer wrong' }, { authorization: `Bearer ${expired}` }]) {
      const answer = await send({ ...request, headers: { ...request.headers, ...headers } });
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer /);
    }
    expect((await post(list, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await post(list, { origin: world.services.baseUrl })).status).toBe(200);
    world.services.mcpOrigins = ['https://tools.example'];
    expect((await post(list, { origin: 'https://tools.example' })).status).toBe(200);
    world.services.mcpOrigins = [];
  });

  test('OG-MC-05: errors have the codes of JSON-RPC, and name the argument', async ({ post, connect, build }) => {
    const code = async (message: unknown) =>
      (messageIn((await post(message)).body)['error'] as { code: number; message: string } | undefined) ?? null;
    expect(await code('{')).toMatchObject({ code: -32_700 });
    expect(await code([list])).toMatchObject({ code: -32_600 });
    expect(await code({ jsonrpc: '2.0', id: 1, method: 'nope', params: {} })).toMatchObject({ code: -32_601 });
    const tool = (name: string, given: object) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: given },
    });
    expect(await code(tool('nope', {}))).toMatchObject({ code: -32_602, message: expect.stringContaining('nope') });
    for (const [given, name] of [
      [{}, 'query'],
      [{ query: 'x', nope: 1 }, 'nope'],
      [{ query: 'x', limit: 51 }, 'limit'],
      [{ query: 'a\u0000' }, 'query'],
    ] as const) {
      expect(await code(tool('search', given))).toMatchObject({
        code: -32_602,
        message: expect.stringContaining(name),
      });
    }
    const epic = await build.epic({ group: await build.group() });
    const client = await connect('ada');
    const wrong = await call(client, 'update', { item: `${epic.namespacePath}&${epic.iid}`, due_date: '2026-02-31' });
    expect(wrong).toMatchObject({ isError: true });
    expect(wrong.content[0]?.text).toContain('Due date is invalid');
  });

  test('OG-MC-10: calls count against the rate limit of the token', async ({ world }) => {
    const limited = await buildServer({
      services: world.services,
      logLevel: 'error',
      secret: 's'.repeat(32),
      dataDir: '/nowhere',
      limits: { requestsPerToken: 3, requestsPerAddress: 0, queryTimePerToken: 0, queryTimePerAddress: 0 } as never,
    });
    const token = await tokenFor(world, 'dana');
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      const { statusCode } = await limited.inject({
        method: 'POST',
        url: '/api/v4/mcp',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${token}`,
        },
        payload: JSON.stringify(list),
      });
      statuses.push(statusCode);
    }
    await limited.close();
    // The first request makes the token known.
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });
});

describe('tools', () => {
  test('OG-MC-02, OG-MC-06, OG-MC-10: items are created, changed and commented on under the name of the owner', async ({
    connect,
    build,
    ask,
    call: rest,
  }) => {
    const group = await build.group({ path: 'mcp-tools' });
    await build.label({ namespace: group, title: 'api' });
    const parent = await build.epic({ group, title: 'Parent' });
    const client = await connect('ada');
    const made = dataOf<{ item: Item; change_set: number }>(
      await call(client, 'create', {
        in: 'mcp-tools',
        type: 'epic',
        title: 'From a program',
        labels: ['api'],
        start_date: '2026-03-01',
        parent: `mcp-tools&${parent.iid}`,
      }),
    );
    expect(made.item).toMatchObject({ title: 'From a program', labels: ['api'], parent: `mcp-tools&${parent.iid}` });
    const { reference } = made.item;
    const changed = dataOf<{ changed: object }>(
      await call(client, 'update', { item: reference, title: 'Renamed', health_status: 'at_risk' }),
    );
    expect(changed.changed).toEqual({
      title: { from: 'From a program', to: 'Renamed' },
      health_status: { from: null, to: 'at_risk' },
    });
    dataOf(await call(client, 'comment', { item: reference, body: 'Hello\n/close' }));
    const read = dataOf<{ item: Item; comments: { body: string; author: string }[] }>(
      await call(client, 'read', { item: reference }),
    );
    expect(read).toMatchObject({
      item: { title: 'Renamed', state: 'opened' },
      comments: [{ author: 'ada', body: 'Hello\n/close' }],
    });
    const found = dataOf<{ items: Item[]; total: number }>(
      await call(client, 'search', { query: 'Renamed', in: 'mcp-tools' }),
    );
    expect(found).toMatchObject({ items: [{ reference }], total: 1 });

    const iid = reference.split('&')[1] ?? '';
    interface History {
      group: { epic: { notes: { nodes: { body: string; via: string | null; system: boolean }[] } } };
    }
    const { data } = await ask<History>(
      'ada',
      `{ group(fullPath: "mcp-tools") { epic(iid: "${iid}") { notes { nodes { body via system } } } } }`,
    );
    const { nodes } = data.group.epic.notes;
    expect(nodes.map(({ body }) => body)).toEqual(expect.arrayContaining(['created this', 'Hello\n/close']));
    expect(new Set(nodes.map(({ via }) => via))).toEqual(new Set(['MCP']));
    const log = await rest<{ author_username: string; details: Record<string, unknown> }[]>(
      'ada',
      'GET',
      `/groups/${group.id}/audit_events`,
      { event_type: 'item_changed_by_program' },
    );
    expect(
      log.body.map(({ author_username: who, details }) => [who, details['custom_message'], details['target_details']]),
    ).toEqual([
      ['ada', 'Commented on the item via MCP', reference],
      ['ada', 'Changed the item via MCP', reference],
      ['ada', 'Created the item via MCP', reference],
    ]);

    const reader = await connect('ada', ['read_api']);
    await expect(reader.callTool({ name: 'update', arguments: { item: reference, title: 'No' } })).rejects.toThrow(
      /scope api/,
    );
    expect(dataOf(await call(reader, 'read', { item: reference }))).toMatchObject({ item: { title: 'Renamed' } });
  });

  test('OG-MC-07: hidden items are as those that do not exist', async ({ connect, build, as }) => {
    const group = await build.group({ path: 'mcp-hidden', visibility: 'private' });
    const secret = await build.epic({ group, title: 'Zyzzyva takeover' });
    const open = await build.group({ path: 'mcp-open', visibility: 'public' });
    const confidential = await build.epic({ group: open, title: 'Zyzzyva budget', confidential: true });
    const shown = await build.epic({ group: open, title: 'Zyzzyva fair' });
    const inner = await build.group({ parent: open, path: 'inner', visibility: 'private' });
    const parent = await build.epic({ group: inner, title: 'Zyzzyva merger' });
    await updateWorkItem(as('ada'), shown.id, { parentId: parent.id });
    await createNote(as('ada'), { workItemId: shown.id, body: 'Secret talk', isInternal: true });
    const client = await connect('otto');
    const missing = (reference: string) => `There is no item ${reference}, or you may not read it.`;
    for (const item of [`mcp-hidden&${secret.iid}`, 'mcp-hidden&999', `mcp-open&${confidential.iid}`, 'nowhere&1']) {
      for (const [tool, given] of [
        ['read', { item }],
        ['update', { item, title: 'x' }],
        ['comment', { item, body: 'x' }],
        ['plan', { changes: [{ action: 'update', item, title: 'x' }] }],
      ] as const) {
        expect(await call(client, tool, given)).toMatchObject({ isError: true, content: [{ text: missing(item) }] });
      }
    }
    const inHidden = await call(client, 'create', { in: 'mcp-hidden', type: 'epic', title: 'x' });
    const inNone = await call(client, 'create', { in: 'mcp-none', type: 'epic', title: 'x' });
    expect(inHidden).toEqual(inNone);
    const found = await call(client, 'search', { query: 'zyzzyva' });
    expect(dataOf(found)).toMatchObject({ items: [{ title: 'Zyzzyva fair', parent: null }], total: 1 });
    const read = await call(client, 'read', { item: `mcp-open&${shown.iid}` });
    expect(dataOf(read)).toMatchObject({ item: { parent: null }, comments: [] });
    expect(JSON.stringify([found, read])).not.toMatch(/takeover|budget|merger|Secret/);
  });

  test('OG-MC-08: results are limited in items and bytes, and a cursor leads to the rest', async ({
    connect,
    build,
    as,
    services,
  }) => {
    const group = await build.group({ path: 'mcp-large' });
    const description = `${'"quoted" äöü '.repeat(20_000)}END`;
    const epic = await build.epic({ group, title: 'Large' });
    await updateWorkItem(as('ada'), epic.id, { description });
    for (let count = 0; count < 60; count += 1)
      await build.epic({ group, parent: epic, title: `Child quokka ${count}` });
    for (let count = 0; count < 4; count += 1) {
      await createNote(as('ada'), { workItemId: epic.id, body: `${count} ${'"comment" '.repeat(2_000)}` });
    }
    const client = await connect('ada');
    let text = '';
    const children: string[] = [];
    const comments: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const result = await call(client, 'read', { item: 'mcp-large&1', ...(cursor !== undefined && { cursor }) });
      expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(100_000);
      const page = dataOf<{
        description?: string;
        children?: Item[];
        comments?: { body: string; body_continues?: true }[];
        next_cursor?: string;
      }>(result);
      expect((page.children?.length ?? 0) + (page.comments?.length ?? 0)).toBeLessThanOrEqual(50);
      text += page.description ?? '';
      children.push(...(page.children ?? []).map(({ title }) => title));
      for (const { body, body_continues: isRest } of page.comments ?? []) {
        if (isRest) comments[comments.length - 1] += body;
        else comments.push(body);
      }
      cursor = page.next_cursor;
      pages += 1;
    } while (cursor !== undefined && pages < 100);
    expect(text).toBe(description);
    expect(children).toHaveLength(60);
    expect(comments).toEqual(['0', '1', '2', '3'].map((each) => `${each} ${'"comment" '.repeat(2_000)}`));

    await indexSearch.run(services, {}, new AbortController().signal);
    const titles = new Set<string>();
    cursor = undefined;
    do {
      const page: { items: Item[]; total: number; next_cursor?: string } = dataOf(
        await call(client, 'search', { query: 'quokka', limit: 50, ...(cursor !== undefined && { cursor }) }),
      );
      expect(page.total).toBe(60);
      expect(page.items.length).toBeLessThanOrEqual(50);
      for (const { title } of page.items) titles.add(title);
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    expect(titles.size).toBe(60);
  });

  test('OG-MC-09: a plan is previewed, then made as one change set that can be undone', async ({
    connect,
    build,
    db,
  }) => {
    const group = await build.group({ path: 'mcp-plan' });
    const project = await build.project({ group, path: 'app' });
    await build.label({ namespace: group, title: 'plan' });
    const epic = await build.epic({ group, title: 'Start', dueDate: '2026-05-01' });
    const client = await connect('ada');
    const changes = [
      { action: 'create', name: 'part', in: 'mcp-plan', type: 'epic', title: 'Part', parent: 'mcp-plan&1' },
      { action: 'create', in: 'mcp-plan/app', type: 'issue', title: 'Step', parent: 'new:part', labels: ['plan'] },
      {
        action: 'update',
        item: 'mcp-plan&1',
        title: 'Finish',
        due_date: '2026-06-01',
        add_labels: ['plan'],
        state: 'closed',
      },
      { action: 'comment', item: 'new:part', body: 'Planned' },
    ];
    const countOf = async () =>
      (await db.selectFrom('workItems').select('id').where('namespaceId', 'in', [group.id, project.id]).execute())
        .length;
    const preview = dataOf<{ dry_run: boolean; changes: { item: Partial<Item> }[]; change_set: null }>(
      await call(client, 'plan', { changes }),
    );
    expect(preview).toMatchObject({
      dry_run: true,
      change_set: null,
      changes: [
        { action: 'create', item: { title: 'Part', parent: 'mcp-plan&1' } },
        { action: 'create', item: { title: 'Step', labels: ['plan'] } },
        {
          action: 'update',
          changed: { title: { from: 'Start', to: 'Finish' }, state: { from: 'opened', to: 'closed' } },
        },
        { action: 'comment' },
      ],
    });
    expect(preview.changes[0]?.item.reference).toBeUndefined();
    expect(await countOf()).toBe(1);

    const refused = await call(client, 'plan', {
      dry_run: false,
      changes: [...changes, { action: 'update', item: 'mcp-plan&1', labels: ['nope'] }],
    });
    expect(refused).toMatchObject({ isError: true });
    expect(refused.content[0]?.text).toMatch(/^Change 5: .*nope.*Nothing was changed\.$/);
    expect(await countOf()).toBe(1);

    const made = dataOf<{ change_set: number; changes: { item: Item }[] }>(
      await call(client, 'plan', { dry_run: false, changes }),
    );
    expect(await countOf()).toBe(3);
    const part = made.changes[0]?.item.reference ?? '';
    expect(dataOf(await call(client, 'read', { item: part }))).toMatchObject({
      children: [{ title: 'Step' }],
      comments: [{ body: 'Planned' }],
    });

    const other = await connect('root');
    expect(await call(other, 'plan', { dry_run: false, undo: made.change_set })).toMatchObject({ isError: true });
    dataOf(await call(client, 'plan', { dry_run: false, undo: made.change_set }));
    expect(await countOf()).toBe(1);
    expect(await build.reread(epic)).toMatchObject({ title: 'Start', dueDate: '2026-05-01', state: 'opened' });
    expect(dataOf(await call(client, 'read', { item: 'mcp-plan&1' }))).toMatchObject({ item: { labels: [] } });
    expect(await call(client, 'plan', { dry_run: false, undo: made.change_set })).toMatchObject({ isError: true });
  });

  test('OG-MC-09: an undo overwrites nothing that somebody changed since', async ({
    connect,
    build,
    as,
    call: rest,
  }) => {
    const group = await build.group({ path: 'mcp-undo' });
    const epic = await build.epic({ group, title: 'One' });
    const client = await connect('ada');
    const { change_set: id } = dataOf<{ change_set: number }>(
      await call(client, 'update', { item: 'mcp-undo&1', title: 'Two' }),
    );
    await updateWorkItem(as('ada'), epic.id, { title: 'Three' });
    expect((await rest('ada', 'POST', `/change_sets/${id}/undo`)).status).toBe(409);
    expect(await build.reread(epic)).toMatchObject({ title: 'Three' });
    await updateWorkItem(as('ada'), epic.id, { title: 'Two' });
    expect((await rest('rita', 'POST', `/change_sets/${id}/undo`)).status).toBe(404);
    expect((await rest('ada', 'POST', `/change_sets/${id}/undo`)).status).toBe(204);
    expect(await build.reread(epic)).toMatchObject({ title: 'One' });
  });
});
