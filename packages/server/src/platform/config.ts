import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isColor, suggestedLabelColors, type SuggestedColor } from '@milepost/core/labels';
import { defaultEpicsLimit } from '@milepost/core/roadmap/limits';
import { uploadLimits } from '@milepost/core/uploads';

/** What the person who runs Milepost has decided. Read once at the door; nothing else looks at the environment. */
export interface Config {
  host: string;
  /** 0 means any free port. */
  port: number;
  /** What links begin with: scheme, host and port, without a slash at the end. */
  url: string;
  /** Absolute. Holds the embedded database, uploads and repositories. */
  dataDir: string;
  /** A PostgreSQL of one's own; null for the embedded one. */
  databaseUrl: string | null;
  /** Null for the one kept in the data folder. */
  secret: string | null;
  logLevel: LogLevel;
  /** On which day weeks begin: 0 (Sunday) to 6. */
  firstWeekday: number;
  /** From how many epics on a roadmap warns that there are many. */
  roadmapEpicsLimit: number;
  /** Whether webhooks may call addresses of this machine and of private networks. */
  webhooksAllowLocal: boolean;
  /** What is offered to whoever makes a label; the first one is preset. */
  labelColors: readonly SuggestedColor[];
  /** The largest file that people may attach, in bytes. */
  uploadLimit: number;
  /** Null: nothing is sent by e-mail. */
  mail: MailConfig | null;
}

export interface MailConfig {
  /** `smtp://user:password@host:587`, or `smtps://` where the connection is encrypted from the beginning. */
  url: string;
  from: { name: string; address: string };
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that cannot be used; the message is one line that names it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  constructor(
    readonly setting: string,
    problem: string,
  ) {
    super(`${setting} ${problem}`);
  }
}

export interface Setting {
  name: string;
  meaning: string;
  /** As a person would write it. */
  fallback: string;
  /** Never shown in full. */
  isSecret?: boolean;
}

const MEGABYTE = 1024 * 1024;

const settings: readonly Setting[] = [
  { name: 'MILEPOST_HOST', meaning: 'address to listen on', fallback: '127.0.0.1' },
  { name: 'MILEPOST_PORT', meaning: 'port to listen on; 0 for any free one', fallback: '3000' },
  { name: 'MILEPOST_URL', meaning: 'what links begin with', fallback: 'http://HOST:PORT' },
  { name: 'MILEPOST_DATA_DIR', meaning: 'embedded database, uploads, repositories', fallback: './data' },
  { name: 'DATABASE_URL', meaning: 'a PostgreSQL 15+ of your own', fallback: 'the embedded one', isSecret: true },
  { name: 'MILEPOST_SECRET', meaning: 'signs sessions', fallback: 'made and kept in the data folder', isSecret: true },
  { name: 'MILEPOST_LOG_LEVEL', meaning: logLevels.join(', '), fallback: 'info' },
  { name: 'MILEPOST_FIRST_WEEKDAY', meaning: 'on which day weeks begin', fallback: 'sunday' },
  {
    name: 'MILEPOST_ROADMAP_EPICS_LIMIT',
    meaning: 'more epics than this on one roadmap bring a warning',
    fallback: String(defaultEpicsLimit),
  },
  {
    name: 'MILEPOST_WEBHOOKS_ALLOW_LOCAL',
    meaning: 'webhooks may call this machine and private networks: true or false',
    fallback: 'false',
  },
  {
    name: 'MILEPOST_LABEL_COLORS',
    meaning: 'colours offered for labels, like "#1068bf Blue, #217645 Green"; the first is preset',
    fallback: `${suggestedLabelColors.length} of our own`,
  },
  {
    name: 'MILEPOST_UPLOAD_LIMIT',
    meaning: 'largest file that people may attach, in MB',
    fallback: String(uploadLimits.size / MEGABYTE),
  },
  {
    name: 'MILEPOST_SMTP_URL',
    meaning: 'the mail server that notifications go through, smtp://user:password@host:587',
    fallback: 'no e-mail',
    isSecret: true,
  },
  { name: 'MILEPOST_SMTP_FROM', meaning: 'whom e-mail comes from', fallback: 'Milepost <milepost@HOST>' },
];

/** Every setting with its default and, where it is set, its value (secrets hidden). */
export function describeSettings(env: Environment = process.env): (Setting & { value: string | null })[] {
  return settings.map((setting) => {
    const value = read(env, setting.name);
    return { ...setting, value: value !== null && setting.isSecret ? '(set)' : value };
  });
}

/** The settings of this process. Throws a ConfigError for the first that is wrong. */
export function readProcessConfig(): Config {
  return readConfig(process.env, process.cwd());
}

/** Reads settings from `env`; a relative folder is meant from `workingDir`. Throws a ConfigError for the first that is wrong. */
export function readConfig(env: Environment, workingDir: string): Config {
  const host = parseHost(read(env, 'MILEPOST_HOST'));
  const port = parsePort('MILEPOST_PORT', read(env, 'MILEPOST_PORT') ?? '3000');
  const url = parseUrl(read(env, 'MILEPOST_URL')) ?? addressOf(host, port);
  return {
    host,
    port,
    url,
    dataDir: parseDataDir(read(env, 'MILEPOST_DATA_DIR'), workingDir),
    databaseUrl: parseDatabaseUrl(read(env, 'DATABASE_URL')),
    secret: parseSecret(read(env, 'MILEPOST_SECRET')),
    logLevel: parseLogLevel(read(env, 'MILEPOST_LOG_LEVEL')),
    firstWeekday: parseFirstWeekday(read(env, 'MILEPOST_FIRST_WEEKDAY')),
    roadmapEpicsLimit: parseEpicsLimit(read(env, 'MILEPOST_ROADMAP_EPICS_LIMIT')),
    webhooksAllowLocal: parseFlag('MILEPOST_WEBHOOKS_ALLOW_LOCAL', read(env, 'MILEPOST_WEBHOOKS_ALLOW_LOCAL')),
    labelColors: parseLabelColors(read(env, 'MILEPOST_LABEL_COLORS')),
    uploadLimit: parseUploadLimit(read(env, 'MILEPOST_UPLOAD_LIMIT')),
    mail: parseMail(read(env, 'MILEPOST_SMTP_URL'), read(env, 'MILEPOST_SMTP_FROM'), url),
  };
}

