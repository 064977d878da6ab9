import { isIP } from 'node:net';
import { isColor, type SuggestedColor } from '@milepost/core/labels';

/** Scheme, host and port, without a path. */
export function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

export const isDatabaseUrl = (text: string): boolean => /^postgres(ql)?:\/\/./.test(text);

/** URLs separated by white space. */
export const parseDatabaseUrls = (text: string): readonly string[] => text.split(/\s+/).filter((url) => url !== '');

export const isDatabaseUrls = (text: string): boolean => parseDatabaseUrls(text).every(isDatabaseUrl);

export function isMailUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
}

/** Names of ranges, as the proxy library reads them. */
const NAMED_RANGES = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Refuses the range of all addresses: then each client could claim any address. */
export function isAddressOrRange(text: string): boolean {
  if (NAMED_RANGES.has(text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (family === 4 ? 32 : 128);
}

/** An address, with a port or without. */
export function isNameServer(text: string): boolean {
  const [, bracketed, plain, port] = /^(?:\[([0-9a-fA-F:.]+)\]|([0-9.]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const isPort = port === undefined || (Number(port) > 0 && Number(port) < 65_536);
  return isPort && (isIP(bracketed ?? '') === 6 || isIP(plain ?? '') === 4 || isIP(text) === 6);
}

/** `#1068bf Blue, #217645 Green`; a color without a name is its own name. */
export function parseLabelColors(text: string): readonly SuggestedColor[] {
  return text.split(',').map((part) => {
    const [color = '', ...name] = part.trim().split(/\s+/);
    return { color, name: name.join(' ') || color };
  });
}

export const isLabelColors = (text: string): boolean =>
  parseLabelColors(text).every(({ color }) => color.startsWith('#') && isColor(color));

export interface Sender {
  name: string;
  address: string;
}

const SENDER = /^(?:"?([^"<>@]*?)"?\s*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/;

export const isSender = (text: string): boolean => SENDER.test(text);

/** `Milepost <milepost@example.com>`, or the address alone. */
export function parseSender(text: string): Sender {
  const [, name, named, alone] = SENDER.exec(text) ?? [];
  return { name: name?.trim() || 'Milepost', address: named ?? alone ?? '' };
}

const DOMAIN =
  /^(?:\*\.)?(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** `example.com, *.example.org`, in lower case. */
export function parseDomains(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((domain) => domain !== '');
}

export const isDomainList = (text: string): boolean => parseDomains(text).every((domain) => DOMAIN.test(domain));
