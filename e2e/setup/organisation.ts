import { rm } from 'node:fs/promises';
import type { APIRequestContext } from '@playwright/test';
import { chatAnswer, ModelServer, sendJson } from '../../packages/server/src/testing/model/model-server.ts';
import { poolOn } from '../bench/lib/database.ts';
import { freePort } from '../../packages/server/src/testing/line.ts';
import { emptyDataDir, ended, ready, ROOT_PASSWORD, setUp, startMilepost } from './milepost.ts';
import type { ApiCaller } from './people.ts';

export const GROUP = 'atlas';
/** As long as a name may be in practice, and without a space to break at. */
export const LONG_NAME = 'Bartholomäus-Maximilian von und zu Hohenlohe-Schillingsfürst-Waldenburg';

/** A server with all that an organisation sets up, and its administrator. */
export interface Organisation extends ApiCaller {
  url: string;
  /** The session of the administrator, who owns the group. */
  state: Awaited<ReturnType<APIRequestContext['storageState']>>;
  model: ModelServer;
  groupId: number;
  /** Fills every page: people with seats, tokens, sites, backups, mails. */
  fill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it with one empty group. */
export async function startOrganisation(): Promise<Organisation> {
  const dataDir = await emptyDataDir('milepost-organisation-');
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const model = await ModelServer.start();
  const settings = {
    MILEPOST_DATA_DIR: dataDir,
    MILEPOST_URL: url,
    MILEPOST_AI_URL: model.url,
    MILEPOST_AI_MODEL: 'planner-1',
    MILEPOST_AI_EARLY_ACCESS_URL: 'https://example.com/early',
    MILEPOST_INCOMING_MAIL_ADDRESS: 'in+%{key}@plan.example.com',
    MILEPOST_INCOMING_MAIL_SMTP_PORT: String(await freePort()),
    MILEPOST_BACKUP_SCHEDULE: '0 2 * * *',
    MILEPOST_WEBHOOKS_ALLOW_LOCAL: 'true',
    MILEPOST_OIDC_PROVIDERS: 'corp',
    // Nothing listens there: the provider is only named.
    MILEPOST_OIDC_CORP_ISSUER: 'http://127.0.0.1:9',
    MILEPOST_OIDC_CORP_CLIENT_ID: 'milepost',
    MILEPOST_OIDC_CORP_CLIENT_SECRET: 'secret',
    MILEPOST_OIDC_CORP_LABEL: 'Corp',
  };
  const server = startMilepost(settings, 'serve', '--port', port);
  await ready(server);
  const { requests: door, ...caller } = await setUp(server, url, 'ada');
  const { id: groupId } = await caller.call<{ id: number }>('POST', '/groups', { name: 'Atlas', path: GROUP });
  return {
    ...caller,
    url,
    model,
    groupId,
    state: await door.storageState(),
    fill: () => fill(caller, dataDir, groupId),
    async stop() {
      await door.dispose();
      server.kill('SIGTERM');
      await ended(server);
      await model.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

interface Made {
  id: number;
}

async function fill(by: ApiCaller, dataDir: string, groupId: number): Promise<void> {
  const call: ApiCaller['call'] = (...input) => by.call(...input);
  const people: number[] = [];
  for (const [username, name] of [
    ['bartholomaeus.maximilian.von.und.zu.hohenlohe', LONG_NAME],
    ['grace', 'Grace Hopper'],
    ['eve', 'Eve Ng'],
  ] as const) {
    const input = {
      username,
      name,
      email: `${username}@example.com`,
      password: ROOT_PASSWORD,
      skip_confirmation: true,
    };
    people.push((await call<Made>('POST', '/users', input)).id);
  }
  const [long = 0, grace = 0, eve = 0] = people;
  const sub = await call<Made>('POST', '/groups', {
    name: 'Platform engineering, reliability and developer experience',
    path: 'platform',
    parent_id: groupId,
  });
  const project = await call<Made>('POST', '/projects', { name: 'Site', path: 'site', namespace_id: sub.id });
  await call('POST', `/groups/${groupId}/members`, { user_id: long, access_level: 50 });
  await call('POST', `/groups/${sub.id}/members`, { user_id: grace, access_level: 30, expires_at: '2099-12-31' });
  await call('POST', `/projects/${project.id}/members`, { user_id: grace, access_level: 40 });
  const guild = await call<Made>('POST', '/groups', { name: 'Guild', path: 'guild' });
  await call('POST', `/groups/${guild.id}/members`, { user_id: eve, access_level: 30 });
  await call('POST', `/groups/${groupId}/share`, { group_id: guild.id, group_access: 30 });
  await call('PUT', `/namespaces/${groupId}/gitlab_subscription`, {
    plan_code: 'team',
    plan_name: 'Team',
    seats: 2,
    start_date: '2026-01-01',
    end_date: '2099-12-31',
  });
  await call('POST', `/groups/${groupId}/mail_domains`, { domain: 'engineering.subsidiary.example.com' });
  await call('POST', `/groups/${groupId}/role_mappings`, {
    provider: 'corp',
    claim_value: 'cn=platform-engineering-oncall,ou=groups,dc=example,dc=com',
    access_level: 30,
  });
  for (const base of [`/groups/${groupId}/service_accounts`, '/service_accounts']) {
    await call('POST', base);
    const robot = await call<Made>('POST', base, { name: 'Continuous deployment of the whole of production' });
    const tokens = `${base}/${robot.id}/personal_access_tokens`;
    for (const name of ['Nightly', 'release-automation-for-all-regions-and-clusters'])
      await call('POST', tokens, { name, scopes: ['api', 'read_repository', 'write_repository', 'self_rotate'] });
  }
  await call('POST', `/groups/${groupId}/access_tokens`, { name: 'Deploy', scopes: ['api'], access_level: 30 });
  await call('POST', `/groups/${groupId}/audit_event_streams`, { url: 'http://127.0.0.1:9/audit', name: 'Archive' });
  await call('POST', '/audit_event_streams', { url: 'http://127.0.0.1:9/audit/of/the/whole/installation', name: '' });
  await call('POST', `/projects/${project.id}/issues`, {
    title: 'Wombat migration to PostgreSQL 18',
    description: 'The wombat migration begins in May, after the rehearsal of the restore.',
  });
  await call('POST', '/geo_sites', { name: 'north', url: 'https://north.example.com', primary: true });
  await call('POST', '/geo_sites', {
    name: 'south-east-secondary',
    url: 'https://south-east-secondary.milepost.example.com',
  });
  await call('POST', '/geo_sites', { name: 'west', url: 'https://west.example.com' });
  const { pool, close } = await poolOn(dataDir, 1);
  try {
    const copies = {
      uploads: { count: 1200, synced: 1190, failed: 2, verified: 1100 },
      project_repositories: { count: 40, synced: 40, failed: 0, verified: 40 },
    };
    const failures = [
      { kind: 'uploads', id: 41, error: 'The checksum differs from that of the primary site' },
      { kind: 'uploads', id: 42, error: 'ENOSPC: no space left on device, write' },
    ];
    const report = { version: '0.2.0', lagBytes: 1_234_567, lagSeconds: 14, copies, failures };
    await pool.query(
      `UPDATE geo_sites SET status = '${JSON.stringify(report)}', status_at = now() WHERE name LIKE 'south%'`,
    );
    await pool.query(`INSERT INTO backups (state, folder, name, started_at, finished_at, bytes, error) VALUES
      ('succeeded', '/var/lib/milepost/backups', 'milepost-2026-11-01T02-00-00Z.tar.enc', now() - interval '9 days', now() - interval '9 days' + interval '95 seconds', 73400320, NULL),
      ('failed', '/var/lib/milepost/backups', 'milepost-2026-11-02T02-00-00Z.tar.enc', now() - interval '1 day', now() - interval '1 day' + interval '2 seconds', NULL, 'ENOSPC: no space left on device, write ''/var/lib/milepost/backups/milepost-2026-11-02T02-00-00Z.tar.enc.part''')`);
    await pool.query(`INSERT INTO received_mails (digest, received_at, sender, outcome, reason) VALUES
      ('\\x01', now(), 'mallory@example.org', 'refused', 'The receiving server found the sender forged (DMARC).'),
      ('\\x02', now(), 'bartholomaeus.maximilian.von.und.zu.hohenlohe-schillingsfuerst@engineering.subsidiary.example.com', 'ignored', 'It is an automatic reply.')`);
  } finally {
    await close();
  }
}

/** Answers chats in a stream: the parts at once, or as far as the test lets it. */
export function streamAnswer(model: ModelServer, parts: readonly string[], after: Promise<void> = Promise.resolve()) {
  model.does(async ({ body }, response) => {
    if (body['stream'] !== true) return sendJson(response, chatAnswer(parts.join('')));
    const event = (content: string) =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'planner-1', choices: [{ index: 0, delta: { content } }] })}\n\n`;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const [index, part] of parts.entries()) {
      if (index === 1) await after;
      response.write(event(part));
    }
    response.end('data: [DONE]\n\n');
  });
}
