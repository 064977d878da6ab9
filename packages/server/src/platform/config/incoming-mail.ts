import { Type } from 'typebox';
import { ConfigError } from './error.ts';
import { setting } from './setting.ts';

/** Where the key of an incoming address stands in MILEPOST_INCOMING_MAIL_ADDRESS. */
export const KEY_PLACEHOLDER = '%{key}';

/** Mail that people send to Milepost: replies to notifications, and new issues. */
export interface IncomingMailConfig {
  /** The address, with `%{key}` in its local part. */
  address: string;
  /** The mailbox to read, or the port to receive on. */
  source: ImapSource | SmtpSource;
}

export interface ImapSource {
  by: 'imap';
  /** `imaps://user:password@host:993/INBOX` */
  url: string;
}

export interface SmtpSource {
  by: 'smtp';
  host: string;
  port: number;
}

/** The local part has room for a key of 52 characters: 64 is the limit of a local part (RFC 5321). */
const isAddressWithKey = (text: string): boolean => /^[\w.+-]{0,10}%\{key\}[\w.+-]{0,2}@[a-z0-9.-]{1,200}$/i.test(text);

function isImapUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username } = new URL(text);
  return /^imaps?:$/.test(protocol) && hostname !== '' && username !== '';
}

export const incomingMailSettings = {
  MILEPOST_INCOMING_MAIL_ADDRESS: setting(Type.Optional(Type.Refine(Type.String(), isAddressWithKey)), {
    description: 'address for comments and new issues by mail, with %{key} for the key of each person',
    defaultText: 'none: no mail is received',
    rule: 'must be like in+%{key}@plan.example.com',
  }),
  MILEPOST_INCOMING_MAIL_IMAP_URL: setting(Type.Optional(Type.Refine(Type.String(), isImapUrl)), {
    description: 'mailbox that receives mail for this address',
    defaultText: 'none',
    rule: 'must be like imaps://user:password@mail.example.com/INBOX',
    isSecret: true,
  }),
  MILEPOST_INCOMING_MAIL_SMTP_HOST: setting(Type.String({ pattern: '^[A-Za-z0-9.:_-]+$' }), {
    description: 'address to receive mail on over SMTP',
    default: '127.0.0.1',
    rule: 'must be a host name or address',
  }),
  MILEPOST_INCOMING_MAIL_SMTP_PORT: setting(Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })), {
    description: 'port to receive mail on over SMTP, in place of a mailbox',
    defaultText: 'none',
    rule: 'must be a port from 1 to 65535',
  }),
} as const;

interface Values {
  MILEPOST_INCOMING_MAIL_ADDRESS?: string;
  MILEPOST_INCOMING_MAIL_IMAP_URL?: string;
  MILEPOST_INCOMING_MAIL_SMTP_HOST: string;
  MILEPOST_INCOMING_MAIL_SMTP_PORT?: number;
}

/** Null when no mail is received. Throws a ConfigError if a part is missing. */
export function incomingMailOf(values: Values): IncomingMailConfig | null {
  const {
    MILEPOST_INCOMING_MAIL_ADDRESS: address,
    MILEPOST_INCOMING_MAIL_IMAP_URL: url,
    MILEPOST_INCOMING_MAIL_SMTP_HOST: host,
    MILEPOST_INCOMING_MAIL_SMTP_PORT: port,
  } = values;
  if (url !== undefined && port !== undefined) {
    throw new ConfigError('MILEPOST_INCOMING_MAIL_SMTP_PORT', 'cannot be set together with a mailbox');
  }
  const source =
    url === undefined ? port !== undefined && ({ by: 'smtp', host, port } as const) : { by: 'imap' as const, url };
  if (address === undefined) {
    if (source) throw new ConfigError('MILEPOST_INCOMING_MAIL_ADDRESS', 'is missing: mail is received for it');
    return null;
  }
  if (!source)
    throw new ConfigError('MILEPOST_INCOMING_MAIL_IMAP_URL', 'is missing, or MILEPOST_INCOMING_MAIL_SMTP_PORT');
  return { address, source };
}
