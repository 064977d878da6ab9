import type { BackupId, UserId } from '@milepost/core/ids';
import type { Services } from '../../../platform/context.ts';
import { escapeHtml } from '../../../platform/markdown/html.ts';
import { isRefusal } from '../../../platform/mail/mailer.ts';
import { mailPage } from '../../../platform/outbox/mail-page.ts';
import { userById } from '../../users/store.ts';
import { backupById } from '../store/backups.ts';

/** Mails an administrator that a backup failed. Throws if the mail server is unavailable: the job is retried. */
export async function mailBackupFailure(services: Services, backupId: BackupId, userId: UserId): Promise<void> {
  const { db, mailer, instance, baseUrl } = services;
  const [backup, user] = await Promise.all([backupById(db, backupId), userById(db, userId)]);
  if (!mailer || !backup || !user?.isAdmin) return;
  const sentence = `A backup of ${instance.name} failed: ${backup.error ?? 'unknown reason'}`;
  const rest =
    'Older backups are kept. The next scheduled backup tries again; you get no further message until one has succeeded.';
  const url = `${baseUrl}/admin/backups`;
  try {
    await mailer.send({
      to: { name: user.name, address: user.email },
      fromName: null,
      subject: 'A backup failed',
      text: [sentence, '', rest, '', url, ''].join('\n'),
      html: mailPage(
        services,
        `<p>${escapeHtml(sentence)}</p>
<p>${escapeHtml(rest)}</p>
<p><a href="${escapeHtml(url)}">Show backups</a></p>`,
      ),
      messageId: `<backup-${backupId}-${userId}@${new URL(baseUrl).hostname}>`,
      headers: {},
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}
