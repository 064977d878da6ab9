import type { ChildProcess } from 'node:child_process';

/** A key or pointer device and its actions, in the format that WebDriver and WebDriver BiDi share. */
export interface InputSource {
  type: 'key' | 'pointer';
  id: string;
  parameters?: { pointerType: 'mouse' };
  actions: readonly object[];
}

/** One page of a browser, without cookies or storage of any other page. Coordinates are CSS pixels of the viewport. */
export interface EnginePage {
  /** Opens a URL and waits for its load event. */
  navigate(url: string): Promise<void>;
  /** Runs the source of a function in the page and awaits its result. Arguments and result are JSON. */
  evaluate(source: string, args: readonly unknown[]): Promise<unknown>;
  perform(sources: readonly InputSource[]): Promise<void>;
  /** A PNG image. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** A running browser. */
export interface Engine {
  open(viewport: { width: number; height: number }): Promise<EnginePage>;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 30_000;

/**
 * The first capture group of the pattern in a process's output.
 * @throws Error with the output, when the process exits or stays silent for 30 s
 */
export function untilPrinted(child: ChildProcess, stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (reason: string) => reject(new Error(`${child.spawnfile} ${reason}:\n${output}`));
    const timer = setTimeout(() => fail(`did not print ${String(pattern)}`), START_TIMEOUT_MS);
    child.once('error', reject);
    child.once('exit', (code) => fail(`exited with code ${code}`));
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = pattern.exec(output)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
  });
}

const STOP_TIMEOUT_MS = 5000;

/** Stops a process, and its group when it leads one, and waits until it has exited. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const { pid } = child;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const signal = (name: NodeJS.Signals): void => {
    try {
      process.kill(-pid, name);
    } catch {
      child.kill(name);
    }
  };
  signal('SIGTERM');
  const timer = setTimeout(() => signal('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}
