import { NotFoundError } from '@milepost/core/errors';
import type { FastifyInstance } from 'fastify';
import type { Host } from '../../../platform/rooms/module.ts';
import { processEvent, readEvent } from '../commands/events.ts';

const MAX_EVENT_BYTES = 1024 * 1024;

/** Receives the events of the payment provider. The signature is that of the raw body. */
export function addWebhook(server: FastifyInstance, { services }: Host): void {
  void server.register((inner: FastifyInstance, _options, done) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_EVENT_BYTES }, (_request, body, parsed) =>
      parsed(null, body),
    );
    inner.post('/-/subscriptions/events', { schema: { hide: true }, bodyLimit: MAX_EVENT_BYTES }, async (request) => {
      const { stripe } = services;
      if (!stripe) throw new NotFoundError('Page');
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const signature = request.headers['stripe-signature'];
      const event = readEvent(stripe, body, typeof signature === 'string' ? signature : '');
      await processEvent(services, stripe, event);
      return { received: true };
    });
    done();
  });
}
