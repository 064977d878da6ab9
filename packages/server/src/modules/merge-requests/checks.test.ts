import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { Call } from '../../testing/http.ts';
import type { Row } from '../../testing/merge-requests.ts';
import { test } from '../../testing/delivery/receiver.ts';

const wanted = { source_branch: 'feature', target_branch: 'main', title: 'A' };

describe('external status checks', () => {
  test('DL-SC-01, DL-SC-02: create, list, change and delete; the secret never comes back', async ({
    newCode,
    call,
    world,
  }) => {
    const { project } = await newCode();
    const list = `/projects/${project.id}/external_status_checks`;
    const fields = { name: 'Style', external_url: 'https://check.example.com/in' };
    const made = await call<Row>('mina', 'POST', list, fields);
    expect(made).toMatchObject({ status: 201 });
    expect(made.body).toEqual({
      id: made.body.id,
      ...fields,
      project_id: project.id,
      hmac: false,
      protected_branches: [],
    });
    expect((await call('mina', 'POST', list, fields)).status).toBe(422);
    for (const url of ['ftp://example.com', 'javascript:alert(1)', '', 'https://', 'x']) {
      const answer = await call('mina', 'POST', list, { name: 'Other', external_url: url });
      expect([url, answer.status]).toEqual([url, 422]);
    }
    expect((await call('mina', 'POST', list, { name: 'Other' })).status).toBe(400);
    expect((await call('dana', 'POST', list, { ...fields, name: 'Other' })).status).toBe(403);
    const signed = await call<Row>('mina', 'PUT', `${list}/${made.body.id}`, { shared_secret: 'hush-hush' });
    expect(signed).toMatchObject({ status: 200, body: { name: 'Style', hmac: true } });
    const second = await call<Row>('mina', 'POST', list, { ...fields, name: 'Second', shared_secret: 'hush-hush' });
    expect(second.body).toMatchObject({ hmac: true });
    expect((await call('mina', 'PUT', `${list}/${second.body.id}`, { name: 'Style' })).status).toBe(422);
    const listed = await call<Row[]>('dana', 'GET', list);
    expect(listed.body).toEqual([second.body, signed.body]);
    expect((await call('rita', 'GET', list)).status).toBe(403);
    expect((await call('otto', 'GET', list)).status).toBe(404);
    expect(JSON.stringify([made, signed, second, listed])).not.toContain('hush');
    const { rows } = await sql<{ row: string }>`SELECT row_to_json(h)::text AS row FROM webhooks h`.execute(world.db);
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.map(({ row }) => row).join(' ')).not.toContain('hush');
    expect((await call<Row[]>('mina', 'GET', `/projects/${project.id}/hooks`)).body).toEqual([]);
    const unsigned = await call<Row>('mina', 'PUT', `${list}/${made.body.id}`, { shared_secret: '' });
    expect(unsigned.body['hmac']).toBe(false);
    expect((await call('mina', 'DELETE', `${list}/${made.body.id}`)).status).toBe(204);
    expect((await call('mina', 'DELETE', `${list}/${made.body.id}`)).status).toBe(404);
    expect((await call<Row[]>('mina', 'GET', list)).body).toEqual([second.body]);
  });

  test('DL-SC-03, DL-SC-09: each change calls each check once, signed; a new head is pending again', async ({
    newCode,
    call,
    receiver,
    deliver,
  }) => {
    const { project, path, branch } = await newCode();
    const list = `/projects/${project.id}/external_status_checks`;
    const url = receiver.url;
    const check = await call<Row>('mina', 'POST', list, { name: 'Style', external_url: url, shared_secret: 'hush' });
    await call('mina', 'POST', list, { name: 'Open', external_url: url });
    const sha = await branch('feature', { a: 'a' });
    const calls = async () => {
      await deliver();
      return receiver.received.splice(0);
    };
    expect((await call('dana', 'POST', path, wanted)).status).toBe(201);
    const opened = await calls();
    expect(opened).toHaveLength(2);
    const signed = opened.find(({ headers }) => headers['x-gitlab-signature'] !== undefined);
    expect(signed?.body).toMatchObject({
      object_kind: 'merge_request',
      object_attributes: { iid: 1, action: 'open', state: 'opened', last_commit: { id: sha } },
      external_approval_rule: { id: check.body.id, name: 'Style', external_url: url },
    });
    const hmac = createHmac('sha256', 'hush')
      .update(signed?.text ?? '')
      .digest('hex');
    expect(signed?.headers['x-gitlab-signature']).toBe(hmac);
    expect(opened.filter(({ headers }) => headers['x-gitlab-token'] !== undefined)).toEqual([]);
    const statuses = async () =>
      (await call<Row[]>('rita', 'GET', `${path}/1/status_checks`)).body.map(({ status }) => status);
    const answer = { sha, external_status_check_id: check.body.id };
    await call('dana', 'POST', `${path}/1/status_check_responses`, answer);
    expect(await statuses()).toEqual(['pending', 'passed']);
    const changes: [string, () => Promise<unknown>][] = [
      ['update', () => branch('feature', { b: 'b' })],
      ['update', () => call('dana', 'PUT', `${path}/1`, { title: 'B', labels: 'x' })],
      ['close', () => call('dana', 'PUT', `${path}/1`, { state_event: 'close', title: 'C' })],
      ['reopen', () => call('dana', 'PUT', `${path}/1`, { state_event: 'reopen' })],
      ['merge', () => call('mina', 'PUT', `${path}/1/merge`)],
    ];
    for (const [action, change] of changes) {
      await change();
      const sent = (await calls()).map(({ body }) => body.object_attributes['action']);
      expect([action, sent]).toEqual([action, [action, action]]);
      expect(await statuses()).toEqual(['pending', 'pending']);
    }
  });

  test('DL-SC-05, DL-SC-06: answers about the newest commit', async ({ newCode, call }) => {
    const { project, path, branch } = await newCode();
    const list = `/projects/${project.id}/external_status_checks`;
    const external_url = 'https://check.example.com/in';
    const check = await call<Row>('mina', 'POST', list, { name: 'Style', external_url });
    const sha = await branch('feature', { a: 'a' });
    await call('dana', 'POST', path, wanted);
    const statuses = `${path}/1/status_checks`;
    const shown = (status: string) => [{ id: check.body.id, name: 'Style', external_url, status }];
    expect((await call('rita', 'GET', statuses)).body).toEqual(shown('pending'));
    const responses = `${path}/1/status_check_responses`;
    const answer = { sha, external_status_check_id: check.body.id };
    for (const status of ['failed', 'passed', 'pending'] as const) {
      expect((await call('dana', 'POST', responses, { ...answer, status })).status).toBe(201);
      expect((await call('rita', 'GET', statuses)).body).toEqual(shown(status));
    }
    expect(await call('dana', 'POST', responses, answer)).toMatchObject({
      status: 201,
      body: { merge_request: { iid: 1 }, external_status_check: { id: check.body.id, name: 'Style' } },
    });
    expect((await call('rita', 'GET', statuses)).body).toEqual(shown('passed'));
    expect((await call('dana', 'POST', responses, { ...answer, sha: '0'.repeat(40) })).status).toBe(409);
    expect((await call('dana', 'POST', responses, { ...answer, status: 'half' })).status).toBe(400);
    expect((await call('dana', 'POST', responses, { ...answer, external_status_check_id: 999_999 })).status).toBe(404);
    expect((await call('rita', 'POST', responses, answer)).status).toBe(403);
    expect((await call('otto', 'POST', responses, answer)).status).toBe(404);
  });

  test('RS-SC-01, RS-SC-02, DL-SC-07, DL-SC-08: retrying a failed check, and a check that never answers', async ({
    newCode,
    call,
    receiver,
    deliver,
    db,
  }) => {
    const { project, path, branch } = await newCode();
    const list = `/projects/${project.id}/external_status_checks`;
    const check = await call<Row>('mina', 'POST', list, { name: 'Style', external_url: receiver.url });
    const sha = await branch('feature', { a: 'a' });
    await call('dana', 'POST', path, wanted);
    const retry = () => call('dana', 'POST', `${path}/1/status_checks/${check.body.id}/retry`);
    const refused = { status: 422, body: { message: 'External status check must be failed' } };
    const status = async () => (await call<Row[]>('rita', 'GET', `${path}/1/status_checks`)).body[0]?.['status'];
    const respond = (given: string) =>
      call('dana', 'POST', `${path}/1/status_check_responses`, {
        sha,
        external_status_check_id: check.body.id,
        status: given,
      });
    expect(await retry()).toMatchObject(refused);
    await respond('failed');
    await deliver();
    receiver.received.splice(0);
    const both = await Promise.all([retry(), retry()]);
    expect(both.map((answer) => answer.status).toSorted((one, other) => one - other)).toEqual([202, 422]);
    expect(both.find((answer) => answer.status === 422)).toMatchObject(refused);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    expect(await status()).toBe('pending');
    const later = (interval: string) =>
      sql`UPDATE status_check_results SET requested_at = now() - ${interval}::interval
        WHERE status_check_id = ${check.body.id}`.execute(db);
    await later('115 seconds');
    expect(await status()).toBe('pending');
    await later('121 seconds');
    expect(await status()).toBe('failed');
    await respond('passed');
    expect(await status()).toBe('passed');
    expect(await retry()).toMatchObject(refused);
    expect((await call('dana', 'POST', `${path}/1/status_checks/999999/retry`)).status).toBe(404);
    expect((await call('rita', 'POST', `${path}/1/status_checks/${check.body.id}/retry`)).status).toBe(403);
  });

  test('DL-SC-04: calls are in the outbox with their change, retried, not sent to private addresses, and no page waits', async ({
    newCode,
    call,
    ask,
    send,
    receiver,
    deliver,
    db,
  }) => {
    const { project, path, branch } = await newCode();
    const list = `/projects/${project.id}/external_status_checks`;
    await call('mina', 'POST', list, { name: 'Style', external_url: receiver.url });
    await branch('feature', { a: 'a' });
    const waiting = async () => {
      const { rows } = await sql<{ attempts: number; failure: string | null; response_status: number | null }>`
        SELECT d.attempts, d.failure, d.response_status FROM webhook_deliveries d JOIN webhooks h ON h.id = d.webhook_id
        WHERE h.namespace_id = ${project.id} AND d.next_attempt_at IS NOT NULL ORDER BY d.id`.execute(db);
      return rows;
    };
    const makeDue = () =>
      sql`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE next_attempt_at IS NOT NULL`.execute(db);
    // A refused change writes no call.
    expect((await call('dana', 'POST', path, { ...wanted, milestone_id: 999_999 })).status).toBe(400);
    expect(await waiting()).toEqual([]);
    expect((await call('dana', 'POST', path, wanted)).status).toBe(201);
    // It answered without waiting for the call, which its own transaction wrote.
    expect(await waiting()).toEqual([{ attempts: 0, failure: null, responseStatus: null }]);
    const { rows: written } = await sql<{ isSame: boolean }>`
      SELECT d.xmin = m.xmin AS is_same FROM webhook_deliveries d, webhooks h, merge_requests m
      WHERE h.id = d.webhook_id AND h.namespace_id = ${project.id} AND m.project_id = ${project.id}`.execute(db);
    expect(written).toEqual([{ isSame: true }]);
    expect(receiver.received).toEqual([]);

    // Refused as for a webhook.
    await call('mina', 'POST', `/projects/${project.id}/hooks`, { url: receiver.url, issues_events: true });
    await call('dana', 'POST', `/projects/${project.id}/issues`, { title: 'Walls' });
    await deliver(false);
    expect(receiver.received).toEqual([]);
    const [failed, ofWebhook] = await waiting();
    expect(failed).toMatchObject({ attempts: 1, failure: expect.stringContaining('private network') });
    expect(failed).toEqual(ofWebhook);
    await call('mina', 'DELETE', `/projects/${project.id}/hooks/${(await hookIds(call, project.id)).at(0)}`);

    // An error is retried, with the same message.
    receiver.answers.push(500);
    await makeDue();
    await deliver();
    expect(await waiting()).toMatchObject([{ attempts: 2, responseStatus: 500 }]);
    await makeDue();
    await deliver();
    expect(await waiting()).toEqual([]);
    expect(receiver.received.map(({ text }) => text)).toEqual(Array(2).fill(receiver.received[0]?.text));

    // A program that does not answer.
    const release = receiver.hold();
    await call('dana', 'PUT', `${path}/1`, { title: 'B' });
    let isSent = false;
    const sending = deliver().then(() => (isSent = true));
    await expect.poll(() => receiver.received).toHaveLength(3);
    const { fullPath } = project;
    const query = `{ project(fullPath: "${fullPath}") { mergeRequest(iid: "1") { title statusChecks { name status } } } }`;
    expect((await ask('rita', query)).data).toEqual({
      project: { mergeRequest: { title: 'B', statusChecks: [{ name: 'Style', status: 'pending' }] } },
    });
    expect((await call('rita', 'GET', `${path}/1`)).body).toMatchObject({ title: 'B' });
    expect((await call('rita', 'GET', `${path}/1/status_checks`)).body).toMatchObject([{ status: 'pending' }]);
    expect((await send({ url: `/${fullPath}/-/merge_requests/1` })).status).toBeLessThan(500);
    expect((await call('mina', 'PUT', `${path}/1`, { title: 'C' })).status).toBe(200);
    expect(isSent).toBe(false);
    release();
    await sending;
  });

  test('DL-SC-10: a project can require that all checks passed', async ({ newCode, call }) => {
    const { project, path, branch } = await newCode();
    const list = `/projects/${project.id}/external_status_checks`;
    const check = await call<Row>('mina', 'POST', list, { name: 'Style', external_url: 'https://check.example.com' });
    const sha = await branch('feature', { a: 'a' });
    await call('dana', 'POST', path, wanted);
    const name = 'only_allow_merge_if_all_status_checks_passed';
    const respond = (status: string) =>
      call('dana', 'POST', `${path}/1/status_check_responses`, {
        sha,
        external_status_check_id: check.body.id,
        status,
      });
    expect((await call<Row>('mina', 'GET', `/projects/${project.id}`)).body[name]).toBe(false);
    const changed = await call<Row>('mina', 'PUT', `/projects/${project.id}`, { [name]: true });
    expect(changed).toMatchObject({ status: 200, body: { [name]: true } });
    expect((await call('dana', 'PUT', `/projects/${project.id}`, { [name]: false })).status).toBe(403);
    const detailed = async () => (await call<Row>('rita', 'GET', `${path}/1`)).body['detailed_merge_status'];
    for (const status of ['pending', 'failed']) {
      await respond(status);
      expect((await call('mina', 'PUT', `${path}/1/merge`)).status).toBe(405);
      expect(await detailed()).toBe('status_checks_must_pass');
    }
    await call('mina', 'PUT', `/projects/${project.id}`, { [name]: false });
    expect(await detailed()).toBe('mergeable');
    expect((await call<Row[]>('rita', 'GET', `${path}/1/status_checks`)).body).toMatchObject([{ status: 'failed' }]);
    expect((await call('mina', 'PUT', `${path}/1/merge`)).status).toBe(200);
  });
});

async function hookIds(call: Call, projectId: number): Promise<number[]> {
  return (await call<Row[]>('mina', 'GET', `/projects/${projectId}/hooks`)).body.map(({ id }) => id);
}
