import { resolve } from 'node:path';
import { suggestedLabelColors, type SuggestedColor } from '@milepost/core/labels';
import { type AssistantConfig, assistantConfigOf, type AssistantPages, assistantPagesOf } from './assistant.ts';
import { type BackupConfig, backupsOf } from './backup-settings.ts';
import { type FileStorageConfig, fileStorageOf } from './file-storage.ts';
import type { Sender } from './formats.ts';
import { type IdentityConfig, ldapOf, oidcNames, oidcSettingsOf, readOidc } from './identity.ts';
import { dataDirOf } from './data-dir.ts';
import { ConfigError } from './error.ts';
import { type IncomingMailConfig, incomingMailOf } from './incoming-mail.ts';
import { type LimitsConfig, limitsOf } from './limits.ts';
import { parseSettings } from './parse.ts';
import { type LogLevel, type Settings, settingsSchema, weekdays } from './schema.ts';
import type { SettingSchema } from './setting.ts';
import { storedSettings, type StoredName, type StoredValues } from './stored.ts';
import type { GitLimits } from '../git/git.ts';
import type { RemoteImages } from '../remote-images/present.ts';

/** The settings of this installation, parsed once at the start; nothing else reads the environment. */
export interface Config {
  host: string;
  /** 0 means any free port. */
  port: number;
  /** Scheme, host and port that links start with, without a trailing slash. */
  url: string;
  /** Absolute. Holds the embedded database, uploads and repositories. */
  dataDir: string;
  /** An external PostgreSQL; null for the embedded one. */
  databaseUrl: string | null;
  /** Standbys that answer reads; empty for none. */
  replicaUrls: readonly string[];
  /** The name of this site among several; null for the one whose URL is `url`. */
  siteName: string | null;
  /** Null for the one in the data folder. */
  secret: string | null;
  logLevel: LogLevel;
  /** First day of the week: 0 (Sunday) to 6. */
  firstWeekday: number;
  /** Months that calendars show, four at most. */
  calendarMonths: number;
  /** Number of epics above which a roadmap shows a warning. */
  roadmapEpicsLimit: number;
  /** Whether webhooks may call addresses of this machine and of private networks. */
  webhooksAllowLocal: boolean;
  /** Null: audit events are kept for ever. */
  auditRetentionDays: number | null;
  /** Null: there is no assistant. */
  assistant: AssistantConfig | null;
  assistantPages: AssistantPages;
  /** Origins of other sites whose pages may call the MCP server. */
  mcpOrigins: readonly string[];
  /** Offered for new labels; the first one is preset. */
  labelColors: readonly SuggestedColor[];
  /** Files that may be attached to one text before it is saved; null for any number. */
  uploadMaxFiles: number | null;
  /** Addresses and ranges of reverse proxies whose `X-Forwarded-…` headers are trusted; empty for none. */
  trustedProxies: readonly string[];
  limits: LimitsConfig;
  /** Bearer token for `/-/metrics`; null: only clients on this machine may read it. */
  metricsToken: string | null;
  /** How images of other servers in texts are shown. */
  remoteImages: RemoteImages;
  git: GitLimits;
  identity: IdentityConfig;
  backups: BackupConfig;
  fileStorage: FileStorageConfig;
  /** Null: no payment is needed. */
  stripe: StripeConfig | null;
  /** Name servers that are asked for TXT records; empty for those of the system. */
  nameServers: readonly string[];
  /** The collector of traces; null: none are made. */
  traceEndpoint: string | null;
  /** Null: no mail is received. */
  incomingMail: IncomingMailConfig | null;
  /** Settings that may also be stored in the database. */
  stored: StoredSettings;
}

/** Settings that an administrator may change on a page, unless the environment sets them. */
export interface StoredSettings {
  /** The variables that the environment sets. */
  fixed: ReadonlySet<StoredName>;
  /** The effective values for these stored texts. Throws a ConfigError. */
  read(stored: Readonly<Partial<Record<StoredName, string>>>): InstanceSettings;
}

/** The account at the payment provider. */
export interface StripeConfig {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Scheme, host and port of its API. */
  url: string;
  /** How long a call may take. */
  timeoutMs: number;
}

