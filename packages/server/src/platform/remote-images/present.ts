import { derivedFrom, isSameSecret } from '../tokens.ts';

/** What becomes of images that texts show from other servers. `link`: they are not loaded, but linked to. */
export const remoteImageModes = ['allow', 'proxy', 'link'] as const;
export type RemoteImageMode = (typeof remoteImageModes)[number];

export interface RemoteImages {
  mode: RemoteImageMode;
  /** Largest image that the proxy passes on, in bytes. */
  limit: number;
}

/** Where images of other servers are asked for in the mode `proxy`; signature and address follow. */
export const REMOTE_IMAGES_PATH = '/-/remote-images';

interface Presenting {
  remoteImages: RemoteImages;
  baseUrl: string;
  secret: string;
}

/** Anchors too: a link must not stand within a link. */
const PARTS = /<a\b(?:[^>"]|"[^"]*")*>|<\/a>|<img\b(?:[^>"]|"[^"]*")*>/gi;
/** One at a time from the left, so that what stands in the value of one is not taken for another. */
const ATTRIBUTES = /\s([\w-]+)(?:="([^"]*)")?/g;

/**
 * Rendered HTML of a text as this site shows it: images of other servers as they are, through the proxy or as links. The HTML comes from our
 * own renderer, which writes every attribute in double quotes. Where one slipped through, the content policy of pages stops it.
 */
export function presentHtml<Html extends string | null>(services: Presenting, html: Html): Html {
  const { mode } = services.remoteImages;
  if (html === null || mode === 'allow' || !html.includes('<img')) return html;
  let isInLink = false;
  return html.replace(PARTS, (part) => {
    if (!/^<img/i.test(part)) {
      isInLink = !part.startsWith('</');
      return part;
    }
    const attributes = new Map(
      [...part.matchAll(ATTRIBUTES)].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
    );
    const source = attributes.get('src');
    const address = source === undefined ? null : remoteAddress(source, services.baseUrl);
    if (address === null || source === undefined) return part;
    if (mode === 'proxy') {
      attributes.set('src', proxyAddress(services.secret, address));
      return `<img${[...attributes].map(([name, value]) => ` ${name}="${value}"`).join('')}>`;
    }
    const label = attributes.get('alt') || source;
    return isInLink ? label : `<a href="${source}" rel="nofollow noopener noreferrer">${label}</a>`;
  }) as Html;
}

/** The address of an image on another server; null for one of ours. `//host/…` never gets through the renderer. */
function remoteAddress(source: string, baseUrl: string): string | null {
  const address = source.replaceAll(/&(amp|quot|lt|gt|#39);/g, (_whole, name: string) => entities[name] ?? '');
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.origin === baseUrl ? null : url.href;
}

const entities: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', '#39': "'" };

/** The proxy serves signed addresses alone: it must not fetch whatever anybody asks it for. */
export function proxyAddress(secret: string, address: string): string {
  return `${REMOTE_IMAGES_PATH}/${signatureOf(secret, address)}/${Buffer.from(address).toString('base64url')}`;
}

/** The address that was signed; null where the signature is not ours. */
export function signedAddress(secret: string, signature: string, encoded: string): string | null {
  const address = Buffer.from(encoded, 'base64url').toString();
  return isSameSecret(signature, signatureOf(secret, address)) ? address : null;
}

function signatureOf(secret: string, address: string): string {
  return derivedFrom(derivedFrom(secret, 'remote images'), address);
}
