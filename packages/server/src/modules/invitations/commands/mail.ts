import { mailPage, smallPrint } from '../../../platform/outbox/mail-page.ts';
import { INVITATION_DAYS } from '@milepost/core/accounts/invitations';
import { roleTitle } from '@milepost/core/members';
import type { Services } from '../../../platform/context.ts';
import { escapeHtml } from '../../../platform/markdown/html.ts';
import type { OutgoingMail } from '../../../platform/mail/mailer.ts';
import { namespaceById } from '../../namespaces/store.ts';
import { userById } from '../../users/store.ts';
import type { Invitation } from '../store.ts';
import { addressOfToken, mailTokenOf } from './tokens.ts';

/** The mail of an invitation; null if the group was deleted. The inviter's message is plain text. */
export async function composeInvitation(services: Services, invitation: Invitation): Promise<OutgoingMail | null> {
  const { db, baseUrl, secret } = services;
  const { id, email, nonce, accessLevel, message, createdById, sentAt } = invitation;
  const namespace = await namespaceById(db, invitation.namespaceId);
  if (!namespace || email === null || nonce === null) return null;
  const inviter = createdById === null ? null : await userById(db, createdById);
  const who = inviter ? `${inviter.name} (@${inviter.username})` : 'An administrator';
  const address = addressOfToken(baseUrl, mailTokenOf(secret, nonce));
  const sentence = `${who} invited you to the ${namespace.kind} ${namespace.name} as ${roleTitle(accessLevel)}.`;
  const ends = `This invitation expires in ${INVITATION_DAYS} days. If you do not expect it, ignore this message.`;
  const host = new URL(baseUrl).hostname;
  return {
    to: { name: '', address: email },
    fromName: inviter && `${inviter.name} (@${inviter.username})`,
    subject: `Invitation to ${namespace.name}`.replaceAll(/\s+/g, ' ').slice(0, 500),
    text: [sentence, ...(message ? ['', message] : []), '', `Accept: ${address}`, '', ends, ''].join('\n'),
    html: mailPage(
      services,
      `<p><strong>${escapeHtml(sentence)}</strong></p>
${message ? `<p style="white-space: pre-wrap">${escapeHtml(message)}</p>\n` : ''}<p><a href="${escapeHtml(address)}">Accept the invitation</a></p>
${smallPrint(escapeHtml(ends))}`,
    ),
    messageId: `<invitation-${id}-${sentAt.getTime()}@${host}>`,
    headers: {},
  };
}
