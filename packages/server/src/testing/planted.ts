import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type { Db } from '../platform/database/tables.ts';

/** The forms in which a text may be stored: plain, in an address, in bytes that PostgreSQL prints as hex, and in base64. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  // Without the letters at the ends, which depend on what surrounds it.
  const shifted = [0, 1, 2].map((pad) =>
    Buffer.concat([Buffer.alloc(pad), bytes])
      .toString('base64')
      .slice(pad === 0 ? 0 : 4),
  );
  const inBase64 = shifted.map((text) => text.replace(/=+$/, '').slice(0, -1));
  return [
    ...new Set([
      secret,
      encodeURIComponent(secret),
      bytes.toString('hex'),
      ...inBase64,
      ...inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    ]),
  ];
}

/** The secrets that a text contains in any form. */
export function secretsFoundIn(text: string, secrets: Iterable<string>): string[] {
  return [...secrets].filter((secret) => formsOf(secret).some((form) => text.includes(form)));
}

/** The content of every table, also of the job queue, as text. */
export async function wholeDatabase(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ schema: string; name: string }>`
    SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`.execute(db);
  const tables = new Map<string, string>();
  for (const { schema, name } of rows) {
    const content = await sql<{ text: string | null }>`
      SELECT string_agg(t::text, E'\n') AS text FROM ${sql.table(`${schema}.${name}`)} t`.execute(db);
    tables.set(`${schema}.${name}`, content.rows[0]?.text ?? '');
  }
  return tables;
}

/** The command lines of the processes that this one starts, until it ends. */
export function watchProcesses(): { lines: () => string[]; end: () => void } {
  const started: ChildProcess[] = [];
  const note = (message: unknown): void => void started.push((message as { process: ChildProcess }).process);
  subscribe('child_process', note);
  return {
    lines: () => started.map(({ spawnargs }) => (spawnargs as string[] | undefined)?.join(' ') ?? ''),
    end: () => void unsubscribe('child_process', note),
  };
}

/** A collector of traces over OTLP, which keeps what it receives. */
export async function startCollector(): Promise<{ endpoint: string; texts: string[]; stop: () => void }> {
  const texts: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      texts.push(Buffer.concat(parts).toString());
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    texts,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
