import type { EmailEventId } from '@milepost/core/ids';
import type { NotificationLevel } from '@milepost/core/notifications/notifications';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { Context } from '../../platform/context.ts';
import type { CastName, Person } from '../../testing/cast.ts';
import { untilWaiting } from '../../testing/postgres.ts';
import { bodyOf } from '../../testing/mail/mail-server.ts';
import { openMailer } from '../../platform/mail/mailer.ts';
import { retryDeadlocks } from '../../platform/transactions.ts';
import { mailServerOfTests } from '../../testing/mail/mail-server-of-tests.ts';
import { test as base } from '../../testing/test.ts';
import { startWorkers } from '../../testing/workers.ts';
import { viewerAs, type World } from '../../testing/world.ts';
import { chooseLabelSubscription, deleteLabel } from '../labels/commands.ts';
import { createNote } from '../notes/commands.ts';
import { closeWorkItem, createWorkItem, updateWorkItem } from '../work-items/commands.ts';
import { changeNotificationLevel, chooseSubscription } from './commands.ts';
import { addressOfLink } from './commands/links.ts';
import { queueMessages } from './commands/recipients.ts';
import { sendEmails } from './jobs.ts';
import { insertEmails } from './store/emails.ts';

const smtp = mailServerOfTests();

/** The test world with a mail server. */
const test = base.extend('mailing', async ({ world }) => {
  await world.db.deleteFrom('emails').execute();
  await world.db.deleteFrom('emailEvents').execute();
  await world.db.deleteFrom('notificationSettings').execute();
  return new Mailing(world);
});

class Mailing {
  readonly world: World;
  readonly services: World['services'];

  constructor(world: World) {
    this.world = world;
    this.services = { ...world.services, mailer: smtp.mailer };
  }

  as(name: CastName): Context {
    return new Context(this.services, viewerAs(this.world, name));
  }

  async send(): Promise<void> {
    await sendEmails.run(this.services, {}, new AbortController().signal);
  }

  /** Writes the messages about what has happened, without sending them. */
  async queue(): Promise<void> {
    const failures: unknown[] = [];
    await queueMessages({
      services: this.services,
      signal: new AbortController().signal,
      passed: 0 as EmailEventId,
      failures,
    });
    if (failures.length > 0) throw failures[0];
  }

  /** Sends, and returns the recipients by name. */
  async readers(): Promise<string[]> {
    await this.send();
    return smtp.server.received
      .flatMap(({ to }) => to.map((address) => address.replace('@milepost.test', '')))
      .toSorted();
  }

  async level(name: Person, level: NotificationLevel): Promise<void> {
    await changeNotificationLevel(this.as(name), level);
  }

  /** Moves the due times into the past. */
  async wait(): Promise<void> {
    await sql`UPDATE emails SET next_attempt_at = now()`.execute(this.world.db);
  }

  async outcomes(): Promise<(string | null)[]> {
    await this.queue();
    const rows = await this.world.db.selectFrom('emails').select('outcome').orderBy('id').execute();
    return rows.map(({ outcome }) => outcome);
  }
}

const everyone = '@otto @gwen @paul @rita @dana @mina @ada @root';

