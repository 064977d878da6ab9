import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { makeAccessToken } from '../setup/administrator.ts';

/*
 * Runs the commands of the guide as a reader would: in the order of the pages, against the running server, with its address and a token
 * in place of those of the text.
 */

const baseURL = process.env['MILEPOST_E2E_URL'] ?? '';
const root = fileURLToPath(new URL('../..', import.meta.url));
const execute = promisify(execFile);

/** The folder in which the commands of a page run: after the first page, the clone that it made. */
const pages = [
  ['repositories', '.'],
  ['merge-requests', 'gate'],
  ['environments', 'gate'],
  ['vulnerabilities', 'gate'],
  ['analytics', 'gate'],
] as const;

const sarif = {
  version: '2.1.0',
  runs: [{ tool: { driver: { name: 'Scanner' } }, results: [{ ruleId: 'sql', message: { text: 'Unescaped input' } }] }],
};

async function commandsOf(page: string): Promise<string[]> {
  const text = await readFile(join(root, 'docs/guide', `${page}.md`), 'utf8');
  const blocks = [...text.matchAll(/^```(\w*)\n([^]*?)^```$/gm)];
  // A block without a language would be printed, but not run.
  expect(
    blocks.filter(([, language]) => language === ''),
    page,
  ).toEqual([]);
  return blocks.filter(([, language]) => language === 'sh').map(([, , commands]) => commands ?? '');
}

test('DL-ER-07: each page about delivery is there, and its commands run', async () => {
  const isMissing = ['git', 'curl'].some((program) => spawnSync(program, ['--version']).error);
  test.skip(process.env['CI'] === undefined && isMissing, 'git or curl is not installed');
  const folder = await mkdtemp(join(tmpdir(), 'milepost-guide-'));
  try {
    const env = await environmentIn(folder);
    await mkdir(join(folder, 'work'));
    const run: Record<string, number> = {};
    for (const [page, at] of pages) {
      const cwd = join(folder, 'work', at);
      if (page === 'vulnerabilities') await writeFile(join(cwd, 'report.sarif'), JSON.stringify(sarif));
      const commands = await commandsOf(page);
      for (const each of commands) {
        const script = each.replaceAll('https://milepost.example', baseURL);
        await test.step(script, () => execute('bash', ['-euo', 'pipefail', '-c', script], { cwd, env }));
      }
      run[page] = commands.length;
    }
    expect(run).toEqual(expect.objectContaining({ repositories: 1, environments: 2, vulnerabilities: 2 }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** What the reader has: a token, a name for Git, an empty project `castle/gate`, and the command `milepost`. */
async function environmentIn(folder: string): Promise<Record<string, string>> {
  const dataDir = process.env['MILEPOST_E2E_DATA_DIR'] ?? '';
  const env = {
    ...(process.env as Record<string, string>),
    DATABASE_URL: '',
    MILEPOST_DATA_DIR: dataDir,
    PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
    CURL_HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: join(folder, 'gitconfig'),
    GIT_TERMINAL_PROMPT: '0',
  };
  await mkdir(join(folder, 'bin'));
  const milepost = join(folder, 'bin/milepost');
  await writeFile(milepost, `#!/bin/sh\nexec "${process.execPath}" "${root}/packages/server/bin/milepost.mjs" "$@"\n`);
  await chmod(milepost, 0o755);
  await writeFile(join(folder, '.curlrc'), 'fail\nsilent\nshow-error\n');

  const username = `guide-${Date.now()}`;
  const token = await makeAccessToken(username);
  const address = new URL(baseURL);
  address.username = 'token';
  address.password = token;
  await writeFile(
    env.GIT_CONFIG_GLOBAL,
    `[init]\n\tdefaultBranch = main\n[user]\n\tname = Guide\n\temail = ${username}@example.com\n[url "${address.href}"]\n\tinsteadOf = ${baseURL}/\n`,
  );
  await newProject(token);
  return { ...env, TOKEN: token };
}

async function newProject(token: string): Promise<void> {
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    fetch(`${baseURL}/api/v4${path}`, {
      method,
      headers: { 'private-token': token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  // Of a previous run.
  const old = await call('GET', '/groups/castle');
  if (old.ok) {
    const { id } = (await old.json()) as { id: number };
    await call('DELETE', `/groups/${id}`);
    await call('DELETE', `/groups/${id}?permanently_remove=true&full_path=castle`);
  }
  const made = await call('POST', '/groups', { name: 'Castle', path: 'castle' });
  const { id } = (await made.json()) as { id: number };
  expect((await call('POST', '/projects', { name: 'Gate', path: 'gate', namespace_id: id })).status).toBe(201);
}
