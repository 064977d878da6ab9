import { CLOSED_EPIC_PROBLEM } from '@milepost/core/roadmap/status-updates';
import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';
import { closeWorkItem, updateWorkItem } from '../work-items/commands.ts';
import { deleteStatusUpdate, postStatusUpdate, restoreStatusUpdate, updateStatusUpdate } from './commands.ts';

interface Update {
  id: number;
  health: string;
  previous_health: string | null;
  text: string;
  author: { username: string };
  due_date: string | null;
  edited_at: string | null;
}

describe('status updates', () => {
  test('RX-SU-01, RX-SU-02, RX-SU-03, RX-SU-04, RX-SU-08: posted, listed, edited and deleted over REST', async ({
    as,
    build,
    call,
    db,
  }) => {
    const group = await build.group();
    const epic = await build.epic({ group, author: 'ada', dueDate: '2026-03-31' });
    const path = `/groups/${group.id}/epics/${epic.iid}/status_updates`;
    const health = async () => (await build.reread(epic))?.healthStatus;
    for (const text of ['', '  ', 'x'.repeat(10_001)]) {
      const refused = await call('paul', 'POST', path, { health: 'at_risk', text });
      expect(refused.status).toBe(400);
      expect(JSON.stringify(refused.body)).toContain('"text"');
    }
    expect(await health()).toBeNull();
    const first = await call<Update>('paul', 'POST', path, { health: 'on_track', text: 'x'.repeat(10_000) });
    expect(first).toMatchObject({ status: 201, body: { health: 'on_track', previous_health: null } });
    const second = await call<Update>('dana', 'POST', path, { health: 'at_risk', text: 'Waits for **steel**' });
    expect(second.body).toMatchObject({
      previous_health: 'on_track',
      author: { username: 'dana' },
      due_date: '2026-03-31',
      edited_at: null,
    });
    expect(await health()).toBe('at_risk');
    await updateWorkItem(as('paul'), epic.id, { healthStatus: 'needs_attention' });
    const listed = async () => (await call<Update[]>('gwen', 'GET', path)).body.map(({ id }) => id);
    expect(await listed()).toEqual([second.body.id, first.body.id]);

    const one = `${path}/${second.body.id}`;
    expect((await call('ada', 'PUT', one, { text: 'Mine' })).status).toBe(403);
    expect((await call('dana', 'PUT', one, { text: '' })).status).toBe(400);
    const edited = await call<Update>('dana', 'PUT', one, { text: 'Steel came' });
    expect(edited.body).toMatchObject({ text: 'Steel came', health: 'at_risk' });
    expect(edited.body.edited_at).not.toBeNull();
    expect((await call('rita', 'DELETE', one)).status).toBe(403);
    expect((await call('mina', 'DELETE', one)).status).toBe(204);
    expect([await listed(), await health()]).toEqual([[first.body.id], 'needs_attention']);
    expect((await call('dana', 'PUT', one, { text: 'Back' })).status).toBe(404);
    await restoreStatusUpdate(as('mina'), second.body.id as never);
    expect(await listed()).toEqual([second.body.id, first.body.id]);
    const other = await build.epic({ group });
    const elsewhere = `/groups/${group.id}/epics/${other.iid}/status_updates/${second.body.id}`;
    expect((await call('dana', 'PUT', elsewhere, { text: 'X' })).status).toBe(404);

    await closeWorkItem(as('paul'), epic.id);
    const late = await call('paul', 'POST', path, { health: 'on_track', text: 'Done' });
    expect([late.status, JSON.stringify(late.body)]).toEqual([400, expect.stringContaining(CLOSED_EPIC_PROBLEM)]);

    await db.updateTable('users').set({ state: 'banned' }).where('id', '=', build.idOf('dana')).execute();
    try {
      expect(await listed()).toEqual([first.body.id]);
      expect((await call<Update[]>('root', 'GET', path)).body).toHaveLength(2);
    } finally {
      await db.updateTable('users').set({ state: 'active' }).where('id', '=', build.idOf('dana')).execute();
    }
  });

  test('RX-SU-02: of two people who post at once, both updates stay and the later one sets the health', async ({
    as,
    build,
    call,
  }) => {
    const group = await build.group();
    const epic = await build.epic({ group });
    const post = (who: 'paul' | 'dana', health: 'on_track' | 'at_risk') =>
      postStatusUpdate(as(who), epic.id, { health, text: who });
    await Promise.all([post('paul', 'on_track'), post('dana', 'at_risk')]);
    const { body } = await call<Update[]>('gwen', 'GET', `/groups/${group.id}/epics/${epic.iid}/status_updates`);
    expect(body.map(({ text }) => text).toSorted()).toEqual(['dana', 'paul']);
    expect(body[0]?.previous_health).toBe(body[1]?.health);
    expect((await build.reread(epic))?.healthStatus).toBe(body[0]?.health);
  });

  test('RX-SU-03, RX-SU-08: twenty a page over GraphQL, with the latest and the permissions of the viewer', async ({
    as,
    ask,
    build,
  }) => {
    const group = await build.group();
    const epic = await build.epic({ group });
    for (let each = 1; each <= 20; each++) {
      await postStatusUpdate(as('paul'), epic.id, { health: 'on_track', text: `Week ${each}` });
    }
    const create = `mutation($id: EpicID!) { epicStatusUpdateCreate(input: { epicId: $id, health: atRisk, text: "*Late*" }) {
      statusUpdate { id textHtml } errors } }`;
    const made = await ask<{ epicStatusUpdateCreate: { statusUpdate: { id: string; textHtml: string } } }>(
      'dana',
      create,
      {
        id: `gid://gitlab/Epic/${epic.id}`,
      },
    );
    expect(made.data.epicStatusUpdateCreate.statusUpdate.textHtml).toContain('<em>Late</em>');
    const query = `query($path: ID!, $iid: ID!, $after: String) { group(fullPath: $path) { epic(iid: $iid) {
      userPermissions { createStatusUpdate }
      latestStatusUpdate { text health previousHealth author { username } userPermissions { updateStatusUpdate destroyStatusUpdate } }
      statusUpdates(after: $after) { count nodes { text } pageInfo { hasNextPage endCursor } } } } }`;
    interface Answer {
      group: { epic: { statusUpdates: { nodes: object[]; pageInfo: { endCursor: string } } } };
    }
    const variables = { path: group.fullPath, iid: String(epic.iid) };
    const page = await ask<Answer>('mina', query, variables);
    expect(page.data.group.epic).toMatchObject({
      userPermissions: { createStatusUpdate: true },
      latestStatusUpdate: {
        text: '*Late*',
        health: 'atRisk',
        previousHealth: 'onTrack',
        author: { username: 'dana' },
        userPermissions: { updateStatusUpdate: false, destroyStatusUpdate: true },
      },
      statusUpdates: { count: 21, pageInfo: { hasNextPage: true } },
    });
    expect(page.data.group.epic.statusUpdates.nodes).toHaveLength(20);
    const after = page.data.group.epic.statusUpdates.pageInfo.endCursor;
    const rest = await ask<Answer>('gwen', query, { ...variables, after });
    expect(rest.data.group.epic).toMatchObject({
      userPermissions: { createStatusUpdate: false },
      statusUpdates: { nodes: [{ text: 'Week 1' }], pageInfo: { hasNextPage: false } },
    });
  });

  test('RX-SU-05: subscribers who may see the epic get one to-do, which the next update replaces', async ({
    as,
    build,
    call,
  }) => {
    const group = await build.group();
    const epic = await build.epic({ group, author: 'ada', confidential: true, assignees: ['mina'] });
    await call('rita', 'POST', `/groups/${group.id}/epics/${epic.iid}/subscribe`);
    const todos = async (who: 'ada' | 'mina' | 'rita' | 'gwen' | 'paul') =>
      (await call<{ author: { username: string } }[]>(who, 'GET', '/todos', { action: 'status_update_posted' })).body
        .length;
    const counts = async () => Promise.all((['ada', 'mina', 'rita', 'gwen', 'paul'] as const).map(todos));
    const before = await counts();
    await postStatusUpdate(as('paul'), epic.id, { health: 'on_track', text: 'One' });
    await postStatusUpdate(as('paul'), epic.id, { health: 'at_risk', text: 'Two' });
    const after = await counts();
    expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 1, 0, 0]);
  });

  test('RX-SU-07: webhooks get status updates, those of confidential epics only by choice', async ({
    as,
    build,
    call,
    db,
  }) => {
    const group = await build.group();
    const hook = async (choices: object) =>
      (
        await call<{ id: number }>('ada', 'POST', `/groups/${group.id}/hooks`, {
          url: 'https://hooks.example/in',
          ...choices,
        })
      ).body.id;
    const open = await hook({ status_update_events: true });
    const both = await hook({ status_update_events: true, confidential_issues_events: true });
    const deliveries = async (id: number) => {
      const rows = await db
        .selectFrom('webhookDeliveries')
        .select('payload')
        .where('webhookId', '=', id as never)
        .orderBy('id')
        .execute();
      return rows
        .map(({ payload }) => JSON.parse(payload) as { object_kind: string; object_attributes: object; epic: object })
        .filter(({ object_kind: kind }) => kind === 'status_update');
    };
    const epic = await build.epic({ group });
    const update = await postStatusUpdate(as('paul'), epic.id, { health: 'at_risk', text: 'Late' });
    await updateStatusUpdate(as('paul'), update.id, { text: 'Later' });
    await deleteStatusUpdate(as('paul'), update.id);
    const sent = await deliveries(open);
    expect(sent.map(({ object_attributes: about }) => about)).toMatchObject([
      { id: update.id, health: 'at_risk', text: 'Late', action: 'create' },
      { text: 'Later', action: 'update' },
      { text: 'Later', action: 'delete' },
    ]);
    expect(sent[0]?.epic).toMatchObject({ id: epic.id, iid: epic.iid });
    const secret = await build.epic({ group, confidential: true });
    await postStatusUpdate(as('paul'), secret.id, { health: 'at_risk', text: 'Secret' });
    expect([(await deliveries(open)).length, (await deliveries(both)).length]).toEqual([3, 4]);
  });
});
