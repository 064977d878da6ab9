import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { httpServer } from './server.ts';

test('a closing server waits for an open request, and not for idle keep-alive connections', async () => {
  const server = await httpServer({ logLevel: 'fatal', secret: 's'.repeat(32), isSecure: false, fileLimit: 1 });
  let asked: () => void = () => {};
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  let answer: () => void = () => {};
  server.get('/slow', async () => {
    asked();
    await new Promise<void>((resolve) => (answer = resolve));
    return 'done';
  });
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  const unused = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  unused.on('error', () => {}).resume();
  const gone = once(unused, 'close');
  await once(unused, 'connect');
  const answered = fetch(`${address}/slow`).then((response) => response.text());
  await isAsked;
  const closed = server.close();
  await gone;
  answer();
  expect(await answered).toBe('done');
  await closed;
  // Less than Node's keep-alive timeout.
});
