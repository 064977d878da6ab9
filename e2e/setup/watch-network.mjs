// Loaded into a server with `--import`: writes into MILEPOST_WATCH_FILE the libraries of telemetry that it loads and the addresses that it
// connects to.
import { appendFileSync } from 'node:fs';
import { subscribe } from 'node:diagnostics_channel';
import { register } from 'node:module';

const file = process.env['MILEPOST_WATCH_FILE'] ?? '';
const note = (/** @type {string} */ line) => appendFileSync(file, `${line}\n`);

const hooks = `
import { appendFileSync } from 'node:fs';
export function resolve(name, context, next) {
  if (name.startsWith('@opentelemetry/')) appendFileSync(${JSON.stringify(file)}, 'library ' + name + '\\n');
  return next(name, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
subscribe('net.client.socket', (message) => {
  const { socket } = /** @type {{ socket: import('node:net').Socket }} */ (message);
  // Not for the sockets of files, by which PostgreSQL is reached.
  socket.on('connectionAttempt', (/** @type {string} */ ip) => note(`connection ${ip}`));
});
note('watching');
