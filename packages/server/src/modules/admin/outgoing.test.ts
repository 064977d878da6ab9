import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { connect } from '../../platform/database/connect.ts';
import { migrateJobs, startJobs } from '../../platform/jobs/runner.ts';
import { queueMail, sendMails } from '../../platform/outbox/mails.ts';
import { usingClient } from '../../testing/backups.ts';
import { sessionHeaders, test } from '../../testing/http.ts';
import { mailServerOfTests } from '../../testing/mail/mail-server-of-tests.ts';
import { resumeAuditStreams, sendAuditStream } from '../audit/jobs.ts';
import { sendWebhooks } from '../webhooks/jobs.ts';
import { secureRestored } from './store/restored.ts';

const smtp = mailServerOfTests();
const tasks = [sendMails, sendWebhooks, sendAuditStream, resumeAuditStreams];

test('OG-BK-04: after a restore webhooks, mail and audit streams wait until an administrator resumes them', async ({
  services,
  world,
  build,
  call,
  send,
  db,
}) => {
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    received.push(request.url ?? '');
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((done) => void receiver.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  Object.assign(services, { mailer: smtp.mailer, webhooksAllowLocal: true });
  const { pool, db: own } = connect(world.target);
  await migrateJobs(pool);
  /** Runs the jobs that send, once. */
  const runJobs = async (until: () => Promise<boolean>): Promise<void> => {
    const jobs = await startJobs(pool, services, tasks, () => {});
    try {
      await expect.poll(until).toBe(true);
    } finally {
      await jobs.stop();
    }
  };
  const isIdle = async () => {
    const { rows } =
      await sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = ANY (${tasks.map(({ name }) => name)})`.execute(
        db,
      );
    return rows.length === 0;
  };
  try {
    await usingClient(world.target, secureRestored);
    const group = await build.group();
    const project = await build.project({ group });
    await call('ada', 'POST', `/groups/${group.id}/audit_event_streams`, { url: `${url}/stream` });
    await call('ada', 'POST', `/projects/${project.id}/hooks`, { url: `${url}/hook`, issues_events: true });
    await call('ada', 'POST', `/projects/${project.id}/issues`, { title: 'Walls' });
    const link = { title: 'Open', url: 'http://milepost.test' };
    await queueMail(services, db, {
      to: { name: 'Ada', address: 'ada@milepost.test' },
      subject: 'x',
      sentence: 'x',
      link,
    });
    await runJobs(isIdle);
    expect([received, smtp.server.received]).toEqual([[], []]);

    const headers = await sessionHeaders(world, world.userIds.root);
    const ada = await sessionHeaders(world, world.userIds.ada);
    const overview = async () => (await send({ url: '/-/admin/overview.json', headers })).body as { paused: unknown };
    expect((await overview()).paused).toEqual({
      reason: 'This installation was restored from a backup.',
      since: expect.any(String) as string,
    });
    const resume = (who: typeof headers) => send({ method: 'POST', url: '/-/admin/outgoing/resume', headers: who });
    expect((await resume(ada)).status).toBe(404);
    expect((await resume(headers)).status).toBe(204);
    expect(await resume(headers)).toMatchObject({ status: 409, body: { message: 'Nothing is paused.' } });
    expect((await overview()).paused).toBeNull();
    await runJobs(() =>
      Promise.resolve(received.includes('/hook') && received.includes('/stream') && smtp.server.received.length > 0),
    );
    const { rows } = await sql`SELECT FROM audit_events WHERE kind = 'outgoing_resumed'`.execute(db);
    expect(rows).toHaveLength(1);
  } finally {
    receiver.closeAllConnections();
    receiver.close();
    await own.destroy();
  }
});
