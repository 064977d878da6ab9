import { suggestedLabelColors, type SuggestedColor } from '@milepost/core/labels';
import { defaultEpicsLimit } from '@milepost/core/roadmap/limits';
import { uploadLimits } from '@milepost/core/uploads';
import {
  DEFAULT_REMOTE_IMAGE_MB,
  type LogLevel,
  MEGABYTE,
  type MailConfig,
  logLevels,
  parseDataDir,
  parseDatabaseUrl,
  parseEpicsLimit,
  parseCalendarMonths,
  parseFirstWeekday,
  parseFlag,
  parseHost,
  parseLabelColors,
  parseLogLevel,
  parseMail,
  parseMetricsToken,
  parsePort,
  parseRemoteImages,
  parseSecret,
  parseTrustedProxies,
  parseUploadLimit,
  parseUploadMaxFiles,
  parseUrl,
} from './config/parsers.ts';
import type { RemoteImages } from './remote-images/present.ts';
import { describedLimits, readLimits, type LimitsConfig } from './config/limits.ts';

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
  /** How many months calendars show; they show four at most. */
  calendarMonths: number;
  /** From how many epics on a roadmap warns that there are many. */
  roadmapEpicsLimit: number;
  /** Whether webhooks may call addresses of this machine and of private networks. */
  webhooksAllowLocal: boolean;
  /** What is offered to whoever makes a label; the first one is preset. */
  labelColors: readonly SuggestedColor[];
  /** The largest file that people may attach, in bytes. */
  uploadLimit: number;
  /** Files that may be attached to one text before it is saved; null for any number. */
  uploadMaxFiles: number | null;
  /** Addresses and ranges of reverse proxies whose `X-Forwarded-…` headers are believed; empty for none. */
  trustedProxies: readonly string[];
  limits: LimitsConfig;
  /** What `/-/metrics` is asked for with; null: only clients on this machine may. */
  metricsToken: string | null;
  /** What becomes of images that texts show from other servers. */
  remoteImages: RemoteImages;
  /** Null: nothing is sent by e-mail. */
  mail: MailConfig | null;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Setting {
  name: string;
  meaning: string;
  /** As a person would write it. */
  fallback: string;
  /** Never shown in full. */
  isSecret?: boolean;
}

const settings: readonly Setting[] = [
  { name: 'MILEPOST_HOST', meaning: 'address to listen on', fallback: '127.0.0.1' },
  { name: 'MILEPOST_PORT', meaning: 'port to listen on; 0 for any free one', fallback: '3000' },
  { name: 'MILEPOST_URL', meaning: 'what links begin with', fallback: 'http://HOST:PORT' },
  { name: 'MILEPOST_DATA_DIR', meaning: 'embedded database, uploads, repositories', fallback: './data' },
  { name: 'DATABASE_URL', meaning: 'a PostgreSQL 15+ of your own', fallback: 'the embedded one', isSecret: true },
  {
    name: 'MILEPOST_SECRET',
    meaning: 'signs links and encrypts stored tokens',
    fallback: 'made and kept in the data folder',
    isSecret: true,
  },
  {
    name: 'MILEPOST_TRUSTED_PROXIES',
    meaning:
      'reverse proxies whose X-Forwarded-For is believed: addresses and ranges, like 10.0.0.5, 10.1.0.0/16, loopback',
    fallback: 'none',
  },
  {
    name: 'MILEPOST_METRICS_TOKEN',
    meaning: 'bearer token that /-/metrics is asked for with; without one only this machine may ask',
    fallback: 'none',
    isSecret: true,
  },
  {
    name: 'MILEPOST_REMOTE_IMAGES',
    meaning:
      'images of other servers in texts: allow (browsers load them), proxy (this server does) or link (only linked to)',
    fallback: 'allow',
  },
  {
    name: 'MILEPOST_REMOTE_IMAGES_LIMIT',
    meaning: 'largest image that the proxy passes on, in MB',
    fallback: String(DEFAULT_REMOTE_IMAGE_MB),
  },
  { name: 'MILEPOST_LOG_LEVEL', meaning: logLevels.join(', '), fallback: 'info' },
  { name: 'MILEPOST_FIRST_WEEKDAY', meaning: 'on which day weeks begin', fallback: 'sunday' },
  { name: 'MILEPOST_CALENDAR_MONTHS', meaning: 'how many months calendars show, four at most', fallback: '1' },
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
  ...describedLimits,
  {
    name: 'MILEPOST_UPLOAD_MAX_FILES',
    meaning: 'how many files may be attached to one text before it is saved',
    fallback: 'any number',
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
    calendarMonths: parseCalendarMonths(read(env, 'MILEPOST_CALENDAR_MONTHS')),
    roadmapEpicsLimit: parseEpicsLimit(read(env, 'MILEPOST_ROADMAP_EPICS_LIMIT')),
    webhooksAllowLocal: parseFlag('MILEPOST_WEBHOOKS_ALLOW_LOCAL', read(env, 'MILEPOST_WEBHOOKS_ALLOW_LOCAL')),
    labelColors: parseLabelColors(read(env, 'MILEPOST_LABEL_COLORS')),
    uploadLimit: parseUploadLimit(read(env, 'MILEPOST_UPLOAD_LIMIT')),
    uploadMaxFiles: parseUploadMaxFiles(read(env, 'MILEPOST_UPLOAD_MAX_FILES')),
    metricsToken: parseMetricsToken(read(env, 'MILEPOST_METRICS_TOKEN')),
    remoteImages: parseRemoteImages(read(env, 'MILEPOST_REMOTE_IMAGES'), read(env, 'MILEPOST_REMOTE_IMAGES_LIMIT')),
    trustedProxies: parseTrustedProxies(read(env, 'MILEPOST_TRUSTED_PROXIES')),
    limits: readLimits((name) => read(env, name)),
    mail: parseMail(read(env, 'MILEPOST_SMTP_URL'), read(env, 'MILEPOST_SMTP_FROM'), url),
  };
}

/** The same settings on another port; links follow unless MILEPOST_URL was set to something else. */
export function withPort(config: Config, port: number): Config {
  const followsPort = config.url === addressOf(config.host, config.port);
  return { ...config, port, url: followsPort ? addressOf(config.host, port) : config.url };
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
