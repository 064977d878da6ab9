import type { FastifyInstance } from 'fastify';
import { type FetchedImage, fetchImage, RemoteImageError } from './fetch.ts';
import { REMOTE_IMAGES_PATH, type RemoteImages, signedAddress } from './present.ts';

const MAX_CACHE_BYTES = 64 * 1024 * 1024;
const MAX_CACHE_ENTRIES = 1_000;
const CACHE_MS = 60 * 60 * 1_000;
/** How long failures are cached. */
const FAILURE_CACHE_MS = 60_000;
/** Maximum concurrent fetches; each holds a connection and an image in memory. */
const MAX_AT_ONCE = 16;

/** An LRU cache of images by URL; null stands for a failure. */
class ImageCache {
  readonly #entries = new Map<string, { image: FetchedImage | null; until: number }>();
  #bytes = 0;

  get(address: string): FetchedImage | null | undefined {
    const entry = this.#entries.get(address);
    if (!entry || entry.until < Date.now()) return undefined;
    this.#entries.delete(address);
    this.#entries.set(address, entry);
    return entry.image;
  }

  set(address: string, image: FetchedImage | null): void {
    this.#drop(address);
    this.#entries.set(address, { image, until: Date.now() + (image ? CACHE_MS : FAILURE_CACHE_MS) });
    this.#bytes += image?.bytes.length ?? 0;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= MAX_CACHE_BYTES && this.#entries.size <= MAX_CACHE_ENTRIES) break;
      this.#drop(oldest);
    }
  }

  #drop(address: string): void {
    this.#bytes -= this.#entries.get(address)?.image?.bytes.length ?? 0;
    this.#entries.delete(address);
  }
}

interface ServeOptions {
  remoteImages: RemoteImages;
  secret: string;
  /** For tests only. */
  isLocalAllowed?: boolean;
}

/** Serves images of other servers to our pages in the mode `proxy`, so that those servers do not learn who reads a text. */
export function serveRemoteImages(
  server: FastifyInstance,
  { remoteImages, secret, isLocalAllowed }: ServeOptions,
): void {
  if (remoteImages.mode !== 'proxy') return;
  const cache = new ImageCache();
  const pending = new Map<string, Promise<FetchedImage | null>>();

  const load = (address: string): Promise<FetchedImage | null> => {
    const known = pending.get(address);
    if (known) return known;
    const loading = fetchImage(address, { limit: remoteImages.limit, isLocalAllowed: isLocalAllowed ?? false })
      .catch((error: unknown) => {
        if (error instanceof RemoteImageError) return null;
        throw error;
      })
      .then((image) => {
        cache.set(address, image);
        return image;
      })
      .finally(() => pending.delete(address));
    pending.set(address, loading);
    return loading;
  };

  server.get<{ Params: { signature: string; address: string } }>(
    `${REMOTE_IMAGES_PATH}/:signature/:address`,
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const address = signedAddress(secret, params.signature, params.address);
      if (address === null) return reply.code(404).send({ message: '404 Not Found' });
      let image = cache.get(address);
      if (image === undefined) {
        if (pending.size >= MAX_AT_ONCE && !pending.has(address)) {
          return reply.code(503).header('retry-after', '2').send({ message: '503 Too many images are being fetched' });
        }
        image = await load(address);
      }
      if (image === null) return reply.code(404).send({ message: '404 The image cannot be shown' });
      return reply
        .headers({
          'cache-control': 'private, max-age=3600',
          'content-security-policy': "sandbox; default-src 'none'",
          'x-content-type-options': 'nosniff',
          'content-disposition': 'inline',
        })
        .type(image.mediaType)
        .send(image.bytes);
    },
  );
}
