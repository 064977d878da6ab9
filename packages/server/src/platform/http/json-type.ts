import type { FastifyInstance } from 'fastify';

const JSON_TYPE = 'application/json';

/**
 * Announces JSON as exactly `application/json`. Fastify adds `; charset=utf-8`, a parameter that the media type does not have
 * (RFC 8259, section 11) and that python-gitlab refuses: it compares the whole header. A response without a body has no type.
 */
export function announcePlainJson(server: FastifyInstance): void {
  server.addHook('onSend', (_request, reply, _payload, done) => {
    const type = reply.getHeader('content-type');
    if (typeof type === 'string' && type.startsWith(JSON_TYPE)) {
      if (reply.statusCode === 204 || reply.statusCode === 304) reply.removeHeader('content-type');
      else if (type.startsWith(`${JSON_TYPE};`)) void reply.header('content-type', JSON_TYPE);
    }
    done();
  });
}
