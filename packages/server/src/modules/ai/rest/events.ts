import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Answers values as server-sent events, each as soon as it is there, ending with `[DONE]`. An error after the beginning is an event as
 * well: `{ "error": { "message": … } }`.
 */
export function sendEvents(reply: FastifyReply, values: AsyncIterable<object>): Readable {
  void reply.header('content-type', 'text/event-stream; charset=utf-8');
  void reply.header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no');
  return Readable.from(eventsOf(values), { objectMode: false, highWaterMark: 1 });
}

async function* eventsOf(values: AsyncIterable<object>): AsyncGenerator<string> {
  try {
    for await (const value of values) yield `data: ${JSON.stringify(value)}\n\n`;
    yield 'data: [DONE]\n\n';
  } catch (error) {
    const { message } = error as Error;
    yield `data: ${JSON.stringify({ error: { message } })}\n\n`;
  }
}
