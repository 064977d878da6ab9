import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { Client, Filter, FilterParser, InsufficientAccessError, ResultCodeError, SizeLimitExceededError } from 'ldapts';
import type { Entry } from 'ldapts';
import type { LdapConfig } from '../../../../platform/config/identity.ts';
import { randomLetters } from '../../../../platform/util/tokens.ts';
import { ProviderUnavailableError } from '../errors.ts';
import { attributesOf, type DirectoryGroup, entryOf, GROUP_FILTER, groupOf, type DirectoryEntry } from './entries.ts';

/** Time for everything that one sign-in or call asks of the directory. */
const TIMEOUT_MS = 5_000;
/** Time for one request of a sync, and its pages (RFC 2696). */
const SYNC_TIMEOUT_MS = 60_000;
const PAGE_SIZE = 500;

/** The directory refused a search: a size limit, a wrong base, missing rights. */
export class DirectoryRefusedError extends Error {
  override name = 'DirectoryRefusedError';
}

/** Whether a text is a filter of a search. */
export function isFilter(text: string): boolean {
  try {
    FilterParser.parseString(text);
    return /^\(.*\)$/.test(text.trim());
  } catch {
    return false;
  }
}

/**
 * The entry of a username with this password; null for a wrong password, and for no entry or several. Throws ProviderUnavailableError
 * if the directory does not answer within 5 seconds.
 */
export function verifyEntry(config: LdapConfig, username: string, password: string): Promise<DirectoryEntry | null> {
  return within(config, TIMEOUT_MS, async (client) => {
    const filter = config.userFilter.replaceAll('{username}', () => Filter.escape(username));
    const found = await search(client, config.base, filter, attributesOf(config), 2);
    const [entry] = found.length === 1 ? found : [];
    // A bind for unknown names, too, so that the answer takes as many requests.
    const dn = entry?.dn ?? `cn=${randomLetters(20)},${config.base}`;
    try {
      await client.bind(dn, password);
    } catch (error) {
      if (error instanceof ResultCodeError && REFUSED_BINDS.has(error.code)) return null;
      throw error;
    }
    return entry ? entryOf(config, entry) : null;
  });
}

/** inappropriateAuthentication, invalidCredentials, noSuchObject, invalidDNSyntax, insufficientAccess, unwillingToPerform. */
const REFUSED_BINDS: ReadonlySet<number> = new Set([48, 49, 32, 34, 50, 53]);

/** Everyone that the filter of people finds; with `filter` only those that it finds, too. Throws as `listGroups`. */
export async function listEntries(config: LdapConfig, filter: string | null = null): Promise<DirectoryEntry[]> {
  const people = config.userFilter.replaceAll('{username}', '*');
  const wanted = filter === null ? people : `(&${people}${filter})`;
  const entries = await listAll(config, config.base, wanted, attributesOf(config));
  return entries.map((entry) => entryOf(config, entry));
}

/** Every group. Throws ProviderUnavailableError, or DirectoryRefusedError if the answer is not complete. */
export async function listGroups(config: LdapConfig): Promise<DirectoryGroup[]> {
  const attributes = ['cn', 'member', 'uniqueMember', 'memberUid'];
  const entries = await listAll(config, config.groupBase, GROUP_FILTER, attributes);
  // Active Directory answers the members of a large group in parts: a part alone would take roles away.
  if (entries.some((entry) => Object.keys(entry).some((name) => /;range=/i.test(name))))
    throw new DirectoryRefusedError('The directory answers members of large groups in ranges, which are not supported');
  return entries.map(groupOf);
}

/** Names of groups that contain a text, at most `limit`. Throws ProviderUnavailableError. */
export function searchGroups(config: LdapConfig, text: string, limit: number): Promise<string[]> {
  const name = text === '' ? '(cn=*)' : `(cn=*${Filter.escape(text)}*)`;
  return within(config, TIMEOUT_MS, async (client) => {
    const entries = await search(client, config.groupBase, `(&${GROUP_FILTER}${name})`, ['cn'], limit);
    return entries.map((entry) => groupOf(entry).cn).toSorted((one, other) => one.localeCompare(other, 'en'));
  });
}

/** Connects and binds, for `milepost doctor`. Throws what prevents it. */
export async function checkDirectory(config: LdapConfig): Promise<void> {
  await within(config, TIMEOUT_MS, (client) => search(client, config.base, '(objectClass=*)', ['1.1'], 1));
}

/** A search with at most `limit` entries. A larger answer is cut off. */
async function search(
  client: Client,
  base: string,
  filter: string,
  attributes: string[],
  limit: number,
): Promise<Entry[]> {
  const found: Entry[] = [];
  const pages = client.searchPaginated(base, {
    scope: 'sub',
    filter,
    attributes,
    paged: { pageSize: Math.min(limit, PAGE_SIZE) },
    explicitBufferAttributes: ['objectGUID'],
  });
  for await (const { searchEntries } of pages) {
    found.push(...searchEntries);
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

async function listAll(config: LdapConfig, base: string, filter: string, attributes: string[]): Promise<Entry[]> {
  try {
    return await within(config, SYNC_TIMEOUT_MS, async (client) => {
      const found: Entry[] = [];
      const pages = client.searchPaginated(base, {
        scope: 'sub',
        filter,
        attributes,
        paged: { pageSize: PAGE_SIZE },
        explicitBufferAttributes: ['objectGUID'],
      });
      for await (const { searchEntries } of pages) found.push(...searchEntries);
      return found;
    });
  } catch (error) {
    if (error instanceof SizeLimitExceededError)
      throw new DirectoryRefusedError('The directory limits the size of answers');
    if (error instanceof InsufficientAccessError) throw new DirectoryRefusedError('The directory refuses the search');
    throw error;
  }
}

/** Runs `work` with a connection that is encrypted and bound as configured; `timeoutMs` for all of it. */
async function within<Result>(
  config: LdapConfig,
  timeoutMs: number,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const tls = await tlsOptions(config);
  const client = new Client({
    url: config.url,
    timeout: timeoutMs,
    connectTimeout: TIMEOUT_MS,
    strictDN: false,
    ...(config.url.startsWith('ldaps:') && { tlsOptions: tls }),
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ProviderUnavailableError('The directory')), timeoutMs);
  });
  const run = async (): Promise<Result> => {
    if (config.startTls) await client.startTLS(tls);
    if (config.bindDn !== null) await client.bind(config.bindDn, config.bindPassword);
    return work(client);
  };
  const running = run();
  // After the deadline its failure is of no interest.
  running.catch(() => {});
  try {
    return await Promise.race([running, late]);
  } catch (error) {
    // Size limits and missing rights are answers; everything else means that the directory cannot be used now.
    if (error instanceof SizeLimitExceededError || error instanceof InsufficientAccessError) throw error;
    throw new ProviderUnavailableError('The directory', { cause: error });
  } finally {
    clearTimeout(timer);
    await client.unbind().catch(() => {});
  }
}

/** The certificate is verified against the host of the address, after StartTLS as well. */
async function tlsOptions({ url, caFile }: LdapConfig): Promise<ConnectionOptions> {
  const host = new URL(url).hostname.replaceAll(/^\[|\]$/g, '');
  return {
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ...(caFile !== null && { ca: await readFile(caFile) }),
  };
}
