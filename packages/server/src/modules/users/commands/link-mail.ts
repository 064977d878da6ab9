import { mailPage, smallPrint } from '../../../platform/outbox/mail-page.ts';
import type { Services } from '../../../platform/context.ts';
import { escapeHtml } from '../../../platform/markdown/html.ts';
import type { OutgoingMail } from '../../../platform/mail/mailer.ts';
import { tokenOfLink } from './links.ts';
import type { AccountLink } from '../store/links.ts';
import { userByEmail, userById } from '../store.ts';
import type { LinkPurpose } from '../table.ts';

interface LinkText {
  subject: string;
  sentence: string;
  title: string;
  ends: string;
  path: string;
}

const texts: Readonly<Record<LinkPurpose, (username: string) => LinkText>> = {
  reset: (username) => ({
    subject: 'Reset your password',
    sentence: `Use this link to set a new password for your account @${username}.`,
    title: 'Set a new password',
    ends: 'The link works once, within 2 hours. If you did not request it, ignore this message.',
    path: '/-/reset-password/',
  }),
  welcome: (username) => ({
    subject: 'Your new account',
    sentence: `An administrator created the account @${username} for you. Set its password with this link.`,
    title: 'Set a password',
    ends: 'The link works once, within 3 days.',
    path: '/-/reset-password/',
  }),
  confirm: (username) => ({
    subject: 'Confirm your email address',
    sentence: `Confirm this email address for your new account @${username}.`,
    title: 'Confirm email address',
    ends: 'The link works once, within 24 hours. If you did not register, ignore this message.',
    path: '/-/confirm-email/',
  }),
  email: (username) => ({
    subject: 'Confirm your new email address',
    sentence: `Confirm this email address for your account @${username}.`,
    title: 'Confirm email address',
    ends: 'The link works once, within 24 hours. If you did not request it, ignore this message.',
    path: '/-/confirm-email/',
  }),
};

/** The mail of a link; null if the link was closed or its account was deleted meanwhile. */
export async function composeLinkMail(services: Services, link: AccountLink): Promise<OutgoingMail | null> {
  const { db, baseUrl, secret } = services;
  const user = await userById(db, link.userId);
  if (!user || link.closedAt !== null) return null;
  const owner = link.purpose === 'email' ? await userByEmail(db, link.email) : null;
  // Only the owner of the address learns that it has an account.
  if (owner && owner.user.id !== user.id) {
    return mailOf(services, link, {
      subject: 'You have an account already',
      sentence: `Someone wanted to use this email address for another account. It belongs to your account @${owner.user.username}, and nothing was changed.`,
      title: 'Sign in',
      ends: 'If you want to use it elsewhere, change the address of that account first.',
      url: `${baseUrl}/users/sign_in`,
    });
  }
  const { path, ...text } = texts[link.purpose](user.username);
  return mailOf(services, link, { ...text, url: `${baseUrl}${path}${tokenOfLink(secret, link.nonce)}` });
}

function mailOf(
  services: Services,
  { id, email, createdAt }: AccountLink,
  { subject, sentence, title, ends, url }: Omit<LinkText, 'path'> & { url: string },
): OutgoingMail {
  return {
    to: { name: '', address: email },
    fromName: null,
    subject,
    text: [sentence, '', `${title}: ${url}`, '', ends, ''].join('\n'),
    html: mailPage(
      services,
      `<p>${escapeHtml(sentence)}</p>
<p><a href="${escapeHtml(url)}">${escapeHtml(title)}</a></p>
${smallPrint(escapeHtml(ends))}`,
    ),
    messageId: `<account-${id}-${createdAt.getTime()}@${new URL(services.baseUrl).hostname}>`,
    headers: {},
  };
}
