import { createTransport } from 'nodemailer';
import type { MailConfig } from '../config/config.ts';
import { hasCode } from '../util/errors.ts';

export interface OutgoingMail {
  to: { name: string; address: string };
  /** Name of the author of the change, shown with the address of the installation; null for the installation itself. */
  fromName: string | null;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** Null: replies are not read. */
  replyTo?: string | null;
  inReplyTo?: string;
  references?: readonly string[];
  /** Further headers. */
  headers: Readonly<Record<string, string>>;
}

/** A client of the configured mail server. */
export interface Mailer {
  /** Throws if the server did not accept the message; `isRefusal` tells whether permanently. */
  send(mail: OutgoingMail): Promise<void>;
  /** Throws if the server cannot be reached or refuses the credentials. */
  verify(): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 15_000;

/** Creates a mailer; null when no mail server is configured. */
export function openMailer(config: MailConfig | null): Mailer | null {
  if (!config) return null;
  const { hostname, port, protocol, username, password } = new URL(config.url);
  const isSecure = protocol === 'smtps:';
  const transport = createTransport({
    pool: true,
    maxConnections: 2,
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: 4 * TIMEOUT_MS,
    // Defense in depth: messages contain text only, never files or URLs to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, fromName, messageId, replyTo, inReplyTo, references, headers, ...content }) {
      await transport.sendMail({
        ...content,
        from: { name: fromName ?? config.from.name, address: config.from.address },
        to,
        messageId,
        ...(replyTo && { replyTo }),
        ...(inReplyTo && { inReplyTo }),
        ...(references && { references: [...references] }),
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
      });
    },
    async verify() {
      await transport.verify();
    },
    close() {
      transport.close();
    },
  };
}

/** Whether the server rejected the message permanently. */
export function isRefusal(error: unknown): boolean {
  const code = (error as { responseCode?: unknown } | null)?.responseCode;
  return typeof code === 'number' && code >= 550 && code < 560 && !isMailServerUnavailable(error);
}

const away = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'EAUTH', 'ETLS', 'ECONNREFUSED', 'ECONNRESET']);

/** Whether the server is unreachable or refuses the credentials, so that other messages need not be tried now. */
export function isMailServerUnavailable(error: unknown): boolean {
  return hasCode(error, ...away);
}

/** The reason of a failure, with the response of the mail server if there was one: one line of at most 500 characters. */
export function reasonOfMailError(error: unknown): string {
  const answer = (error as { response?: unknown } | null)?.response;
  const text = typeof answer === 'string' ? answer : error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 500);
}
