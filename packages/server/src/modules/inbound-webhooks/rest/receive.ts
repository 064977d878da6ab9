import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { sendError } from '../../../platform/rest/errors.ts';
import type { Host } from '../../../platform/rooms/module.ts';
import { receiveDelivery } from '../commands/receive.ts';

/** The end of an address: `MILEPOST_URL/-/inbound_webhooks/UUID`. */
export const INBOUND_PATH = '/-/inbound_webhooks';

/** Receives the deliveries of other forges. They have no session and no token: the signature identifies them. */
export function addReceivingPage(server: FastifyInstance, { services }: Host): void {
  void server.register((inner: FastifyInstance, _options, done) => {
    // The signature is of the raw body, so nothing may parse it before.
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload));
    inner.post(`${INBOUND_PATH}/:uuid`, async (request, reply) => {
      const { uuid } = request.params as { uuid: string };
      const header = (name: string): string | undefined => {
        const value = request.headers[name];
        return Array.isArray(value) ? value[0] : value;
      };
      const size = header('content-length');
      try {
        const message = await receiveDelivery(services, {
          uuid,
          header,
          size: size === undefined ? null : Number(size),
          body: (request.body ?? []) as Readable,
        });
        return await reply.code(202).send({ message });
      } catch (error) {
        // The rest of a refused body is not read.
        void reply.header('connection', 'close');
        if (sendError(reply, error)) return reply;
        throw error;
      }
    });
    done();
  });
}