/** The same settings on another port; links follow unless MILEPOST_URL was set to something else. */
export function withPort(config: Config, port: number): Config {
  const followsPort = config.url === addressOf(config.host, config.port);
  return { ...config, port, url: followsPort ? addressOf(config.host, port) : config.url };
}

/** A port as a person writes it; throws a ConfigError naming `setting`. */
export function parsePort(setting: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65535)) throw new ConfigError(setting, `must be a port from 0 to 65535, not "${text}"`);
  return port;
}

/** Where a browser on this machine finds a server listening on `host`. */
function addressOf(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** Compose files and charts pass an empty string for "not set". */
function read(env: Environment, name: string): string | null {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? null : value;
}

function parseHost(text: string | null): string {
  if (text === null) return '127.0.0.1';
  if (!/^[A-Za-z0-9.:_-]+$/.test(text))
    throw new ConfigError('MILEPOST_HOST', `must be a host name or address, not "${text}"`);
  return text;
}

function parseUrl(text: string | null): string | null {
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (!isOrigin) {
    throw new ConfigError('MILEPOST_URL', `must be like https://plan.example.com, without a path, not "${text}"`);
  }
  return url.origin;
}

function parseDatabaseUrl(text: string | null): string | null {
  if (text === null) return null;
  // The value may hold a password: say what is wrong, never what it is.
  if (!/^postgres(ql)?:\/\/./.test(text)) {
    throw new ConfigError('DATABASE_URL', 'must be like postgres://user:password@host:5432/database');
  }
  return text;
}

function parseSecret(text: string | null): string | null {
  if (text !== null && text.length < 32)
    throw new ConfigError('MILEPOST_SECRET', 'must be at least 32 characters long');
  return text;
}

function parseLogLevel(text: string | null): LogLevel {
  if (text === null) return 'info';
  const level = logLevels.find((each) => each === text);
  if (!level) throw new ConfigError('MILEPOST_LOG_LEVEL', `must be one of ${logLevels.join(', ')}, not "${text}"`);
  return level;
}

function parseEpicsLimit(text: string | null): number {
  if (text === null) return defaultEpicsLimit;
  const limit = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (limit === 0) throw new ConfigError('MILEPOST_ROADMAP_EPICS_LIMIT', `must be a number from 1, not "${text}"`);
  return limit;
}

function parseFlag(name: string, text: string | null): boolean {
  if (text !== null && text !== 'true' && text !== 'false') {
    throw new ConfigError(name, `must be true or false, not "${text}"`);
  }
  return text === 'true';
}

function parseLabelColors(text: string | null): readonly SuggestedColor[] {
  if (text === null) return suggestedLabelColors;
  return text.split(',').map((part) => {
    const [color = '', ...words] = part.trim().split(/\s+/);
    if (!color.startsWith('#') || !isColor(color))
      throw new ConfigError('MILEPOST_LABEL_COLORS', `must be like "#1068bf Blue, #217645 Green", not "${text}"`);
    return { color, name: words.join(' ') || color };
  });
}

function parseUploadLimit(text: string | null): number {
  if (text === null) return uploadLimits.size;
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit === 0) throw new ConfigError('MILEPOST_UPLOAD_LIMIT', `must be a number of MB from 1, not "${text}"`);
  return limit * MEGABYTE;
}

function parseMail(server: string | null, from: string | null, url: string): MailConfig | null {
  const sender = parseSender(from ?? `Milepost <milepost@${new URL(url).hostname}>`);
  if (server === null) return null;
  const parsed = URL.canParse(server) ? new URL(server) : null;
  // The value may hold a password: say what is wrong, never what it is.
  if (!parsed || !/^smtps?:$/.test(parsed.protocol) || parsed.hostname === '') {
    throw new ConfigError('MILEPOST_SMTP_URL', 'must be like smtp://user:password@mail.example.com:587');
  }
  return { url: server, from: sender };
}

/** `Milepost <milepost@example.com>`, or the address alone. */
function parseSender(text: string): MailConfig['from'] {
  const match = /^(?:"?([^"<>@]*?)"?\s*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/.exec(text);
  const address = match?.[2] ?? match?.[3];
  if (address === undefined) {
    throw new ConfigError('MILEPOST_SMTP_FROM', `must be like Milepost <milepost@example.com>, not "${text}"`);
  }
  return { name: match?.[1]?.trim() || 'Milepost', address };
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

function parseFirstWeekday(text: string | null): number {
  const weekday = weekdays.indexOf(text?.toLowerCase() ?? 'sunday');
  if (weekday === -1)
    throw new ConfigError('MILEPOST_FIRST_WEEKDAY', `must be one of ${weekdays.join(', ')}, not "${text}"`);
  return weekday;
}

/** In a checkout the default is the checkout's own `data`, whatever folder the command was typed in. */
function parseDataDir(text: string | null, workingDir: string): string {
  if (text !== null) return resolve(workingDir, text);
  const checkout = fileURLToPath(new URL('../../../../', import.meta.url));
  const isCheckout = existsSync(join(checkout, 'packages/server/package.json'));
  return join(isCheckout ? checkout : workingDir, 'data');
}
