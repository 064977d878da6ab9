import { NotFoundError } from '@milepost/core/errors';
import { sql } from 'kysely';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { describe, expect } from 'vitest';
import { type IncomingTarget, incomingAddress } from '../../platform/mail/incoming-address.ts';
import { sendMails } from '../../platform/outbox/mails.ts';
import type { CastName, Person } from '../../testing/cast.ts';
import { sessionHeaders, test as base, tokenFor } from '../../testing/http.ts';
import { openLive } from '../../testing/live.ts';
import { bodyOf } from '../../testing/mail/mail-server.ts';
import { mailServerOfTests } from '../../testing/mail/mail-server-of-tests.ts';
import { storageFor, storages } from '../../testing/storage/storages.ts';
import { sendEmails } from '../subscriptions/jobs.ts';
import { MAX_MAILS_AN_HOUR, resetAddress } from './commands.ts';
import { POLL_MS } from './jobs/mailbox.ts';
import { listenForMail } from './rest/listener.ts';

const outgoing = mailServerOfTests();
const address = 'in+%{key}@plan.test';
const source = { by: 'smtp', host: '127.0.0.1', port: 0 } as const;

/** A server that receives mail over SMTP, and a mail program that sends to it. */
const test = base
  .extend('mailing', ({ world }) => {
    // In the services of the file, which the HTTP server of the file uses.
    Object.assign(world.services, { incomingMail: { address, source }, mailer: outgoing.mailer });
    return world.services;
  })
  .extend('deliver', async ({ mailing }, { onCleanup }) => {
    const listener = await listenForMail(mailing, { address, source }, () => {});
    const transport = createTransport({ host: '127.0.0.1', port: listener.port, secure: false });
    onCleanup(async () => {
      transport.close();
      await listener.close();
    });
    return (mail: SendMailOptions) => transport.sendMail(mail);
  })
  .extend(
    'addressOf',
    ({ world }) =>
      (who: Person, target: IncomingTarget, targetId: number, generation = 0) =>
        incomingAddress(address, world.services.secret, {
          target,
          targetId,
          userId: world.userIds[who],
          generation,
        }),
  )
  .extend('written', ({ call }) => async (issue: { namespaceId: number; iid: number }, as: CastName = 'ada') => {
    const { body } = await call<{ body: string; system: boolean; author: { username: string } }[]>(
      as,
      'GET',
      `/projects/${issue.namespaceId}/issues/${issue.iid}/notes?sort=asc`,
    );
    return body.filter(({ system }) => !system).map(({ author, body: text }) => `${author.username}: ${text}`);
  })
  .extend('scene', async ({ build, db }) => {
    await db.deleteFrom('receivedMails').execute();
    const group = await build.group({ visibility: 'private' });
    const project = await build.project({ group });
    const issue = await build.issue({ project, author: 'ada', title: 'The secret plan' });
    return { group, project, issue };
  })
  .extend('refusals', ({ world }) => async () => {
    const { rows } = await sql<{ reason: string }>`
      SELECT reason FROM received_mails WHERE outcome <> 'accepted' ORDER BY received_at DESC`.execute(world.db);
    return rows.map(({ reason }) => reason);
  });

const from = (who: Person): string => `"${who}" <${who}@milepost.test>`;

describe('without incoming mail', () => {
  test('OG-ML-01: there is no address to copy, notifications carry no reply address, and the settings say that none is configured', async ({
    world,
    ask,
    call,
    scene,
    send,
  }) => {
    world.services.incomingMail = null;
    const query = `{ project(fullPath: "${scene.project.fullPath}") { createIssueEmail issue(iid: "${scene.issue.iid}") { createNoteEmail } } }`;
    expect((await ask('ada', query)).data).toEqual({
      project: { createIssueEmail: null, issue: { createNoteEmail: null } },
    });
    const page = { url: '/-/admin/incoming_mail.json', headers: await sessionHeaders(world, world.userIds.root) };
    expect((await send(page)).body).toMatchObject({ address: null, source: null });
    world.services.mailer = outgoing.mailer;
    await call('dana', 'POST', `/projects/${scene.project.id}/issues/${scene.issue.iid}/notes`, { body: 'Hi @ada' });
    await sendEmails.run(world.services, {}, new AbortController().signal);
    const [notification] = outgoing.server.received;
    expect(notification?.headers).not.toHaveProperty('reply-to');
    expect(notification && bodyOf(notification)).not.toContain('Reply to this email');
  });
});

