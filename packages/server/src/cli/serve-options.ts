import type { Option } from './command.ts';

/** What `milepost serve` and `milepost start` take. */
export const serveOptions: Readonly<Record<string, Option>> = {
  demo: { meaning: 'load the sample group first, if it does not exist' },
  port: { value: 'N', meaning: 'the port to listen on, overrides MILEPOST_PORT; 0 for any free one' },
};

/** Message of a server process to its supervisor once it listens. */
export interface ReadyMessage {
  type: 'ready';
  port: number;
}
