import type { BackupId, UserId } from '@milepost/core/ids';
import type { Services } from '../../../platform/context.ts';
import { escapeHtml } from '../../../platform/markdown/html.ts';
import { isRefusal } from '../../../platform/mail/mailer.ts';
import { mailHead } from '../../../platform/outbox/mail-head.ts';
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
      html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"></head>
<body style="font-family: system-ui, sans-serif; font-size: 15px; line-height: 1.5; max-width: 44em">
${mailHead(services)}
<p>${escapeHtml(sentence)}</p>
<p>${escapeHtml(rest)}</p>
<p><a href="${escapeHtml(url)}">Show backups</a></p>
</body></html>
`,
      messageId: `<backup-${backupId}-${userId}@${new URL(baseUrl).hostname}>`,
      headers: {},
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}
