import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A Git server of another site: `git http-backend` behind HTTPS, with a certificate of its own. */
export interface GitRemote {
  /** `https://localhost:PORT/app.git` */
  url: string;
  /** The bare repository. */
  folder: string;
  /** The certificate to trust. */
  caFile: string;
  /** Requests so far, as `GET /app.git/info/refs`. */
  requests: string[];
  /** The most requests that were answered at the same time. */
  readonly mostAtOnce: number;
  /** What is asked for; null: nothing. */
  credentials: { username: string; password: string } | null;
  /** Answers every request with a redirect to this address. */
  redirect: string | null;
  /** Answers wait for it. */
  gate: Promise<void> | null;
  /** Refuses connections until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
  end(): Promise<void>;
}

/** A key and a certificate that signs itself, of this machine. */
export async function makeCertificate(folder: string): Promise<{ key: string; certificate: string }> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const algorithm = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  await promisify(execFile)('openssl', [...algorithm.split(' '), ...names, '-keyout', key, '-out', certificate]);
  return { key, certificate };
}

/** `certificates`: a folder that has them already. */
export async function startGitRemote(certificates?: string): Promise<GitRemote> {
  const top = await mkdtemp(join(tmpdir(), 'milepost-remote-'));
  const { key, certificate } = certificates
    ? { key: join(certificates, 'key.pem'), certificate: join(certificates, 'certificate.pem') }
    : await makeCertificate(top);
  const folder = join(top, 'app.git');
  await promisify(execFile)('git', ['init', '--quiet', '--bare', '--initial-branch=trunk', folder]);
  const server = createServer({ key: await readFile(key), cert: await readFile(certificate) });
  let [open, mostAtOnce] = [0, 0];
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    if (server.listening) await once(server, 'close');
  };
  const remote: GitRemote = {
    url: `https://localhost:${port}/app.git`,
    folder,
    caFile: certificate,
    requests: [],
    get mostAtOnce() {
      return mostAtOnce;
    },
    credentials: null,
    redirect: null,
    gate: null,
    stop: close,
    start: () => listen(port),
    async end() {
      await close();
      await rm(top, { recursive: true, force: true });
    },
  };
  server.on('request', (request, response) => {
    open += 1;
    mostAtOnce = Math.max(mostAtOnce, open);
    response.once('close', () => (open -= 1));
    remote.requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    answer(remote, top, request, response).catch(() => response.destroy());
  });
  return remote;
}

async function answer(remote: GitRemote, top: string, request: IncomingMessage, response: ServerResponse) {
  if (remote.redirect !== null) {
    response.writeHead(302, { location: `${remote.redirect}${request.url}` }).end();
    return;
  }
  const { credentials } = remote;
  const expected =
    credentials && `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`;
  if (expected !== null && request.headers.authorization !== expected) {
    response
      .writeHead(401, { 'www-authenticate': 'Basic realm="Forge"' })
      .end(`wrong ${request.headers.authorization}`);
    return;
  }
  await remote.gate;
  const url = new URL(request.url ?? '/', remote.url);
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      GIT_PROJECT_ROOT: top,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(backend.stdin);
  const parts: Buffer[] = [];
  for await (const part of backend.stdout as AsyncIterable<Buffer>) parts.push(part);
  const output = Buffer.concat(parts);
  const end = output.indexOf('\r\n\r\n');
  for (const line of output.toString('latin1', 0, end).split('\r\n')) {
    const [name = '', value = ''] = line.split(': ', 2);
    if (name.toLowerCase() === 'status') response.statusCode = Number.parseInt(value, 10);
    else response.setHeader(name, value);
  }
  response.end(output.subarray(end + 4));
}
