import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openMailer, type Mailer } from '../../platform/mail/mailer.ts';
import { startMailServer, type MailServer } from './mail-server.ts';

/** The mail server of a test file, empty before each test, and a mailer for it: both exist while tests run. */
export function mailServerOfTests(): { readonly server: MailServer; readonly mailer: Mailer | null } {
  const mail = {} as { server: MailServer; mailer: Mailer | null };
  beforeAll(async () => {
    mail.server = await startMailServer();
    mail.mailer = openMailer({ url: mail.server.url, from: { name: 'Milepost', address: 'plan@milepost.test' } });
  });
  beforeEach(() => {
    mail.server.received.length = 0;
    mail.server.answer = null;
  });
  afterAll(async () => {
    mail.mailer?.close();
    await mail.server.stop();
  });
  return mail;
}
