import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Makes a closing server wait for open requests only, not for idle connections that browsers opened in advance or keep alive.
 */
export function waitForOpenRequestsOnly(server: FastifyInstance): void {
  const open = new Set<Socket>();
  let isClosing = false;
  server.server.on('connection', (socket: Socket) => {
    if (isClosing) return void socket.destroy();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    return undefined;
  });
  server.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) void reply.header('connection', 'close');
    done();
  });
}
