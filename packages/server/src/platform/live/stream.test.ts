import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setImmediate as yieldToLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { EventStream } from './stream.ts';

test('a reader that takes nothing is cut off before much waits for it', async () => {
  const server = createServer();
  const opened = new Promise<{ stream: EventStream; response: ServerResponse }>((resolve) => {
    server.once('request', (_request, response: ServerResponse) =>
      resolve({ stream: new EventStream(response, {}), response }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.pause();
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const { stream, response } = await opened;
  const message = 'x'.repeat(4_000);
  let most = 0;
  let sent = 0;
  // Socket buffers take some megabytes before data is buffered in this process.
  while (stream.isOpen && sent < 100_000) {
    stream.send('change', 'one', message);
    sent += 1;
    most = Math.max(most, response.writableLength);
    if (sent % 10 === 0) await yieldToLoop();
  }
  expect(stream.isOpen).toBe(false);
  expect(most).toBeLessThan(72 * 1024);
  client.destroy();
  server.close();
  await once(server, 'close');
});
