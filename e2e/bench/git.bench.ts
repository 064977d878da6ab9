// DL-RP-04, DL-RP-21: clone and push of two repositories, beside `git http-backend` on the same machine: the time of each, the server's
// memory, and packs that are left outside of the repositories.
import { closeSync, mkdirSync, openSync, readdirSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { figure, holdTarget, printTable } from './lib/figures.ts';
import { adminToken } from './lib/big.ts';
import { git, httpBackend, writeRepository, type RepositorySize } from './lib/git.ts';
import { freshData, milepost, serve, unlimited, type Running } from './lib/milepost.ts';
import { watchMemory } from './lib/others.ts';

/** The targets of the requirements. */
const MAX_RATIO = 1.3;
const MAX_MEMORY_MB = 100;

interface Subject extends RepositorySize {
  name: string;
  runs: number;
}

const subjects: readonly Subject[] = [
  { name: '5,000 commits of text and 100 MB of files', commits: 5_000, megabytes: 100, runs: 7 },
  { name: '1 GB', commits: 10, megabytes: 1_000, runs: 4 },
];

const { folder, remove } = freshData();
const { folder: work, remove: removeWork } = freshData();
process.once('exit', () => {
  remove();
  removeWork();
});
await milepost(folder, 'migrate');
const token = await adminToken(folder);
const temporary = join(work, 'temporary');
mkdirSync(temporary);
const server = await serve(folder, { ...unlimited, MILEPOST_GIT_MAX_PUSH_MB: '0', TMPDIR: temporary });
const group = await create('groups', { name: 'Code', path: 'code' });
const plain = await httpBackend(join(work, 'plain'));

const rows: string[][] = [];
const strays: string[] = [];
const targets: [what: string, value: number, target: number][] = [];
for (const [index, subject] of subjects.entries()) {
  const source = join(work, `source-${index}`);
  await writeRepository(source, subject);
  const times: Record<'push' | 'clone', { own: number[]; backend: number[]; raised: number[] }> = {
    push: { own: [], backend: [], raised: [] },
    clone: { own: [], backend: [], raised: [] },
  };
  for (let run = 0; run < subject.runs; run += 1) {
    const backend = await plain.create(`repository-${index}-${run}`);
    const own = await createProject(`repository-${index}-${run}`);
    const sides = [
      { url: backend, side: 'backend' as const },
      { url: own, side: 'own' as const },
    ];
    // The first run reads the files of the source from the disk.
    for (const { url, side } of run % 2 === 0 ? sides : sides.toReversed()) {
      for (const action of ['push', 'clone'] as const) {
        const copy = join(work, 'copy');
        const args = action === 'push' ? ['push', '--quiet', url, 'main'] : ['clone', '--quiet', '--bare', url, copy];
        const before = memoryOf(server);
        const peak = watchMemory(server);
        const began = performance.now();
        await git(source, ...args);
        times[action][side].push(performance.now() - began);
        if (side === 'own') times[action].raised.push(peak() - before);
        else peak();
        rmSync(copy, { recursive: true, force: true });
        if (side === 'own') strays.push(...strayPacks());
      }
    }
    plain.remove(backend);
  }
  for (const action of ['push', 'clone'] as const) {
    const { own: ours, backend, raised } = times[action];
    // The fastest ones: whatever else the machine does only adds to a time.
    const [own, other] = [Math.min(...ours), Math.min(...backend)];
    console.log(`${action}: ${ours.map(figure).join(' ')} beside ${backend.map(figure).join(' ')} ms`);
    const memory = Math.max(...raised);
    targets.push([`${action}, ${subject.name}: ratio`, own / other, MAX_RATIO]);
    targets.push([`${action}, ${subject.name}: memory in MB`, memory, MAX_MEMORY_MB]);
    rows.push([`${action}: ${subject.name}`, figure(own), figure(other), figure(own / other), figure(memory)]);
  }
  rmSync(source, { recursive: true, force: true });
}
await plain.stop();
await server.stop();
printTable(
  'Clone and push, beside git http-backend: the fastest of each',
  ['what', 'Milepost ms', 'git http-backend ms', 'ratio', 'memory raised by MB'],
  rows,
);
targets.push(['packs outside of repositories', strays.length, 0]);
for (const [what, value, target] of targets) holdTarget('DL-RP-21', what, value, target);
if (strays.length > 0) console.log(strays.join('\n'));

async function create(
  kind: 'groups' | 'projects',
  values: object,
): Promise<{ id: number; path_with_namespace: string }> {
  const response = await fetch(`${server.url}/api/v4/${kind}`, {
    method: 'POST',
    headers: { 'private-token': token, 'content-type': 'application/json' },
    body: JSON.stringify(values),
  });
  if (response.status !== 201) throw new Error(`${kind}: ${response.status} ${await response.text()}`);
  return (await response.json()) as { id: number; path_with_namespace: string };
}

async function createProject(path: string): Promise<string> {
  const project = await create('projects', { name: path, path, namespace_id: group.id });
  return `${server.url.replace('://', `://token:${token}@`)}/${project.path_with_namespace}.git`;
}

/** Packs in the folders of the server that are not in place in a repository. */
function strayPacks(): string[] {
  return [folder, temporary]
    .flatMap((top) => readdirSync(top, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/\/repositories\/\d+\.git\/objects\/pack\/pack-[0-9a-f]+\.pack$/.test(path))
    .filter((path) => startOf(path) === 'PACK');
}

/** The first four bytes of a file; nothing of one that was removed meanwhile. */
function startOf(path: string): string {
  const buffer = Buffer.alloc(4);
  try {
    const file = openSync(path, 'r');
    readSync(file, buffer, 0, 4, 0);
    closeSync(file);
  } catch {
    return '';
  }
  return buffer.toString('latin1');
}

function memoryOf(running: Running): number {
  return watchMemory(running)();
}
