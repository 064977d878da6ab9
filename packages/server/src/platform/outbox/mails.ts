import { mailPage } from './mail-page.ts';
import { sql } from 'kysely';
import type { Services } from '../context.ts';
import type { Db, Generated, GeneratedTime } from '../database/tables.ts';
import { addJob } from '../queue/add-job.ts';
import type { JobTask } from '../jobs/tasks.ts';
import { escapeHtml } from '../markdown/html.ts';
import { sendDue } from './send-due.ts';

interface MailTable {
  id: Generated<number>;
  toName: string;
  toAddress: string;
  subject: string;
  text: string;
  html: string;
  attempts: Generated<number>;
  createdAt: GeneratedTime;
  nextAttemptAt: GeneratedTime;
}

declare module '../database/tables.ts' {
  interface Tables {
    mails: MailTable;
  }
}

/** A short mail: a sentence and a link. */
export interface ShortMail {
  to: { name: string; address: string };
  subject: string;
  sentence: string;
  link: { title: string; url: string };
}

const SEND_MAILS = 'mails.send';
const BATCH = 20;
/** Age after which an undelivered mail is dropped. */
const GIVEN_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1000;

/** Queues a mail in the transaction of the change that it is about. Does nothing without a mail server. */
export async function queueMail(
  services: Services,
  trx: Db,
  { to, subject, sentence, link }: ShortMail,
): Promise<void> {
  if (!services.mailer) return;
  await trx
    .insertInto('mails')
    .values({
      toName: to.name,
      toAddress: to.address,
      subject: subject.replaceAll(/\s+/g, ' ').slice(0, 500),
      text: `${sentence}\n\n${link.title}: ${link.url}\n`,
      html: mailPage(
        services,
        `<p>${escapeHtml(sentence)}</p>
<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.title)}</a></p>`,
      ),
    })
    .execute();
  await addJob(trx, SEND_MAILS, {}, { key: SEND_MAILS });
}

/** Sends the queued mails that are due. One is sent twice only if this process dies after the mail server accepted it. */
export const sendMails: JobTask = {
  name: SEND_MAILS,
  isOutgoing: true,
  cron: '* * * * *',
  atStart: true,
  async run({ db, mailer, baseUrl }, _payload, signal) {
    if (!mailer) return;
    await sendDue<Mail>(mailer, signal, {
      lease: () => leaseDueMails(db),
      compose: ({ id, toName, toAddress, createdAt, subject, text, html }) =>
        Promise.resolve({
          to: { name: toName, address: toAddress },
          fromName: null,
          subject,
          text,
          html,
          messageId: `<mail-${id}-${createdAt.getTime()}@${new URL(baseUrl).hostname}>`,
          headers: {},
        }),
      settle: async ({ id }) => void (await db.deleteFrom('mails').where('id', '=', id).execute()),
      isOld: ({ createdAt }) => Date.now() - createdAt.getTime() >= GIVEN_UP_AFTER_MS,
    });
  },
};

type Mail = { id: number; createdAt: Date } & Pick<MailTable, 'toName' | 'toAddress' | 'subject' | 'text' | 'html'>;

/** Leases due mails: for two minutes at first, doubled with each attempt, up to four hours. */
async function leaseDueMails(db: Db): Promise<Mail[]> {
  const { rows } = await sql<Mail>`
    UPDATE mails SET attempts = attempts + 1,
      next_attempt_at = now() + least(interval '4 hours', interval '1 minute' * power(2, least(attempts + 1, 10)))
    WHERE id IN (SELECT id FROM mails WHERE next_attempt_at <= now() ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING *`.execute(db);
  return rows;
}
