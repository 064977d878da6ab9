import { suggestedLabelColors } from '@milepost/core/labels';
import { DEFAULT_FETCH_MINUTES, MAX_FETCH_MINUTES, MIN_FETCH_MINUTES } from '@milepost/core/repositories/remotes';
import { type StaticDecode, Type } from 'typebox';
import { assistantSettings } from './assistant.ts';
import { defaultDocumentLimits } from './document-limits.ts';
import { remoteImageModes } from '../remote-images/present.ts';
import {
  isAddressOrRange,
  isDatabaseUrl,
  isDatabaseUrls,
  isHttpUrl,
  isLabelColors,
  isNameServer,
  isOrigin,
  parseDatabaseUrls,
  parseLabelColors,
} from './formats.ts';
import { choice, integer, megabytes, megabytesOrAny, seconds, setting } from './setting.ts';
import { backupSettings } from './backup-settings.ts';
import { identitySettings } from './identity-settings.ts';
import { fileStorageSettings } from './file-storage.ts';
import { incomingMailSettings } from './incoming-mail.ts';
import { storedSettings } from './stored.ts';

/** Number of epics above which a roadmap shows a warning. */
const DEFAULT_ROADMAP_EPICS = 1000;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** Every setting: type, bounds, default and description. Parsing, `milepost doctor` and the guide's table follow from it. */
export const settingsSchema = Type.Object({
  MILEPOST_HOST: setting(Type.String({ pattern: '^[A-Za-z0-9.:_-]+$' }), {
    description: 'address to listen on',
    default: '127.0.0.1',
    rule: 'must be a host name or address',
  }),
  MILEPOST_PORT: integer({
    description: 'port to listen on; 0 for any free one',
    minimum: 0,
    maximum: 65_535,
    default: 3_000,
    rule: 'must be a port from 0 to 65535',
  }),
  MILEPOST_URL: setting(
    Type.Optional(Type.Decode(Type.Refine(Type.String(), isOrigin), (text) => new URL(text).origin)),
    {
      description: 'scheme, host and port that links start with',
      defaultText: 'http://HOST:PORT',
      rule: 'must be like https://plan.example.com, without a path',
    },
  ),
  MILEPOST_DATA_DIR: setting(Type.Optional(Type.String()), {
    description: 'folder of the embedded database, uploads and repositories',
    defaultText: './data',
    rule: 'must be a folder',
  }),
  DATABASE_URL: setting(Type.Optional(Type.Refine(Type.String(), isDatabaseUrl)), {
    description: 'a PostgreSQL 15 or newer of your own',
    defaultText: 'the embedded one',
    rule: 'must be like postgres://user:password@host:5432/database',
    isSecret: true,
  }),
  MILEPOST_REPLICA_URLS: setting(
    Type.Optional(Type.Decode(Type.Refine(Type.String(), isDatabaseUrls), parseDatabaseUrls)),
    {
      description: 'standbys of the PostgreSQL of DATABASE_URL that answer reads: URLs, separated by spaces',
      defaultText: 'none',
      rule: 'must list URLs like postgres://user:password@host:5432/database',
      isSecret: true,
    },
  ),
  MILEPOST_SITE_NAME: setting(Type.Optional(Type.String({ maxLength: 255 })), {
    description: 'name of this site among several',
    defaultText: 'the site whose URL is MILEPOST_URL',
    rule: 'must have at most 255 characters',
  }),
  MILEPOST_SECRET: setting(Type.Optional(Type.String({ minLength: 32 })), {
    description: 'signs links and encrypts stored tokens; at least 32 characters',
    defaultText: 'generated and kept in the data folder',
    rule: 'must be at least 32 characters long',
    isSecret: true,
  }),
  MILEPOST_TRUSTED_PROXIES: setting(Type.Array(Type.Refine(Type.String(), isAddressOrRange)), {
    description:
      'reverse proxies whose X-Forwarded-For is trusted: addresses and ranges, like 10.0.0.5, 10.1.0.0/16, loopback',
    default: [],
    defaultText: 'none',
    rule: 'must list addresses or ranges like 10.0.0.5, 10.1.0.0/16, loopback',
  }),
  MILEPOST_METRICS_TOKEN: setting(Type.Optional(Type.String({ pattern: '^[\\x21-\\x7e]{16,}$' })), {
    description: 'bearer token for /-/metrics; without one only this machine may read it',
    defaultText: 'none',
    rule: 'must be at least 16 characters long, without spaces',
    isSecret: true,
  }),
  MILEPOST_REMOTE_IMAGES: choice(remoteImageModes, {
    description: 'images of other servers in texts: allow (browsers load them), proxy (this server does) or link',
    default: 'allow',
  }),
  MILEPOST_REMOTE_IMAGES_LIMIT: megabytes({
    description: 'largest image that the proxy passes on, in MB',
    maximum: 999,
    default: 5,
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(Type.Optional(Type.Refine(Type.String(), isHttpUrl)), {
    description: 'collector that receives traces over OTLP/HTTP, like http://collector:4318',
    defaultText: 'no traces',
    rule: 'must be like http://collector:4318',
  }),
  MILEPOST_LOG_LEVEL: choice(logLevels, { description: logLevels.join(', '), default: 'info' }),
  MILEPOST_FIRST_WEEKDAY: choice(weekdays, {
    description: 'first day of the week for visitors and for people who chose none',
    default: 'sunday',
    ignoresCase: true,
  }),
  MILEPOST_CALENDAR_MONTHS: integer({
    description: 'months that the calendars of date fields show, four at most',
    minimum: 1,
    maximum: 999,
    default: 1,
    rule: 'must be a number from 1',
  }),
  MILEPOST_ROADMAP_EPICS_LIMIT: integer({
    description: 'number of epics above which a roadmap shows a warning',
    minimum: 1,
    maximum: 9_999_999,
    default: DEFAULT_ROADMAP_EPICS,
    rule: 'must be a number from 1',
  }),
  MILEPOST_AUDIT_RETENTION_DAYS: setting(Type.Optional(Type.Integer({ minimum: 1, maximum: 36_500 })), {
    description: 'days for which audit events are kept',
    defaultText: 'for ever',
    rule: 'must be a number of days from 1 to 36500',
  }),
  MILEPOST_WEBHOOKS_ALLOW_LOCAL: setting(Type.Boolean(), {
    description:
      'whether webhooks and remotes of repositories may be on this machine and in private networks: true or false',
    default: false,
    rule: 'must be true or false',
  }),
  ...assistantSettings,
  MILEPOST_MCP_ORIGINS: setting(
    Type.Array(Type.Decode(Type.Refine(Type.String(), isOrigin), (text) => new URL(text).origin)),
    {
      description: 'origins of other sites whose pages may call the MCP server: like https://tools.example.com',
      default: [],
      defaultText: 'none',
      rule: 'must list origins like https://tools.example.com, without a path',
    },
  ),
  MILEPOST_LABEL_COLORS: setting(
    Type.Optional(Type.Decode(Type.Refine(Type.String(), isLabelColors), parseLabelColors)),
    {
      description: 'colors offered for labels, like "#1068bf Blue, #217645 Green"; the first is preset',
      defaultText: `${suggestedLabelColors.length} built-in colors`,
      rule: 'must be like "#1068bf Blue, #217645 Green"',
    },
  ),
  MILEPOST_UPLOAD_MAX_FILES: setting(Type.Optional(Type.Integer({ minimum: 1, maximum: 9_999 })), {
    description: 'files that may be attached to one text before it is saved',
    defaultText: 'any number',
    rule: 'must be a number from 1 to 9999',
  }),
  MILEPOST_QUERY_TIME_PER_TOKEN: seconds({
    description: 'seconds per minute that GraphQL documents of one token or session may take; 0 for any',
    minimum: 0,
    maximum: 3_600,
    default: 30,
  }),
  MILEPOST_QUERY_TIME_PER_ADDRESS: seconds({
    description: 'seconds per minute that GraphQL documents of one address without either may take; 0 for any',
    minimum: 0,
    maximum: 3_600,
    default: 6,
  }),
  MILEPOST_GRAPHQL_MAX_ALIASES: integer({
    description: 'aliases in one GraphQL document',
    minimum: 1,
    maximum: 10_000,
    default: defaultDocumentLimits.aliases,
  }),
  MILEPOST_GRAPHQL_MAX_FIELDS: integer({
    description: 'fields in one GraphQL document, as written',
    minimum: 1,
    maximum: 10_000,
    default: defaultDocumentLimits.fields,
  }),
  MILEPOST_GRAPHQL_MAX_COST: integer({
    description: 'estimated fields in the response to one GraphQL document',
    minimum: 100,
    maximum: 10_000_000,
    default: defaultDocumentLimits.cost,
  }),
  MILEPOST_LIVE_PER_ADDRESS: integer({
    description: 'open pages with live updates of anonymous viewers at one address',
    minimum: 0,
    maximum: 100_000,
    default: 100,
  }),
  MILEPOST_REQUEST_TIMEOUT: seconds({
    description: 'seconds that a client may take to send a request; an upload must send 16 KB in each such period',
    minimum: 1,
    maximum: 3_600,
    default: 60,
  }),
  MILEPOST_GIT_MAX_PUSH_MB: megabytesOrAny({
    description: 'largest push to a Git repository, in MB; 0 for no limit',
    default: 1_024,
  }),
  MILEPOST_GIT_MAX_REPOSITORY_MB: megabytesOrAny({
    description: 'largest Git repository, in MB; 0 for no limit',
    default: 10_240,
  }),
  MILEPOST_GIT_PROCESSES: integer({
    description: 'git processes that run at once; further calls wait',
    minimum: 1,
    maximum: 1_000,
    default: 20,
  }),
  MILEPOST_GIT_FETCH_MINUTES: integer({
    description: 'minutes between two fetches of the remote of a repository',
    minimum: MIN_FETCH_MINUTES,
    maximum: MAX_FETCH_MINUTES,
    default: DEFAULT_FETCH_MINUTES,
  }),
  MILEPOST_GIT_CA_FILE: setting(Type.Optional(Type.String()), {
    description: 'file of certificates (PEM) that remotes of repositories are verified with',
    defaultText: "the system's",
    rule: 'must be a file',
  }),
  ...backupSettings,
  ...fileStorageSettings,
  ...identitySettings,
  MILEPOST_STRIPE_SECRET_KEY: stripeKey('sk|rk', 'secret key of Stripe, through which groups pay'),
  MILEPOST_STRIPE_PUBLISHABLE_KEY: stripeKey('pk', 'publishable key of Stripe, for the payment form'),
  MILEPOST_STRIPE_WEBHOOK_SECRET: stripeKey('whsec', 'signing secret of the webhook of Stripe'),
  MILEPOST_STRIPE_URL: setting(Type.Refine(Type.String(), isOrigin), {
    description: 'scheme, host and port of the API of Stripe',
    default: 'https://api.stripe.com',
    rule: 'must be like https://api.stripe.com, without a path',
  }),
  MILEPOST_NAME_SERVERS: setting(Type.Array(Type.Refine(Type.String(), isNameServer)), {
    description: 'name servers that are asked for the TXT records of mail domains, like 10.0.0.2, 10.0.0.3:5353',
    default: [],
    defaultText: "the system's",
    rule: 'must list addresses like 10.0.0.2, 10.0.0.3:5353, [2001:db8::1]:53',
  }),
  ...incomingMailSettings,
  ...storedSettings,
});

function stripeKey(prefix: string, description: string) {
  return setting(Type.Optional(Type.String({ pattern: `^(${prefix})_[A-Za-z0-9_]{8,}$` })), {
    description: `${description}; all three or none`,
    defaultText: 'no payment',
    rule: `must begin with ${prefix.split('|').join('_ or ')}_`,
    isSecret: true,
  });
}

export type Settings = StaticDecode<typeof settingsSchema>;
