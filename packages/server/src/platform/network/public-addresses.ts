import { lookup } from 'node:dns';
import { lookup as lookupAll } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** A URL from a user refers to this machine or a private network. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError';
  constructor(host: string) {
    super(`${host} is an address of this machine or of a private network`);
  }
}

/** Blocked IPv4 addresses: loopback, private networks, link-local and reserved ranges. */
const blocked = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  blocked.addSubnet(net, prefix, 'ipv4');
}

/**
 * Allowed IPv6 addresses: globally routed ones. Ranges that embed IPv4 addresses are blocked, because these may be private.
 */
const allowed = new BlockList();
allowed.addSubnet('2000::', 3, 'ipv6');
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  blocked.addSubnet(net, prefix, 'ipv6');
}

/** Whether an IP address is publicly routable. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !blocked.check(address, 'ipv4');
  return family === 6 && allowed.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
}

/**
 * Resolves a host for a connection, and fails with PrivateAddressError if any address is private. The connection uses the checked
 * addresses, which prevents DNS rebinding.
 */
export const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) done(error, '', 0);
    else if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address))) {
      done(new PrivateAddressError(host), '', 0);
    } else if (options.all === true) done(null, found);
    else done(null, found[0]?.address ?? '', found[0]?.family);
  });
};

/**
 * Why a URL cannot be a destination: its host is, or resolves to, this machine or a private network. Null if it can, or if the name is
 * not known now: connections are checked too.
 */
export async function destinationProblem(url: URL): Promise<string | null> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses =
    isIP(host) === 0
      ? await lookupAll(host, { all: true }).then(
          (found) => found.map(({ address }) => address),
          () => [],
        )
      : [host];
  const isPrivate = host === 'localhost' || !addresses.every(isPublicAddress);
  return isPrivate ? 'must not be an address of this machine or of a private network' : null;
}

/** Throws PrivateAddressError for a URL with a private IP address, because no lookup happens for IP addresses. */
export function refusePrivateHost(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddressError(host);
}
