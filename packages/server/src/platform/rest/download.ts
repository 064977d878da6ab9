import type { FastifyReply } from 'fastify';

/** Makes a response a download. */
export function asDownload(reply: FastifyReply, type: string, name: string): FastifyReply {
  const plain = name.replaceAll(/[^\w.-]/g, '_');
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`);
}
