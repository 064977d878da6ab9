import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { sendDue } from '../../modules/webhooks/commands/send.ts';
import { connect } from '../../platform/database/connect.ts';
import { migrateJobs } from '../../platform/jobs/runner.ts';
import { test as base } from '../merge-requests.ts';

export interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  body: {
    object_kind: string;
    object_attributes: Record<string, unknown>;
    external_approval_rule: object;
    [field: string]: unknown;
  };
}

/** A test with a program that records the calls of webhooks and status checks. `deliver()` sends what is due. */
export const test = base
  .extend('queue', { scope: 'file', auto: true }, async ({ world }) => {
    const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(world.db);
    const { db, pool } = connect({ ...inject('postgres'), database: rows[0]?.name }, { size: 1 });
    await migrateJobs(pool);
    await db.destroy();
    // Receivers are on this machine.
    world.services.webhooksAllowLocal = true;
  })
  .extend('receiver', async ({ queue: _queue }, { onCleanup }) => {
    const received: Received[] = [];
    /** The statuses of the next answers; 200 after them. */
    const answers: number[] = [];
    /** While not null, calls wait for `release`. */
    let held: (() => void)[] | null = null;
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const text = Buffer.concat(parts).toString();
        received.push({ headers: request.headers, text, body: JSON.parse(text) as Received['body'] });
        const answer = () => response.writeHead(answers.shift() ?? 200).end();
        if (held) held.push(answer);
        else answer();
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onCleanup(() => {
      server.closeAllConnections();
      server.close();
    });
    const hold = () => {
      held = [];
      return function release() {
        for (const answer of held ?? []) answer();
        held = null;
      };
    };
    return { received, answers, hold, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/check?token=1` };
  })
  .extend(
    'deliver',
    ({ world }) =>
      (isLocalAllowed = true) =>
        sendDue({ ...world.services, webhooksAllowLocal: isLocalAllowed }),
  );
