import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError } from './command.ts';

/** What a person types at the terminal, without showing it. Null where there is no terminal to ask at. */
export async function askSecretly(question: string): Promise<string | null> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const stopped = new AbortController();
  // In this mode Ctrl-C is a key like others: pass it on as what it means.
  terminal.once('SIGINT', () => stopped.abort());
  try {
    return await terminal.question('', { signal: stopped.signal });
  } catch (error) {
    throw stopped.signal.aborted ? new CommandError('nothing was done') : error;
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
