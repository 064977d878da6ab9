import { EventSourceParserStream } from 'eventsource-parser/stream';
import { NetworkError, ServerError } from './errors.ts';
import { type HttpRequest, send } from './http.ts';

/** The last event of a stream. */
const END = '[DONE]';
const BAD_GATEWAY = 502;

/**
 * Sends a request that is answered with server-sent events, and yields each as soon as it arrives. Throws the errors of `send`, ServerError
 * for an event that is an error, and NetworkError for a stream that breaks off.
 */
export async function* sendForEvents<Event extends object>(path: string, request: HttpRequest): AsyncGenerator<Event> {
  const response = await send(path, request);
  const events = response.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  if (!events) throw new NetworkError('The server sent no answer.');
  try {
    for (;;) {
      const next = await events.read().catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'AbortError') throw error;
        throw new NetworkError('The connection to the server was lost.', { cause: error });
      });
      if (next.done) throw new NetworkError('The connection to the server was lost.');
      if (next.value.data === END) return;
      const event = JSON.parse(next.value.data) as Event | { error: { message: string } };
      if ('error' in event) throw new ServerError(event.error.message, BAD_GATEWAY);
      yield event;
    }
  } finally {
    // Nobody reads the rest.
    await events.cancel().catch(() => undefined);
  }
}
