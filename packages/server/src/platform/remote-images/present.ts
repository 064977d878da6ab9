import { derivedFrom, isSameSecret } from '../util/tokens.ts';

/** How images of other servers in texts are treated. `link`: replaced by links. */
export const remoteImageModes = ['allow', 'proxy', 'link'] as const;
export type RemoteImageMode = (typeof remoteImageModes)[number];

export interface RemoteImages {
  mode: RemoteImageMode;
  /** Largest image that the proxy passes on, in bytes. */
  limit: number;
}

/** Path of the proxy for images of other servers; signature and encoded URL follow. */
export const REMOTE_IMAGES_PATH = '/-/remote-images';

interface Presenting {
  remoteImages: RemoteImages;
  baseUrl: string;
  secret: string;
}

/** Matches images, and anchors, because a link must not be nested in a link. */
const PARTS = /<a\b(?:[^>"]|"[^"]*")*>|<\/a>|<img\b(?:[^>"]|"[^"]*")*>/gi;
/** Matches attributes one by one from the left, so that a value is not mistaken for an attribute. */
const ATTRIBUTES = /\s([\w-]+)(?:="([^"]*)")?/g;

/**
 * Rendered HTML of a text as this site shows it: images of other servers unchanged, through the proxy or as links. The HTML
 * comes from Milepost's renderer, which writes every attribute in double quotes. Should one be missed, the content security policy
 * of pages blocks it.
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

/** The URL of an image on another server; null for a local one. The renderer does not emit `//host/…`. */
function remoteAddress(source: string, baseUrl: string): string | null {
  const address = source.replaceAll(/&(amp|quot|lt|gt|#39);/g, (_whole, name: string) => entities[name] ?? '');
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.origin === baseUrl ? null : url.href;
}

const entities: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', '#39': "'" };

/** The proxy URL of an image, signed, because the proxy must not fetch arbitrary URLs. */
export function proxyAddress(secret: string, address: string): string {
  return `${REMOTE_IMAGES_PATH}/${signatureOf(secret, address)}/${Buffer.from(address).toString('base64url')}`;
}

/** The signed URL; null if the signature is invalid. */
export function signedAddress(secret: string, signature: string, encoded: string): string | null {
  const address = Buffer.from(encoded, 'base64url').toString();
  return isSameSecret(signature, signatureOf(secret, address)) ? address : null;
}

function signatureOf(secret: string, address: string): string {
  return derivedFrom(derivedFrom(secret, 'remote images'), address);
}
