import type { Option } from './command.ts';

/** What `milepost serve` and `milepost start` take. */
export const serveOptions: Readonly<Record<string, Option>> = {
  demo: { meaning: 'load the sample group first, once' },
  port: { value: 'N', meaning: 'the port to listen on, whatever MILEPOST_PORT says; 0 for any free one' },
};

/** What a server process tells the supervisor that started it, once it listens. */
export interface ReadyMessage {
  type: 'ready';
  port: number;
}
