import type { FastifyInstance } from 'fastify';

/**
 * Answers 405 with the allowed methods to a known path with another method, and 404 to an unknown path. Must be called before the routes
 * are added.
 */
export function answerOtherMethods(server: FastifyInstance): void {
  const known: { method: string; path: RegExp }[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    const path = new RegExp(
      `^${url
        .replaceAll('.', String.raw`\.`)
        .replaceAll(/:\w+/g, '[^/]+')
        .replace('*', '.+')}/?$`,
    );
    for (const each of [method].flat()) known.push({ method: each, path });
  });
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const allowed = new Set(known.flatMap((each) => (each.path.test(path) ? [each.method] : [])));
    if (allowed.size === 0) return reply.code(404).send({ message: '404 Not Found', error: '404 Not Found' });
    return reply
      .code(405)
      .header('allow', [...allowed].join(', '))
      .send({ message: '405 Method Not Allowed' });
  });
}