describe('comments by mail', () => {
  test('OG-ML-03: each person has an address of their own for each item; resetting ends that one only', async ({
    mailing,
    world,
    ask,
    as,
    scene,
    deliver,
    written,
  }) => {
    expect(mailing.incomingMail).not.toBeNull();
    const query = `{ project(fullPath: "${scene.project.fullPath}") { createIssueEmail issue(iid: "${scene.issue.iid}") { createNoteEmail } } }`;
    interface Found {
      project: { createIssueEmail: string; issue: { createNoteEmail: string } } | null;
    }
    const addressesOf = async (who: Person) => {
      const { project } = (await ask<Found>(who, query)).data;
      return [project?.createIssueEmail ?? null, project?.issue.createNoteEmail ?? null];
    };
    const [ofAda, ofDana] = [await addressesOf('ada'), await addressesOf('dana')];
    const all = [...ofAda, ...ofDana];
    expect(new Set(all).size).toBe(4);
    for (const each of all) expect(each).toMatch(/^in\+[ip]\w+-\w+-[0-9a-f]{32}@plan\.test$/);
    // Nobody resets the address of another person, nor one that ended.
    await expect(resetAddress(as('dana'), ofAda[1] ?? '')).rejects.toThrow(NotFoundError);
    await resetAddress(as('ada'), ofAda[1] ?? '');
    await expect(resetAddress(as('ada'), ofAda[1] ?? '')).rejects.toThrow(NotFoundError);
    const [forProject, next] = await addressesOf('ada');
    expect(next).not.toBe(ofAda[1]);
    expect(forProject).toBe(ofAda[0]);
    expect(await addressesOf('dana')).toEqual(ofDana);
    await deliver({ from: from('ada'), to: ofAda[1] ?? '', subject: 'Re', text: 'Old address' });
    await deliver({ from: from('ada'), to: next ?? '', subject: 'Re', text: 'New address' });
    expect(await written(scene.issue)).toEqual(['ada: New address']);
    await sql`DELETE FROM incoming_address_generations`.execute(world.db);
  });

  test('OG-ML-04, OG-ML-06: a reply to a notification becomes a comment in its discussion, live on open pages, without the quotation', async ({
    mailing,
    server,
    world,
    build,
    call,
    scene,
    deliver,
    written,
  }) => {
    const thread = await build.note({ on: scene.issue, author: 'dana', body: 'First' });
    await build.note({ on: scene.issue, author: 'dana', answers: thread, body: 'Second' });
    await call(
      'dana',
      'POST',
      `/projects/${scene.project.id}/issues/${scene.issue.iid}/discussions/${thread.discussionId}/notes`,
      {
        body: 'What do you think, @ada?',
      },
    );
    await sendEmails.run(mailing, {}, new AbortController().signal);
    const notification = outgoing.server.received.find(({ to }) => to.includes('ada@milepost.test'));
    const replyTo = notification?.headers['reply-to'] ?? '';
    expect(replyTo).toMatch(/^in\+n/);
    expect(notification && bodyOf(notification)).toContain('Reply to this email to comment.');
    // The page of another reader. A mail over SMTP is processed before the mail server is answered, the mailbox is read every 20 s at least.
    const address = await server.listen({ port: 0, host: '127.0.0.1' });
    const query = `project=${scene.project.fullPath}`;
    const page = await openLive(`${address}/-/live?${query}`, { 'private-token': await tokenFor(world, 'gwen') });
    expect(POLL_MS).toBeLessThanOrEqual(60_000);
    await deliver({
      from: from('ada'),
      to: replyTo,
      subject: 'Re: The secret plan',
      text: 'Go ahead.\n\nOn Sat, 28 Nov 2026 at 10:00, Dana Developer <plan@milepost.test> wrote:\n> What do you think, @ada?\n> \n> -- \n> View it on Milepost\n',
    });
    const { body } = await call<{ id: string; notes: { body: string }[] }[]>(
      'ada',
      'GET',
      `/projects/${scene.project.id}/issues/${scene.issue.iid}/discussions`,
    );
    expect(body.find(({ id }) => id === thread.discussionId)?.notes.map((note) => note.body)).toEqual([
      'First',
      'Second',
      'What do you think, @ada?',
      'Go ahead.',
    ]);
    expect(await written(scene.issue)).toHaveLength(4);
    expect((await page.until(({ discussions }) => discussions.length > 0)).discussions).toEqual([scene.issue.id]);
    page.close();
  });

  test('OG-ML-05: a forged or foreign sender creates nothing, gets no mail, and is listed for administrators', async ({
    mailing,
    call,
    scene,
    deliver,
    addressOf,
    written,
    refusals,
    send,
    world,
  }) => {
    const to = addressOf('ada', 'item', scene.issue.id);
    await deliver({ from: from('dana'), to, subject: 'Re', text: 'Not Ada' });
    await deliver({ from: '"Ada" <ada@evil.test>', to, subject: 'Re', text: 'Not Ada' });
    const forged = { from: from('ada'), to, subject: 'Re', text: 'Forged' };
    await deliver({
      ...forged,
      headers: { 'Authentication-Results': 'mx.plan.test; spf=fail; dmarc=fail (p=reject)' },
    });
    const perCheck = ['mx.plan.test (filter) 1; spf=pass', 'mx.plan.test; dkim=none', 'MX.plan.test; dmarc=fail'];
    await deliver({ ...forged, headers: { 'Authentication-Results': perCheck } });
    await deliver({ ...forged, to: to.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@')), text: 'Guessed key' });
    expect(await written(scene.issue)).toEqual([]);
    expect((await refusals()).toSorted()).toEqual([
      'The address is not valid any more.',
      'The receiving server found the sender forged (DMARC).',
      'The receiving server found the sender forged (DMARC).',
      'The sender is not the person of this address.',
      'The sender is not the person of this address.',
    ]);
    await sendMails.run(mailing, {}, new AbortController().signal);
    expect(outgoing.server.received).toEqual([]);
    // A line that the sender added below that of the receiving server proves nothing.
    await deliver({
      ...forged,
      text: 'Sound',
      headers: {
        'Authentication-Results': ['mx.plan.test; dmarc=pass', 'evil.test; dmarc=fail', 'mx.plan.test; dmarc=fail'],
      },
    });
    expect(await written(scene.issue)).toEqual(['ada: Sound']);
    expect((await call('ada', 'GET', '/version')).status).toBe(200);
    const page = async (name: 'root' | 'ada') =>
      send({ url: '/-/admin/incoming_mail.json', headers: await sessionHeaders(world, world.userIds[name]) });
    expect(await page('ada')).toMatchObject({ status: 404 });
    expect(await page('root')).toMatchObject({
      status: 200,
      body: {
        address,
        source: 'smtp',
        failing_since: null,
        total: 5,
        mails: [{ sender: 'ada@milepost.test' }, {}, {}, {}, {}],
      },
    });
  });

  describe.each(storages)('OG-S3-06: in the storage %s', (name) => {
    test('OG-ML-07: attachments are stored and linked; one too large is named, and ten are kept', async ({
      mailing,
      server,
      world,
      scene,
      deliver,
      addressOf,
      written,
    }) => {
      const limit = mailing.uploadLimit;
      mailing.uploadLimit = 1_000;
      const place = mailing.files;
      mailing.files = await storageFor(name, mailing.dataDir);
      const files = Array.from({ length: 12 }, (_, index) => ({
        filename: `file-${index}.txt`,
        content: `text ${index}`,
      }));
      try {
        await deliver({
          from: from('ada'),
          to: addressOf('ada', 'item', scene.issue.id),
          subject: 'Re',
          text: 'See the files.',
          attachments: [{ filename: 'film.bin', content: Buffer.alloc(2_000) }, ...files],
        });
      } finally {
        mailing.uploadLimit = limit;
      }
      const [comment = ''] = await written(scene.issue);
      expect(comment).toMatch(
        /^ada: See the files\.\n\n\(The attachment `film\.bin` was too large\.\)\n\n\[file-0\.txt\]\(\/uploads\/\w{32}\/file-0\.txt\)/,
      );
      expect(comment.match(/\/uploads\//g)).toHaveLength(9);
      expect(comment).toMatch(/\(3 more attachments were left out\.\)$/);
      const [link = ''] = /\/uploads\/\w{32}\/file-0\.txt/.exec(comment) ?? [];
      const headers = { 'private-token': await tokenFor(world, 'ada') };
      const url = `/api/v4/projects/${scene.issue.namespaceId}${link}`;
      expect((await server.inject({ url, headers })).body).toBe('text 0');
      mailing.files = place;
    });
  });

  test('OG-ML-08: automatic mails, bounces and our own mails are ignored without an answer', async ({
    mailing,
    scene,
    deliver,
    addressOf,
    written,
    refusals,
  }) => {
    const mail = { from: from('ada'), to: addressOf('ada', 'item', scene.issue.id), subject: 'Re', text: 'Automatic' };
    await deliver({ ...mail, headers: { 'Auto-Submitted': 'auto-replied' } });
    await deliver({ ...mail, headers: { Precedence: 'bulk' } });
    await deliver({ ...mail, from: 'MAILER-DAEMON@plan.test' });
    await deliver({ ...mail, messageId: '<email-1-1@milepost.test>' });
    expect(await written(scene.issue)).toEqual([]);
    expect(await refusals()).toHaveLength(4);
    await deliver({ ...mail, headers: { 'Auto-Submitted': 'no' }, text: 'By hand' });
    expect(await written(scene.issue)).toEqual(['ada: By hand']);
    await sendMails.run(mailing, {}, new AbortController().signal);
    expect(outgoing.server.received).toEqual([]);
  });

  test('OG-ML-09: the same Message-ID twice, also at once, creates one comment', async ({
    scene,
    deliver,
    addressOf,
    written,
  }) => {
    const mail = {
      from: from('ada'),
      to: addressOf('ada', 'item', scene.issue.id),
      subject: 'Re',
      text: 'Once',
      messageId: '<1@mail.test>',
    };
    await Promise.all([deliver(mail), deliver(mail)]);
    await deliver(mail);
    expect(await written(scene.issue)).toEqual(['ada: Once']);
  });

  test('OG-ML-10: who lost access, is blocked or writes to a locked item gets one mail that does not name the item', async ({
    mailing,
    world,
    build,
    scene,
    deliver,
    addressOf,
    written,
    db,
  }) => {
    const open = await build.project({ group: await build.group({ visibility: 'public' }), visibility: 'public' });
    const locked = await build.issue({ project: open, author: 'ada', title: 'Locked plan' });
    await sql`UPDATE work_items SET is_discussion_locked = true WHERE id = ${locked.id}`.execute(db);
    const reply = { subject: 'Re', text: 'Hello' };
    await deliver({ ...reply, from: from('otto'), to: addressOf('otto', 'item', scene.issue.id) });
    await deliver({ ...reply, from: from('otto'), to: addressOf('otto', 'item', locked.id) });
    await sql`UPDATE users SET state = 'blocked' WHERE id = ${world.userIds.rita}`.execute(db);
    await deliver({ ...reply, from: from('rita'), to: addressOf('rita', 'item', scene.issue.id) });
    await sql`UPDATE users SET state = 'active' WHERE id = ${world.userIds.rita}`.execute(db);
    await deliver({ ...reply, from: from('ada'), to: addressOf('ada', 'item', scene.issue.id), text: '> only quoted' });
    await sendMails.run(mailing, {}, new AbortController().signal);
    const mails = outgoing.server.received.map((mail) => `${mail.to.join()}: ${bodyOf(mail)}`);
    expect(mails).toHaveLength(4);
    for (const text of mails) expect(text).not.toMatch(/plan(?!\.test)/i);
    expect(mails[0]).toContain('You do not have permission to write there.');
    expect(mails[1]).toContain('You do not have permission to write there.');
    expect(mails[2]).toContain('Your account is blocked.');
    expect(mails[3]).toContain('Your reply was empty.');
    expect(await written(scene.issue)).toEqual([]);
  });
});

test('OG-RL-02: the 61st mail of a person in an hour creates nothing, and the person gets one mail about it', async ({
  mailing,
  world,
  scene,
  deliver,
  addressOf,
  written,
  db,
}) => {
  expect(MAX_MAILS_AN_HOUR).toBe(60);
  const add = (count: number, at: string) =>
    sql`INSERT INTO received_mails (digest, received_at, sender, user_id, outcome)
    SELECT sha256(n::text::bytea), now() - ${at}::interval, 'paul@milepost.test', ${world.userIds.paul}, 'accepted'
    FROM generate_series(1, ${count}::int) n`.execute(db);
  const to = addressOf('paul', 'item', scene.issue.id);
  const reply = (text: string) => deliver({ from: from('paul'), to, subject: 'Re', text });
  await add(59, '59 minutes');
  await reply('The last one');
  for (const text of ['Too many', 'More']) await reply(text);
  await sendMails.run(mailing, {}, new AbortController().signal);
  expect(outgoing.server.received.map((mail) => `${mail.to.join()}: ${bodyOf(mail)}`)).toEqual([
    expect.stringMatching(/^paul@milepost.test: [^]*You sent more than 60 emails in an hour. Send it again later./),
  ]);
  await sql`UPDATE received_mails SET received_at = received_at - interval '1 hour' WHERE user_id = ${world.userIds.paul}`.execute(
    db,
  );
  await reply('Later');
  expect(await written(scene.issue)).toEqual(['paul: The last one', 'paul: Later']);
});

describe('issues by mail', () => {
  test('OG-ML-11, OG-ML-12: subject and text become an issue with quick actions, in any encoding; an empty subject is refused', async ({
    call,
    scene,
    deliver,
    addressOf,
    refusals,
  }) => {
    const to = addressOf('dana', 'project', scene.project.id);
    await deliver({
      from: from('dana'),
      to,
      subject: `Über ${'x'.repeat(300)}`,
      text: 'Why.\n\n/weight 3\n\n-- \nDana',
      encoding: 'base64',
    });
    await deliver({ from: from('dana'), to, subject: '  ', text: 'No title' });
    await deliver({
      from: from('dana'),
      to,
      subject: 'HTML',
      html: '<h1>Head</h1><p>With <b>bold</b> and <a href="https://a.test/">link</a><script>alert(1)</script></p>',
    });
    const latin = [
      `From: ${from('dana')}`,
      `To: ${to}`,
      'Subject: =?ISO-8859-1?Q?Gr=FC=DFe?=',
      'Message-ID: <latin@mail.test>',
    ];
    const raw = (type: string, body: Buffer) =>
      Buffer.concat([
        Buffer.from([...latin, `Content-Type: ${type}`, 'Content-Transfer-Encoding: 8bit', '', ''].join('\r\n')),
        body,
      ]);
    await deliver({
      envelope: { from: 'dana@milepost.test', to },
      raw: raw('text/plain; charset=ISO-8859-1', Buffer.from('Stra\u00dfe', 'latin1')),
    });
    latin.splice(2, 2, 'Subject: =?Shift_JIS?B?k/qWe4zq?=', 'Message-ID: <sjis@mail.test>');
    await deliver({
      envelope: { from: 'dana@milepost.test', to },
      raw: raw('text/plain; charset=Shift_JIS', Buffer.from([0x93, 0xfa, 0x96, 0x7b])),
    });
    await deliver({
      envelope: { from: 'dana@milepost.test', to },
      raw: 'Content-Type: multipart/mixed; boundary="never\r\n\r\n--nev',
    });
    const { body } = await call<{ title: string; description: string; weight: number | null }[]>(
      'dana',
      'GET',
      `/projects/${scene.project.id}/issues?order_by=created_at&sort=asc`,
    );
    const [long, html, street, japanese] = body.slice(1);
    expect(long?.title).toBe(`Über ${'x'.repeat(250)}`);
    expect(long).toMatchObject({ description: 'Why.', weight: 3 });
    expect(html).toMatchObject({ title: 'HTML', description: '# Head\n\nWith **bold** and [link](https://a.test/)' });
    expect(street).toMatchObject({ title: 'Grüße', description: 'Straße' });
    expect(japanese).toMatchObject({ title: '日本語', description: '日本' });
    expect(body).toHaveLength(5);
    expect(await refusals()).toEqual(
      expect.arrayContaining([
        'Your email had no subject: it becomes the title.',
        'The sender is not the person of this address.',
      ]),
    );
  });

  test('OG-ML-12: an address that is not ours is refused by the mail server', async ({ deliver }) => {
    const foreign = deliver({ from: from('dana'), to: 'in+guess@plan.test', subject: 'Hi', text: 'Hi' });
    await expect(foreign).rejects.toMatchObject({ responseCode: 550 });
  });
});