describe('who gets mail', () => {
  test('of a comment: to participants and subscribers, never to its author, never after unsubscribing', async ({
    build,
    mailing,
  }) => {
    const issue = await build.issue({ author: 'ada', assignees: ['dana', 'mina'] });
    await chooseSubscription(mailing.as('gwen'), issue, true);
    await chooseSubscription(mailing.as('mina'), issue, false);
    await createNote(mailing.as('ada'), { workItemId: issue.id, body: 'Done?' });
    expect(await mailing.readers()).toEqual(['dana', 'gwen']);
  });

  test('of a confidential item only to those who may read it, even if others are mentioned', async ({
    build,
    mailing,
  }) => {
    const project = await build.project({ visibility: 'public' });
    const issue = await build.issue({ project, author: 'gwen', confidential: true });
    await createNote(mailing.as('ada'), { workItemId: issue.id, body: `Between us: ${everyone}` });
    expect(await mailing.readers()).toEqual(['dana', 'gwen', 'mina', 'paul', 'rita', 'root']);
  });

  test('of an internal comment only to planners', async ({ build, mailing }) => {
    const project = await build.project({ visibility: 'public' });
    const issue = await build.issue({ project, author: 'gwen', assignees: ['otto'] });
    await createNote(mailing.as('ada'), { workItemId: issue.id, body: `Psst ${everyone}`, isInternal: true });
    expect(await mailing.readers()).toEqual(['dana', 'mina', 'paul', 'rita', 'root']);
  });

  test('of each level: disabled nothing, mention only mentions, participating their items, watch everything', async ({
    build,
    mailing,
  }) => {
    const issue = await build.issue({ author: 'ada', assignees: ['dana', 'mina', 'rita'] });
    await mailing.level('dana', 'disabled');
    await mailing.level('mina', 'mention');
    await mailing.level('paul', 'watch');
    await createNote(mailing.as('ada'), { workItemId: issue.id, body: 'Something' });
    expect(await mailing.readers()).toEqual(['paul', 'rita']);
    smtp.server.received.length = 0;
    await createNote(mailing.as('ada'), { workItemId: issue.id, body: 'For @dana and @mina' });
    expect(await mailing.readers()).toEqual(['mina', 'paul', 'rita']);
  });

  test('of two parts of one change that are processed at the same moment, without a deadlock', async ({
    build,
    mailing: { world },
  }) => {
    const { db } = world;
    const issue = await build.issue();
    const ids = (['dana', 'gwen', 'mina', 'paul'] as const).map((name) => ({
      userId: build.idOf(name),
      reason: 'watching' as const,
    }));
    for (let round = 0; round < 6; round += 1) {
      const message = {
        workItemId: issue.id,
        event: 'noted',
        data: {},
        exactTime: `2026-01-01 00:00:0${round}Z`,
      } as const;
      let inserting: Promise<unknown> = Promise.resolve();
      const held = db.transaction().execute(async (trx) => {
        await insertEmails(trx, message, ids.slice(1, 3));
        inserting = Promise.all([insertEmails(db, message, ids), insertEmails(db, message, ids.toReversed())]);
        inserting.catch(() => undefined);
        await untilWaiting(db, 2);
        throw new Error('undone');
      });
      await expect(held).rejects.toThrow('undone');
      await inserting;
    }
    expect(await db.selectFrom('emails').select('id').execute()).toHaveLength(6 * ids.length);
  });

  test('of a comment whose item is deleted at the same moment: nothing, and the next event is processed', async ({
    build,
    mailing,
  }) => {
    const { db } = mailing.world;
    const [issue, next] = [await build.issue({ author: 'dana' }), await build.issue({ author: 'dana' })];
    await createNote(mailing.as('ada'), { workItemId: issue.id, body: 'Gone' });
    await createNote(mailing.as('ada'), { workItemId: next.id, body: 'Here' });
    let queueing = Promise.resolve();
    let hasBegun = false;
    // PostgreSQL undoes either of the two.
    await retryDeadlocks(() =>
      db.transaction().execute(async (trx) => {
        await sql`SELECT FROM work_items WHERE id = ${issue.id} FOR UPDATE`.execute(trx);
        if (!hasBegun) {
          hasBegun = true;
          queueing = mailing.queue();
          queueing.catch(() => undefined);
          await untilWaiting(db);
        }
        await sql`DELETE FROM work_items WHERE id = ${issue.id}`.execute(trx);
      }),
    );
    await queueing;
    expect(await db.selectFrom('emails').select('workItemId').execute()).toEqual([{ workItemId: next.id }]);
  });

  test('a watcher is notified only of visible items', async ({ build, mailing }) => {
    await mailing.level('gwen', 'watch');
    await mailing.level('otto', 'watch');
    const group = await build.group();
    const project = await build.project({ group });
    for (const isConfidential of [false, true]) {
      await createWorkItem(mailing.as('ada'), { namespace: project, type: 'issue', title: 'New', isConfidential });
    }
    expect(await mailing.readers()).toEqual(['gwen']);
  });

  test('one change is one message to each, with the strongest reason', async ({ build, mailing }) => {
    const project = await build.project();
    await createWorkItem(mailing.as('ada'), {
      namespace: project,
      type: 'issue',
      title: 'A new thing',
      description: 'For @rita',
      assigneeIds: [build.idOf('dana'), build.idOf('rita')],
    });
    expect(await mailing.readers()).toEqual(['dana', 'rita']);
    const reasons = smtp.server.received.map(({ to, headers }) => [to[0], headers['x-milepost-reason']]);
    expect(Object.fromEntries(reasons)).toEqual({ 'dana@milepost.test': 'assigned', 'rita@milepost.test': 'assigned' });
    const bodyTo = (name: string) =>
      bodyOf(smtp.server.received.find(({ to }) => to[0] === `${name}@milepost.test`) as never);
    expect(bodyTo('dana')).toContain('Ada Owner created an issue: A new thing');
    for (const name of ['dana', 'rita']) expect(bodyTo(name)).toContain('For @rita');
  });

  test('TM-EP-02: owners of an epic get the mails that assignees of an issue get', async ({ build, mailing }) => {
    const group = await build.group();
    const items = [await build.issue({ project: await build.project({ group }) }), await build.epic({ group })];
    for (const { id } of items) {
      smtp.server.received.length = 0;
      await updateWorkItem(mailing.as('ada'), id, { assigneeIds: [build.idOf('dana')] });
      await mailing.send();
      await createNote(mailing.as('ada'), { workItemId: id, body: 'Done?' });
      await mailing.send();
      await closeWorkItem(mailing.as('ada'), id);
      await mailing.send();
      await updateWorkItem(mailing.as('ada'), id, { assigneeIds: [] });
      await mailing.send();
      const got = smtp.server.received.map(({ to, headers }) => [to[0], headers['x-milepost-reason']]);
      expect(got).toEqual([
        ['dana@milepost.test', 'assigned'],
        ['dana@milepost.test', 'assigned'],
        ['dana@milepost.test', 'assigned'],
        ['dana@milepost.test', 'unassigned'],
      ]);
    }
  });

  test('of being assigned, of being relieved, of closing and reopening', async ({ build, mailing }) => {
    const issue = await build.issue({ author: 'ada', assignees: ['rita'] });
    await updateWorkItem(mailing.as('ada'), issue.id, { assigneeIds: [build.idOf('dana')] });
    expect(await mailing.readers()).toEqual(['dana', 'rita']);
    expect(bodyOf(smtp.server.received[0] as never)).toContain(
      'assigned Dana Developer to, and unassigned Rita Reporter from the issue',
    );
    smtp.server.received.length = 0;
    await closeWorkItem(mailing.as('dana'), issue.id);
    expect(await mailing.readers()).toEqual(['ada']);
    expect(bodyOf(smtp.server.received[0] as never)).toContain('Dana Developer closed the issue');
  });
});

