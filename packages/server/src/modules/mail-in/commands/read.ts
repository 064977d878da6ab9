import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser';

/** The largest mail that is read, in bytes; more than mail servers usually pass on. */
export const MAX_MAIL_BYTES = 30 * 1024 * 1024;
/** Addresses of one mail that are compared with those of Milepost. */
const MAX_RECIPIENTS = 100;

export interface ReadMail {
  messageId: string;
  /** Lower case. Empty if the mail names none, or several. */
  sender: string;
  /** Where it was delivered, and its visible recipients. */
  recipients: readonly string[];
  /** Why no person is waiting for an answer; null for a mail of a person. */
  automatic: string | null;
  /** Whether the server that received it found the sender forged (RFC 8601). */
  isForged: boolean;
  subject: string;
  text: string | null;
  html: string | null;
  attachments: readonly Attachment[];
}

export interface Attachment {
  name: string;
  bytes: Buffer;
}

/** Reads a mail, in any encoding. Throws if it is no mail at all. `delivered`: recipients of the SMTP envelope. */
export async function readMail(raw: Buffer, delivered: readonly string[] = []): Promise<ReadMail> {
  const mail = await simpleParser(raw, { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true });
  const senders = mail.from?.value ?? [];
  return {
    messageId: mail.messageId?.trim() ?? '',
    sender: senders.length === 1 ? storable(senders[0]?.address?.toLowerCase() ?? '') : '',
    recipients: [...delivered, ...headerAddresses(mail), ...addressesOf(mail.to), ...addressesOf(mail.cc)].slice(
      0,
      MAX_RECIPIENTS,
    ),
    automatic: automaticBy(mail),
    isForged: resultsOfReceiver(mail).some((results) => /^[^;]*;(?:.*;)?\s*dmarc\s*=\s*fail\b/is.test(results)),
    subject: storable(mail.subject ?? '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    text: mail.text === undefined ? null : storable(mail.text),
    html: typeof mail.html === 'string' ? storable(mail.html) : null,
    attachments: mail.attachments
      .filter(({ related, contentType }) => !(related && contentType.startsWith('text/')))
      .map(({ filename, content }) => ({ name: storable(filename ?? 'attachment'), bytes: content })),
  };
}

/** Encoded words and bodies may contain NUL, which PostgreSQL refuses in texts. */
function storable(text: string): string {
  return text.replaceAll('\0', '');
}

/** Set by the servers that delivered it, also where the recipient was hidden. */
function headerAddresses(mail: ParsedMail): string[] {
  return ['delivered-to', 'x-original-to', 'envelope-to']
    .flatMap((name) => linesOf(mail, name))
    .map((value) => value.replaceAll(/[<>]/g, '').trim());
}

function addressesOf(field: AddressObject | AddressObject[] | undefined): string[] {
  return [field ?? []]
    .flat()
    .flatMap(({ value }) => value.flatMap((each) => [each, ...(each.group ?? [])]))
    .flatMap(({ address }) => address ?? []);
}

/** As programs mark their mails: none of these is answered (RFC 3834). */
function automaticBy(mail: ParsedMail): string | null {
  const submitted = firstHeader(mail, 'auto-submitted').trim().toLowerCase();
  if (submitted !== '' && !/^no\b/.test(submitted)) return 'It was sent automatically (Auto-Submitted).';
  if (/^\s*(bulk|junk|list)\b/i.test(firstHeader(mail, 'precedence'))) return 'It was sent to many (Precedence).';
  if (firstHeader(mail, 'return-path').trim() === '<>') return 'It reports a failed delivery.';
  if (/^(mailer-daemon|postmaster)@/i.test(mail.from?.value[0]?.address ?? '')) return 'It reports a failed delivery.';
  return null;
}

/**
 * The results of the receiving server: the topmost ones. It may write one line per check, all with its name (RFC 8601, section 2.5);
 * a line of another server ends them.
 */
function resultsOfReceiver(mail: ParsedMail): string[] {
  const lines = linesOf(mail, 'authentication-results');
  const [receiver] = lines.map(serverOf);
  const end = lines.findIndex((line) => serverOf(line) !== receiver);
  return end === -1 ? lines : lines.slice(0, end);
}

/** The name before the first semicolon, which comments and a version may surround. */
function serverOf(results: string): string {
  const [name = ''] = results.replaceAll(/\([^()]*\)/g, ' ').split(';');
  return name.trim().split(/\s+/)[0]?.toLowerCase() ?? '';
}

/** The topmost value: written by the server that received the mail last. Senders can only add lines below it. */
function firstHeader(mail: ParsedMail, name: string): string {
  return linesOf(mail, name)[0] ?? '';
}

function linesOf({ headerLines }: ParsedMail, name: string): string[] {
  return headerLines.filter(({ key }) => key === name).map(({ line }) => line.slice(line.indexOf(':') + 1));
}