export interface InstanceSettings {
  /** Null: no e-mail is sent. */
  mail: MailConfig | null;
  signUp: {
    isOpen: boolean;
    needsApproval: boolean;
    needsConfirmation: boolean;
    /** Null: any. */
    domains: readonly string[] | null;
  };
  sessionMinutes: number;
  /** Whether people may sign in with the password of their account. */
  passwordSignIn: boolean;
  /** The maximum validity of a new personal access token, in days; null: any, or without end. */
  tokenMaxDays: number | null;
  /** The maximum size of an attached file, in bytes. */
  uploadLimit: number;
  invitations: { atOnce: number; aDay: number };
  /** Requests per minute; 0 for any number. */
  rateLimits: Pick<LimitsConfig, 'requestsPerToken' | 'requestsPerAddress' | 'signInsPerAddress'>;
  name: string;
  /** The path of the logo; null for the built-in one. */
  logoUrl: string | null;
}

export interface MailConfig {
  /** `smtp://user:password@host:587`, or `smtps://` where the connection is encrypted from the beginning. */
  url: string;
  from: Sender;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Setting {
  name: string;
  description: string;
  /** The default in the notation of the setting. */
  defaultText: string;
  /** Null where it is not set. */
  value: string | null;
}

/** Every setting with its default and, where it is set, its value (secrets hidden). */
export function describeSettings(env: Environment = process.env): Setting[] {
  const ofProviders = oidcNames((name) => read(env, name)).flatMap(oidcSettingsOf);
  return [...Object.entries<SettingSchema>(settingsSchema.properties), ...ofProviders].map(([name, schema]) => {
    const text = read(env, name);
    return {
      name,
      description: schema.description,
      defaultText: schema.defaultText ?? String(schema.default),
      value: text === undefined ? null : schema.isSecret ? '(set)' : text,
    };
  });
}

/** The settings of this process. Throws a ConfigError for the first that is wrong. */
export function readProcessConfig(): Config {
  return readConfig(process.env, process.cwd());
}

/**
 * Reads settings from `env`; a relative folder is resolved against `workingDir`. Throws a ConfigError for the first that is
 * wrong.
 */
export function readConfig(env: Environment, workingDir: string): Config {
  const settings = parseSettings((name) => read(env, name));
  const { MILEPOST_HOST: host, MILEPOST_PORT: port, MILEPOST_URL: url = addressOf(host, port) } = settings;
  const dataDir = dataDirOf(settings.MILEPOST_DATA_DIR, workingDir);
  return {
    host,
    port,
    url,
    dataDir,
    databaseUrl: settings.DATABASE_URL ?? null,
    replicaUrls: settings.MILEPOST_REPLICA_URLS ?? [],
    siteName: settings.MILEPOST_SITE_NAME ?? null,
    secret: settings.MILEPOST_SECRET ?? null,
    logLevel: settings.MILEPOST_LOG_LEVEL,
    firstWeekday: weekdays.indexOf(settings.MILEPOST_FIRST_WEEKDAY),
    calendarMonths: settings.MILEPOST_CALENDAR_MONTHS,
    roadmapEpicsLimit: settings.MILEPOST_ROADMAP_EPICS_LIMIT,
    webhooksAllowLocal: settings.MILEPOST_WEBHOOKS_ALLOW_LOCAL,
    assistant: assistantConfigOf(settings),
    assistantPages: assistantPagesOf(settings),
    mcpOrigins: settings.MILEPOST_MCP_ORIGINS,
    auditRetentionDays: settings.MILEPOST_AUDIT_RETENTION_DAYS ?? null,
    labelColors: settings.MILEPOST_LABEL_COLORS ?? suggestedLabelColors,
    uploadMaxFiles: settings.MILEPOST_UPLOAD_MAX_FILES ?? null,
    metricsToken: settings.MILEPOST_METRICS_TOKEN ?? null,
    remoteImages: { mode: settings.MILEPOST_REMOTE_IMAGES, limit: settings.MILEPOST_REMOTE_IMAGES_LIMIT },
    traceEndpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    trustedProxies: settings.MILEPOST_TRUSTED_PROXIES,
    git: {
      maxProcesses: settings.MILEPOST_GIT_PROCESSES,
      maxPushBytes: settings.MILEPOST_GIT_MAX_PUSH_MB,
      maxRepositoryBytes: settings.MILEPOST_GIT_MAX_REPOSITORY_MB,
      caFile: settings.MILEPOST_GIT_CA_FILE === undefined ? null : resolve(workingDir, settings.MILEPOST_GIT_CA_FILE),
      fetchMinutes: settings.MILEPOST_GIT_FETCH_MINUTES,
    },
    identity: {
      oidc: readOidc((name) => read(env, name), settings.MILEPOST_OIDC_PROVIDERS),
      ldap: ldapOf(settings, workingDir),
    },
    backups: backupsOf(settings, dataDir, workingDir),
    fileStorage: fileStorageOf(settings),
    limits: limitsOf(settings),
    stripe: stripeOf(settings),
    nameServers: settings.MILEPOST_NAME_SERVERS,
    incomingMail: incomingMailOf(settings),
    stored: storedSettingsOf(env, url),
  };
}

const STRIPE_TIMEOUT_MS = 10_000;

/** Throws a ConfigError if only some of the keys are set. */
function stripeOf(settings: Settings): StripeConfig | null {
  const { MILEPOST_STRIPE_SECRET_KEY: secretKey, MILEPOST_STRIPE_PUBLISHABLE_KEY: publishableKey } = settings;
  const { MILEPOST_STRIPE_WEBHOOK_SECRET: webhookSecret, MILEPOST_STRIPE_URL: url } = settings;
  if (secretKey === undefined && publishableKey === undefined && webhookSecret === undefined) return null;
  const required = 'is required with the other keys of Stripe';
  if (secretKey === undefined) throw new ConfigError('MILEPOST_STRIPE_SECRET_KEY', required);
  if (publishableKey === undefined) throw new ConfigError('MILEPOST_STRIPE_PUBLISHABLE_KEY', required);
  if (webhookSecret === undefined) throw new ConfigError('MILEPOST_STRIPE_WEBHOOK_SECRET', required);
  return { secretKey, publishableKey, webhookSecret, url: new URL(url).origin, timeoutMs: STRIPE_TIMEOUT_MS };
}

function storedSettingsOf(env: Environment, url: string): StoredSettings {
  const names = Object.keys(storedSettings) as StoredName[];
  return {
    fixed: new Set(names.filter((name) => read(env, name) !== undefined)),
    read: (stored) =>
      instanceOf(
        parseSettings((name) => read(env, name) ?? read(stored, name), storedSettings),
        url,
      ),
  };
}

function instanceOf(values: StoredValues, url: string): InstanceSettings {
  return {
    mail: mailOf(values, url),
    signUp: {
      isOpen: values.MILEPOST_SIGN_UP === 'on',
      needsApproval: values.MILEPOST_SIGN_UP_APPROVAL,
      needsConfirmation: values.MILEPOST_SIGN_UP_CONFIRM,
      domains: values.MILEPOST_SIGN_UP_DOMAINS ?? null,
    },
    sessionMinutes: values.MILEPOST_SESSION_MINUTES,
    passwordSignIn: values.MILEPOST_PASSWORD_SIGN_IN,
    tokenMaxDays: values.MILEPOST_TOKEN_MAX_DAYS ?? null,
    uploadLimit: values.MILEPOST_UPLOAD_LIMIT,
    invitations: { atOnce: values.MILEPOST_INVITATIONS_AT_ONCE, aDay: values.MILEPOST_INVITATIONS_A_DAY },
    rateLimits: {
      requestsPerToken: values.MILEPOST_RATE_LIMIT_PER_TOKEN,
      requestsPerAddress: values.MILEPOST_RATE_LIMIT_PER_ADDRESS,
      signInsPerAddress: values.MILEPOST_RATE_LIMIT_SIGN_IN,
    },
    name: values.MILEPOST_NAME,
    logoUrl: null,
  };
}

function mailOf(settings: StoredValues, url: string): MailConfig | null {
  const server = settings.MILEPOST_SMTP_URL;
  const from = settings.MILEPOST_SMTP_FROM ?? {
    name: settings.MILEPOST_NAME,
    address: `milepost@${new URL(url).hostname}`,
  };
  return server === undefined ? null : { url: server, from };
}

/** The same settings on another port; links follow unless MILEPOST_URL was set to something else. */
export function withPort(config: Config, port: number): Config {
  const followsPort = config.url === addressOf(config.host, config.port);
  return { ...config, port, url: followsPort ? addressOf(config.host, port) : config.url };
}

/** The host name by which a browser on this machine reaches a server listening on `host`. */
function addressOf(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** Compose files and charts pass an empty string for "not set". */
function read(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}
