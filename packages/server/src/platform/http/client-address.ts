import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Normalizes `X-Forwarded-For` before anything reads `request.ip`. Some proxies add ports ("192.0.2.1:4711"), which are removed. The
 * left end of the list comes from the client, so an invalid entry is removed together with all entries to its left.
 */
export function normalizeForwardedFor(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    const given = headers['x-forwarded-for'];
    if (given !== undefined) headers['x-forwarded-for'] = addressesAtTheEnd(String(given)).join(', ');
    done();
  });
}

function addressesAtTheEnd(list: string): string[] {
  const addresses: string[] = [];
  for (const entry of list.split(',').toReversed()) {
    const address = withoutPort(entry.trim());
    if (isIP(address) === 0) break;
    addresses.unshift(address);
  }
  return addresses;
}

/** `192.0.2.1:4711` and `[2001:db8::1]:4711` without their ports. */
function withoutPort(entry: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1];
  if (bracketed !== undefined) return bracketed;
  return /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
}

/**
 * The network of one client, as a key for counting: an IPv4 address unchanged, an IPv6 address as its /64 prefix, because one
 * client may use all of its addresses. Anything else is returned unchanged.
 */
export function networkOf(address: string): string {
  const plain = unmapped(address);
  if (isIPv4(plain) || isIP(plain) === 0) return plain;
  const groups = expanded(plain.replace(/%.*$/, ''));
  return `${groups.slice(0, 4).join(':')}::/64`;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether this is a loopback address. */
export function isLoopback(address: string): boolean {
  const plain = unmapped(address);
  return isIP(plain) !== 0 && loopback.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
}

/** The IPv4 address `192.0.2.1` for `::ffff:192.0.2.1`, its form on dual-stack sockets; any other address unchanged. */
function unmapped(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ?? address;
}

/** The eight groups of an IPv6 address, in lower case and without leading zeros. */
function expanded(address: string): string[] {
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  const [head = '', tail] = canonical.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  return [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right];
}
