import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isColor, suggestedLabelColors, type SuggestedColor } from '@milepost/core/labels';
import { defaultEpicsLimit } from '@milepost/core/roadmap/limits';
import { uploadLimits } from '@milepost/core/uploads';
import { remoteImageModes, type RemoteImages } from '../remote-images/present.ts';

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

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface MailConfig {
  /** `smtp://user:password@host:587`, or `smtps://` where the connection is encrypted from the beginning. */
  url: string;
  from: { name: string; address: string };
}

export const MEGABYTE = 1024 * 1024;
export const DEFAULT_REMOTE_IMAGE_MB = 5;

/** A port as a person writes it; throws a ConfigError naming `setting`. */
export function parsePort(setting: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65535)) throw new ConfigError(setting, `must be a port from 0 to 65535, not "${text}"`);
  return port;
}

export function parseHost(text: string | null): string {
  if (text === null) return '127.0.0.1';
  if (!/^[A-Za-z0-9.:_-]+$/.test(text))
    throw new ConfigError('MILEPOST_HOST', `must be a host name or address, not "${text}"`);
  return text;
}

export function parseUrl(text: string | null): string | null {
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (!isOrigin) {
    throw new ConfigError('MILEPOST_URL', `must be like https://plan.example.com, without a path, not "${text}"`);
  }
  return url.origin;
}

export function parseDatabaseUrl(text: string | null): string | null {
  if (text === null) return null;
  // The value may hold a password: say what is wrong, never what it is.
  if (!/^postgres(ql)?:\/\/./.test(text)) {
    throw new ConfigError('DATABASE_URL', 'must be like postgres://user:password@host:5432/database');
  }
  return text;
}

/** Names that stand for ranges, as the proxy library reads them. */
const NAMED_RANGES = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Addresses, CIDR ranges and named ranges, separated by commas or spaces. Throws a ConfigError for anything else. */
export function parseTrustedProxies(text: string | null): readonly string[] {
  return (text ?? '').split(/[\s,]+/).flatMap((entry) => {
    if (entry === '') return [];
    if (!NAMED_RANGES.has(entry) && !isRange(entry)) {
      throw new ConfigError(
        'MILEPOST_TRUSTED_PROXIES',
        `must list addresses or ranges like 10.0.0.5, 10.1.0.0/16, loopback, not "${entry}"`,
      );
    }
    return [entry];
  });
}

/** A range of every address is refused: each client could then claim any address. */
function isRange(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (family === 4 ? 32 : 128);
}

export function parseRemoteImages(mode: string | null, limit: string | null): RemoteImages {
  const known = remoteImageModes.find((each) => each === (mode ?? 'allow'));
  if (!known) {
    throw new ConfigError('MILEPOST_REMOTE_IMAGES', `must be one of ${remoteImageModes.join(', ')}, not "${mode}"`);
  }
  const megabytes = limit === null ? DEFAULT_REMOTE_IMAGE_MB : /^\d{1,3}$/.test(limit) ? Number(limit) : 0;
  if (megabytes === 0) {
    throw new ConfigError('MILEPOST_REMOTE_IMAGES_LIMIT', `must be a number of MB from 1, not "${limit}"`);
  }
  return { mode: known, limit: megabytes * MEGABYTE };
}

export function parseMetricsToken(text: string | null): string | null {
  if (text !== null && !/^[\x21-\x7e]{16,}$/.test(text))
    throw new ConfigError('MILEPOST_METRICS_TOKEN', 'must be at least 16 characters long, without spaces');
  return text;
}

export function parseSecret(text: string | null): string | null {
  if (text !== null && text.length < 32)
    throw new ConfigError('MILEPOST_SECRET', 'must be at least 32 characters long');
  return text;
}

export function parseLogLevel(text: string | null): LogLevel {
  if (text === null) return 'info';
  const level = logLevels.find((each) => each === text);
  if (!level) throw new ConfigError('MILEPOST_LOG_LEVEL', `must be one of ${logLevels.join(', ')}, not "${text}"`);
  return level;
}

export function parseEpicsLimit(text: string | null): number {
  if (text === null) return defaultEpicsLimit;
  const limit = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (limit === 0) throw new ConfigError('MILEPOST_ROADMAP_EPICS_LIMIT', `must be a number from 1, not "${text}"`);
  return limit;
}

export function parseFlag(name: string, text: string | null): boolean {
  if (text !== null && text !== 'true' && text !== 'false') {
    throw new ConfigError(name, `must be true or false, not "${text}"`);
  }
  return text === 'true';
}

export function parseLabelColors(text: string | null): readonly SuggestedColor[] {
  if (text === null) return suggestedLabelColors;
  return text.split(',').map((part) => {
    const [color = '', ...words] = part.trim().split(/\s+/);
    if (!color.startsWith('#') || !isColor(color))
      throw new ConfigError('MILEPOST_LABEL_COLORS', `must be like "#1068bf Blue, #217645 Green", not "${text}"`);
    return { color, name: words.join(' ') || color };
  });
}

export function parseUploadLimit(text: string | null): number {
  if (text === null) return uploadLimits.size;
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit === 0) throw new ConfigError('MILEPOST_UPLOAD_LIMIT', `must be a number of MB from 1, not "${text}"`);
  return limit * MEGABYTE;
}

export function parseUploadMaxFiles(text: string | null): number | null {
  if (text === null) return null;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit === 0) throw new ConfigError('MILEPOST_UPLOAD_MAX_FILES', `must be a number from 1 to 9999, not "${text}"`);
  return limit;
}

export function parseMail(server: string | null, from: string | null, url: string): MailConfig | null {
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

export function parseFirstWeekday(text: string | null): number {
  const weekday = weekdays.indexOf(text?.toLowerCase() ?? 'sunday');
  if (weekday === -1)
    throw new ConfigError('MILEPOST_FIRST_WEEKDAY', `must be one of ${weekdays.join(', ')}, not "${text}"`);
  return weekday;
}

/** Of more than four months calendars show four: any number is taken. */
export function parseCalendarMonths(text: string | null): number {
  const months = text === null || /^\d{1,3}$/.test(text) ? Number(text ?? 1) : 0;
  if (months === 0) throw new ConfigError('MILEPOST_CALENDAR_MONTHS', `must be a number from 1, not "${text}"`);
  return months;
}

/** In a checkout the default is the checkout's own `data`, whatever folder the command was typed in. */
export function parseDataDir(text: string | null, workingDir: string): string {
  if (text !== null) return resolve(workingDir, text);
  const checkout = fileURLToPath(new URL('../../../../../', import.meta.url));
  const isCheckout = existsSync(join(checkout, 'packages/server/package.json'));
  return join(isCheckout ? checkout : workingDir, 'data');
}
