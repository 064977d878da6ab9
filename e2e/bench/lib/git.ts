import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const environment = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_TERMINAL_PROMPT: '0',
};
const FILE_BYTES = 4 * 1024 * 1024;

/** Runs git as a client. Throws when it fails. */
export async function git(folder: string, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)('git', ['-c', 'gc.auto=0', ...args], { cwd: folder, env: environment });
}

export interface RepositorySize {
  /** Each changes one text file. */
  commits: number;
  /** Of files that cannot be compressed. */
  megabytes: number;
}

/** Creates a bare repository of this size with the branch `main`, in one pack. */
export async function writeRepository(folder: string, { commits, megabytes }: RepositorySize): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await git(folder, 'init', '--quiet', '--bare', '--initial-branch=main');
  const child = spawn('git', ['-c', 'core.compression=1', 'fast-import', '--quiet'], {
    cwd: folder,
    env: environment,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = once(child, 'close');
  for (const part of stream(commits, megabytes)) if (!child.stdin.write(part)) await once(child.stdin, 'drain');
  child.stdin.end();
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`);
}

function* stream(commits: number, megabytes: number): Generator<string | Buffer> {
  const files = Math.ceil((megabytes * 1024 * 1024) / FILE_BYTES);
  for (let index = 1; index <= files; index += 1) {
    yield `blob\nmark :${index}\ndata ${FILE_BYTES}\n`;
    yield randomBytes(FILE_BYTES);
    yield '\n';
  }
  for (let index = 0; index < commits; index += 1) {
    const text = Array.from({ length: 60 }, (_, line) => `line ${line}: ${(index * (line + 7)) % 9_973}\n`).join('');
    yield `commit refs/heads/main\ncommitter Bench <bench@example.invalid> ${1_700_000_000 + index * 60} +0000\n`;
    yield `data 9\nchange it\nM 100644 inline src/${index % 40}/file-${index % 400}.txt\ndata ${text.length}\n${text}\n`;
    if (index > 0) continue;
    for (let file = 1; file <= files; file += 1) yield `M 100644 :${file} assets/${file}.bin\n`;
  }
}

export interface Backend {
  /** Creates an empty repository and returns its address. */
  create(name: string): Promise<string>;
  remove(url: string): void;
  stop(): Promise<void>;
}

/** `git http-backend` behind a CGI server that does nothing else. */
export async function httpBackend(folder: string): Promise<Backend> {
  mkdirSync(folder, { recursive: true });
  const server = createServer((request, response) => answer(folder, request, response));
  server.requestTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folderOf = (url: string) => join(folder, new URL(url).pathname);
  return {
    async create(name) {
      const url = `${origin}/${name}.git`;
      await git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', folderOf(url));
      await git(folderOf(url), 'config', 'http.receivepack', 'true');
      return url;
    },
    remove: (url) => rmSync(folderOf(url), { recursive: true, force: true }),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function answer(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://backend');
  const { headers } = request;
  const child = spawn('git', ['http-backend'], {
    env: {
      ...environment,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method ?? 'GET',
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      CONTENT_TYPE: headers['content-type'] ?? '',
      REMOTE_USER: 'bench',
      REMOTE_ADDR: '127.0.0.1',
      ...(headers['content-length'] !== undefined && { CONTENT_LENGTH: headers['content-length'] }),
      ...(headers['content-encoding'] !== undefined && { HTTP_CONTENT_ENCODING: headers['content-encoding'] }),
      ...(typeof headers['git-protocol'] === 'string' && { GIT_PROTOCOL: headers['git-protocol'] }),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
    // A session of its own, as Milepost gives each git: Linux divides the processor among sessions, and beside other load that alone made one
    // side take half again as long.
    detached: true,
  });
  child.stdin.on('error', () => {});
  request.pipe(child.stdin);
  let head = Buffer.alloc(0);
  const readHead = (chunk: Buffer): void => {
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end === -1) return;
    child.stdout.off('data', readHead);
    for (const line of head.toString('latin1', 0, end).split('\r\n')) {
      const [name = '', value = ''] = line.split(/: (.*)/s, 2);
      if (name === 'Status') response.statusCode = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.write(head.subarray(end + 4));
    child.stdout.pipe(response);
  };
  child.stdout.on('data', readHead);
}