describe('message content', () => {
  test('both bodies, the thread, the reason, and one-click unsubscribing', async ({ build, mailing }) => {
    const project = await build.project();
    const issue = await build.issue({ project, title: 'Größe <b>now</b>', author: 'dana' });
    const note = await createNote(mailing.as('ada'), { workItemId: issue.id, body: 'See **this** & #1' });
    expect(await mailing.readers()).toEqual(['dana']);
    const [mail] = smtp.server.received;
    if (!mail) throw new Error('Nothing came');
    const link = addressOfLink('http://milepost.test', mailing.services.secret, {
      workItemId: issue.id,
      userId: build.idOf('dana'),
    });
    expect(mail.headers).toMatchObject({
      from: '"Ada Owner (@ada)" <plan@milepost.test>',
      to: 'Dana Developer <dana@milepost.test>',
      'in-reply-to': `<work-item-${issue.id}@milepost.test>`,
      references: `<work-item-${issue.id}@milepost.test>`,
      'list-unsubscribe': `<${link}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'auto-submitted': 'auto-generated',
    });
    expect(mail.headers['message-id']).toMatch(/^<email-\d+-\d+@milepost\.test>$/);
    const body = bodyOf(mail);
    const address = `http://milepost.test/${project.fullPath}/-/issues/${issue.iid}#note_${note.id}`;
    for (const part of [
      'Content-Type: text/plain; charset=utf-8',
      'Ada Owner commented on Größe <b>now</b>:',
      'See **this** & #1',
      `View it on Milepost: ${address}`,
      'You are receiving this because you created the issue.',
      `Unsubscribe: ${link}`,
      'Content-Type: text/html; charset=utf-8',
      'Größe &lt;b&gt;now&lt;/b&gt;',
      'See <strong>this</strong> &amp; ',
      `<a href="${link}">Unsubscribe</a>`,
    ]) {
      expect(body.replaceAll('\r\n', '\n')).toContain(part);
    }
  });

  test('the HTML needs no style sheet: chips have a size, tasks are signs, and links are absolute', async ({
    build,
    mailing,
  }) => {
    const issue = await build.issue({ author: 'dana' });
    const body = '`#1068bf`\n\n- [x] One\n- [ ] Two\n\n![Map](/uploads/map.png)';
    await createNote(mailing.as('ada'), { workItemId: issue.id, body });
    expect(await mailing.readers()).toEqual(['dana']);
    const html = bodyOf(smtp.server.received[0] as never);
    expect(html).toContain('<svg class="color-chip" width="12" height="12"');
    expect(html).toContain('☑ One');
    expect(html).toContain('☐ Two');
    expect(html).not.toContain('<input');
    expect(html).toContain('src="http://milepost.test/uploads/map.png"');
    // `anywhere` would break words in narrow columns of tables.
    expect(html).toContain('overflow-wrap: break-word');
    expect(html).toContain('<meta name="viewport" content="width=device-width">');
  });

  test('a title cannot write headers', async ({ build, mailing }) => {
    const issue = await build.issue({ title: 'x\r\nBcc: otto@milepost.test', author: 'dana' });
    await createNote(mailing.as('ada'), { workItemId: issue.id, body: 'Hello' });
    expect(await mailing.readers()).toEqual(['dana']);
    expect(smtp.server.received[0]?.headers['bcc']).toBeUndefined();
    expect(smtp.server.received[0]?.headers['subject']).toContain('x Bcc: otto@milepost.test');
  });

  test('links into this site are whole', async ({ build, mailing }) => {
    const issue = await build.issue({ author: 'dana' });
    await createNote(mailing.as('ada'), { workItemId: issue.id, body: `Like #${issue.iid}` });
    await mailing.send();
    expect(bodyOf(smtp.server.received[0] as never)).toContain(
      `href="http://milepost.test/${issue.namespacePath}/-/issues/`,
    );
  });
});

describe('chosen notifications', () => {
  test('TM-LB-06: subscribers of a label are notified of items that get it, including new ones; only if visible', async ({
    build,
    mailing,
  }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const label = await build.label({ namespace: group, title: 'urgent' });
    for (const name of ['gwen', 'mina', 'ada'] as const) await chooseLabelSubscription(mailing.as(name), label, true);
    await chooseLabelSubscription(mailing.as('mina'), label, false);
    const issue = await build.issue({ project, author: 'rita', title: 'Roof' });
    await updateWorkItem(mailing.as('ada'), issue.id, { addLabelNames: ['urgent'] });
    expect(await mailing.readers()).toEqual(['gwen']);
    expect(bodyOf(smtp.server.received[0] as never)).toContain('Ada Owner added the label urgent to the issue Roof.');
    smtp.server.received.length = 0;
    const fields = { namespace: project, type: 'issue', labelNames: ['urgent'] } as const;
    await createWorkItem(mailing.as('paul'), { ...fields, title: 'New' });
    await createWorkItem(mailing.as('paul'), { ...fields, title: 'Secret', isConfidential: true });
    // Ada may see the confidential item and is notified of both.
    expect(await mailing.readers()).toEqual(['ada', 'ada', 'gwen']);
    smtp.server.received.length = 0;
    // A person who unsubscribed before the message was sent gets none; nobody is notified of a deleted label.
    await createWorkItem(mailing.as('paul'), { ...fields, title: 'Next' });
    await mailing.queue();
    await chooseLabelSubscription(mailing.as('gwen'), label, false);
    expect(await mailing.readers()).toEqual(['ada']);
    smtp.server.received.length = 0;
    await createWorkItem(mailing.as('paul'), { ...fields, title: 'Last' });
    await mailing.queue();
    await deleteLabel(mailing.as('ada'), label.id);
    expect(await mailing.readers()).toEqual([]);
  });

  test('labels of many messages are read with one statement', async ({ build, mailing, statements }) => {
    const project = await build.project();
    const label = await build.label({ namespace: project, title: 'urgent' });
    const other = await build.label({ namespace: project, title: 'later' });
    for (const name of ['gwen', 'mina', 'dana'] as const) {
      await chooseLabelSubscription(mailing.as(name), label, true);
    }
    await chooseLabelSubscription(mailing.as('dana'), other, true);
    for (const title of ['One', 'Two', 'Three']) {
      await createWorkItem(mailing.as('paul'), {
        namespace: project,
        type: 'issue',
        title,
        labelNames: title === 'One' ? ['urgent', 'later'] : ['urgent'],
      });
    }
    await mailing.queue();
    await chooseLabelSubscription(mailing.as('mina'), label, false);
    // A subscription to one of two labels suffices.
    await chooseLabelSubscription(mailing.as('dana'), label, false);
    statements.length = 0;
    expect(await mailing.readers()).toEqual(['dana', 'gwen', 'gwen', 'gwen']);
    expect(statements.filter((text) => text.includes('label_subscriptions'))).toHaveLength(1);
  });

  test('custom: of chosen events without participation, until the choice changes', async ({ build, mailing }) => {
    const project = await build.project();
    const issue = await build.issue({ project, author: 'rita' });
    await changeNotificationLevel(mailing.as('gwen'), 'custom', { new_note: true });
    await changeNotificationLevel(mailing.as('dana'), 'custom', { close_issue: true });
    await createNote(mailing.as('ada'), { workItemId: issue.id, body: 'Hello' });
    expect(await mailing.readers()).toEqual(['gwen', 'rita']);
    smtp.server.received.length = 0;
    await closeWorkItem(mailing.as('ada'), issue.id);
    await mailing.queue();
    await changeNotificationLevel(mailing.as('dana'), undefined, { close_issue: false });
    // Dana unsubscribed before it was sent.
    expect(await mailing.readers()).toEqual(['rita']);
  });
});

describe('what happens between writing and sending', () => {
  test('a message is written with the change, and only when mail is on', async ({ as, build, mailing }) => {
    const issue = await build.issue({ author: 'dana' });
    await createNote(as('ada'), { workItemId: issue.id, body: 'Mail is off' });
    expect(await mailing.outcomes()).toEqual([]);
    const failing = mailing.as('ada').transaction(async (trx) => {
      await createNote(mailing.as('ada').within(trx), { workItemId: issue.id, body: 'Undone' });
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect(await mailing.outcomes()).toEqual([]);
    await createNote(mailing.as('ada'), { workItemId: issue.id, body: 'Mail is on' });
    expect(await mailing.outcomes()).toEqual([null]);
  });

  test('who may not read it any more, or thought better of it, gets nothing', async ({ build, mailing }) => {
    const project = await build.project({ visibility: 'public' });
    const issue = await build.issue({ project, author: 'ada', assignees: ['dana', 'mina'] });
    await chooseSubscription(mailing.as('otto'), issue, true);
    await createNote(mailing.as('ada'), { workItemId: issue.id, body: 'Secret after all' });
    await mailing.queue();
    await updateWorkItem(mailing.as('ada'), issue.id, { isConfidential: true });
    await chooseSubscription(mailing.as('dana'), issue, false);
    expect(await mailing.readers()).toEqual(['mina']);
    expect(await mailing.outcomes()).toEqual(expect.arrayContaining(['dropped', 'dropped', 'sent']));
  });

  test('nothing is sent twice, and retries are delayed longer each time, with the same message id', async ({
    build,
    db,
    mailing,
  }) => {
    const issue = await build.issue({ author: 'dana' });
    smtp.server.answer = 451;
    await createNote(mailing.as('ada'), { workItemId: issue.id, body: 'Hello' });
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      await mailing.wait();
      expect(await mailing.readers()).toEqual([]);
      const { rows } = await sql<{ pause: number }>`
        SELECT round(extract(epoch FROM next_attempt_at - now()) / 60)::int AS pause FROM emails`.execute(db);
      pauses.push(rows[0]?.pause ?? 0);
    }
    expect(pauses).toEqual([2, 4, 8]);
    smtp.server.answer = null;
    expect(await mailing.readers()).toEqual([]);
    await mailing.wait();
    expect(await mailing.readers()).toEqual(['dana']);
    await mailing.wait();
    await mailing.send();
    expect(smtp.server.received).toHaveLength(1);
  });

  test('messages reserved by a dead process are sent later; two processes never reserve the same', async ({
    build,
    mailing,
  }) => {
    const issues = await Promise.all(Array.from({ length: 6 }, () => build.issue({ author: 'dana' })));
    for (const { id } of issues) await createNote(mailing.as('ada'), { workItemId: id, body: 'Hello' });
    await mailing.queue();
    const killed = new AbortController();
    killed.abort();
    await sendEmails.run(mailing.services, {}, killed.signal);
    expect(smtp.server.received).toEqual([]);
    await Promise.all([mailing.send(), mailing.send(), mailing.send()]);
    expect(smtp.server.received).toHaveLength(6);
    expect(new Set(await mailing.outcomes())).toEqual(new Set(['sent']));
  });

  test('two servers on one database send in the order of what happened, each message once', async ({
    build,
    mailing,
  }) => {
    const issue = await build.issue({ author: 'dana' });
    const stop = await startWorkers(mailing.world, 2, [sendEmails], { mailer: smtp.mailer });
    const bodies = Array.from({ length: 60 }, (_, index) => `Comment number ${index}.`);
    // Each comment wakes any free worker.
    for (const body of bodies) await createNote(mailing.as('ada'), { workItemId: issue.id, body });
    await expect.poll(() => smtp.server.received.length).toBe(60);
    await stop();
    expect(smtp.server.received.map((mail) => /Comment number \d+\./.exec(bodyOf(mail))?.[0])).toEqual(bodies);
    expect((await sql`SELECT FROM leases`.execute(mailing.world.db)).rows).toEqual([]);
  });

  test('a message that cannot be rendered is retried, reported, and delays no other', async ({
    build,
    db,
    mailing,
  }) => {
    const broken = await build.issue({ author: 'dana', title: 'Broken' });
    const whole = await build.issue({ author: 'rita' });
    for (const { id } of [broken, whole]) await createNote(mailing.as('ada'), { workItemId: id, body: 'Hello' });
    await mailing.queue();
    const nonsense = { event: 'assigneesChanged' as const, data: sql<never>`'null'::jsonb` };
    await db.updateTable('emails').set(nonsense).where('workItemId', '=', broken.id).execute();
    await expect(mailing.send()).rejects.toThrow(TypeError);
    expect(smtp.server.received.flatMap(({ to }) => to)).toEqual(['rita@milepost.test']);
    expect(await mailing.outcomes()).toEqual([null, 'sent']);
  });

  test('a permanent rejection by the mail server is not retried', async ({ build, mailing }) => {
    const issue = await build.issue({ author: 'dana' });
    smtp.server.answer = 550;
    await createNote(mailing.as('ada'), { workItemId: issue.id, body: 'Hello' });
    await mailing.send();
    expect(await mailing.outcomes()).toEqual(['refused']);
  });

  test('an unavailable mail server loses nothing, and messages not tried are not delayed', async ({
    build,
    db,
    mailing,
  }) => {
    for (const _ of [1, 2]) {
      const issue = await build.issue({ author: 'dana' });
      await createNote(mailing.as('ada'), { workItemId: issue.id, body: 'Hello' });
    }
    const nowhere = openMailer({ url: 'smtp://127.0.0.1:1', from: { name: 'x', address: 'x@y.test' } });
    await sendEmails.run({ ...mailing.services, mailer: nowhere }, {}, new AbortController().signal);
    nowhere?.close();
    expect(await mailing.outcomes()).toEqual([null, null]);
    const { rows } = await sql`SELECT attempts, next_attempt_at > now() AS waits FROM emails ORDER BY id`.execute(db);
    expect(rows).toEqual([
      { attempts: 1, waits: true },
      { attempts: 0, waits: false },
    ]);
    await mailing.wait();
    expect(await mailing.readers()).toEqual(['dana', 'dana']);
  });
});
