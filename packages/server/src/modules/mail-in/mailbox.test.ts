import { sql } from 'kysely';
import { describe, expect, test as plain } from 'vitest';
import { incomingAddress } from '../../platform/mail/incoming-address.ts';
import { canServeImap, imapServer } from '../../testing/mail/imap-server.ts';
import { sessionHeaders, test as base } from '../../testing/http.ts';
import { receiveMail } from './commands.ts';
import { followMailbox, retryDelayMs } from './jobs/mailbox.ts';
import { describeMailbox, mailboxState } from './store.ts';

const template = 'in+%{key}@plan.test';

// Vitest derives the fixtures from the pattern; this one needs none.
// oxlint-disable-next-line no-empty-pattern
const test = base.extend('mailbox', async ({}, { onCleanup }) => {
  const server = await imapServer();
  onCleanup(() => server.remove());
  await server.start();
  return server;
});

plain('OG-ML-13: a mail server that is away is tried again after 5 s, doubling up to 5 minutes', () => {
  const delays = Array.from({ length: 9 }, (_none, index) => retryDelayMs(index + 1) / 1_000);
  expect(delays).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  expect(retryDelayMs(10_000)).toBe(300_000);
});

describe.skipIf(!canServeImap)('with a real IMAP server (Dovecot, as root)', () => {
  test('OG-ML-09, OG-ML-13: a mailbox is read while the server runs, also after it was away; no mail is lost or read twice', async ({
    world,
    build,
    mailbox,
    send,
  }) => {
    const { db, services } = world;
    const issue = await build.issue({ project: await build.project({ group: await build.group() }), author: 'ada' });
    const config = { address: template, source: { by: 'imap', url: mailbox.url } } as const;
    const key = { target: 'item', targetId: issue.id, userId: world.userIds.ada, generation: 0 } as const;
    const mail = (text: string): string => `From: ada@milepost.test
To: ${incomingAddress(template, services.secret, key)}
Subject: Re: Plan
Message-ID: <${text}@mail.test>

${text}
`;
    const comments = async (): Promise<string[]> => {
      const { rows } = await sql<{ body: string }>`
      SELECT body FROM notes WHERE work_item_id = ${issue.id} AND NOT is_system ORDER BY id`.execute(db);
      return rows.map(({ body }) => body);
    };
    // As after a crash between saving a mail and marking it as seen.
    await receiveMail(services, config, Buffer.from(mail('saved')), { report: () => {} });
    await mailbox.append(mail('saved'));
    const reported: unknown[] = [];
    const stopping = new AbortController();
    const following = followMailbox(services, config, stopping.signal, (error) => reported.push(error));
    await expect.poll(() => mailbox.unseen()).toBe(0);
    expect(await comments()).toEqual(['saved']);
    // The server announces a new mail to an open connection.
    await mailbox.append(mail('announced'));
    await expect.poll(comments).toEqual(['saved', 'announced']);
    expect(reported).toEqual([]);

    await mailbox.stop();
    await expect.poll(async () => (await mailboxState(db)).failingSince).not.toBeNull();
    const { failingSince, reason } = await mailboxState(db);
    expect(reason).not.toBe('');
    // The page of administrators and `milepost doctor` say since when.
    const headers = await sessionHeaders(world, world.userIds.root);
    expect((await send({ url: '/-/admin/incoming_mail.json', headers })).body).toMatchObject({
      failing_since: failingSince?.toISOString(),
      failure: reason,
    });
    expect(await describeMailbox(db)).toBe(`not read since ${failingSince?.toISOString()}: ${reason}`);
    await mailbox.start();
    await mailbox.append(mail('later'));
    await expect.poll(comments).toEqual(['saved', 'announced', 'later']);
    await expect.poll(async () => (await mailboxState(db)).failingSince).toBeNull();
    await expect.poll(() => mailbox.unseen()).toBe(0);
    stopping.abort();
    await following;
  });

  test('OG-ML-12: neither NUL in encoded words nor an unexpected error stops the mails behind it', async ({
    world,
    build,
    call,
    mailbox,
  }) => {
    const { db, services } = world;
    const project = await build.project({ group: await build.group() });
    const config = { address: template, source: { by: 'imap', url: mailbox.url } } as const;
    const key = { target: 'project', targetId: project.id, userId: world.userIds.ada, generation: 0 } as const;
    const mail = (subject: string, { from = 'ada@milepost.test', file = 'plan.txt' } = {}): string => `From: ${from}
To: ${incomingAddress(template, services.secret, key)}
Subject: ${subject}
Message-ID: <${subject}@mail.test>
Content-Type: multipart/mixed; boundary="part"

--part
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

A=00B
--part
Content-Type: text/plain
Content-Disposition: attachment; filename="${file}"

file
--part--
`;
    await sql`
      CREATE FUNCTION fail_on_title() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'unexpected' USING ERRCODE = 'character_not_in_repertoire'; END $$`.execute(db);
    await sql`
      CREATE TRIGGER fail_on_title BEFORE INSERT ON work_items FOR EACH ROW WHEN (NEW.title = 'Unexpected')
      EXECUTE FUNCTION fail_on_title()`.execute(db);
    await mailbox.append(mail('Sender', { from: '<=?utf-8?Q?a=00b?=@x.test>' }));
    await mailbox.append(mail('=?utf-8?Q?Sub=00ject?=', { file: '=?utf-8?Q?pl=00an.txt?=' }));
    await mailbox.append(mail('Unexpected'));
    await mailbox.append(mail('Behind'));
    const reported: unknown[] = [];
    const stopping = new AbortController();
    const following = followMailbox(services, config, stopping.signal, (error) => reported.push(error));
    await expect.poll(() => mailbox.unseen()).toBe(0);
    stopping.abort();
    await following;
    await sql`DROP FUNCTION fail_on_title CASCADE`.execute(db);
    const { body: issues } = await call<{ title: string; description: string }[]>(
      'ada',
      'GET',
      `/projects/${project.id}/issues?sort=asc`,
    );
    expect(issues.map(({ title }) => title)).toEqual(['Subject', 'Behind']);
    for (const { description } of issues) expect(description).toMatch(/^AB\n\n\[plan\.txt\]\(.+\/plan\.txt\)$/);
    const { rows } = await sql`
      SELECT sender, reason FROM received_mails WHERE outcome = 'refused' ORDER BY received_at`.execute(db);
    expect(rows).toEqual([
      { sender: 'ab@x.test', reason: 'The sender is not the person of this address.' },
      { sender: 'ada@milepost.test', reason: 'It could not be processed.' },
    ]);
    expect(reported).toEqual([expect.objectContaining({ code: '22021' })]);
    expect(await mailboxState(db)).toMatchObject({ failingSince: null });
  });
});
