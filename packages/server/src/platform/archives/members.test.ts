import { gzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { buildTar } from '../../testing/build/archive.ts';
import { readArchive } from './entries.ts';
import { defaultArchiveLimits } from './limits.ts';
import { readMembers, type Member } from './members.ts';

async function membersOf(content: string, lineBytes = 1_000, nested?: string): Promise<string[]> {
  const tar = gzipSync(
    await buildTar([
      { name: 'a.json', content },
      { name: 'next', content: 'x' },
    ]),
  );
  const said: string[] = [];
  for await (const entry of readArchive(Readable.from([tar]))) {
    said.push(entry.path);
    if (entry.path !== 'a.json') continue;
    // In small chunks, so that every value spans two of them.
    const chunks = pieces(entry.chunks);
    const options = { limits: { ...defaultArchiveLimits, lineBytes }, ...(nested !== undefined && { nested }) };
    for await (const member of readMembers({ ...entry, chunks }, options)) said.push(describeMember(member));
  }
  return said;
}

async function* pieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) for (let at = 0; at < chunk.length; at += 3) yield chunk.subarray(at, at + 3);
}

function describeMember(member: Member): string {
  if (member.kind === 'broken') return `! ${member.error.message}`;
  return `${member.line.location} = ${member.line.bytes.toString()}`;
}

test('lists come element by element, all else at the end, whatever the texts hold', async () => {
  const text = String.raw`{"a": 1, "list": [ {"x":"]}\"["}, [1,[2]], "te,xt", 3.5 ,null], "o": {"deep":[1]}, "t": "\\" , "empty":[]}`;
  expect(await membersOf(text)).toEqual([
    'a.json',
    String.raw`a.json: list[0] = {"x":"]}\"["}`,
    'a.json: list[1] = [1,[2]]',
    'a.json: list[2] = "te,xt"',
    'a.json: list[3] = 3.5',
    'a.json: list[4] = null',
    String.raw`a.json = {"a":1,"o":{"deep":[1]},"t":"\\"}`,
    'next',
  ]);
});

test('objects in the nested list are taken apart too', async () => {
  expect(await membersOf('{"below":[{"below":[{"n":1}],"e":[2]},7],"n":0}', 1_000, 'below')).toEqual([
    'a.json',
    'a.json: below[0].below[0] = {"n":1}',
    'a.json: below[0].e[0] = 2',
    'a.json: below[0] = {}',
    'a.json: below[1] = 7',
    'a.json = {"n":0}',
    'next',
  ]);
});

test('a value that is too long is left out, and those around it come', async () => {
  const long = `"${'x'.repeat(200)}"`;
  expect(await membersOf(`{"t":${long},"list":[1,${long},2],"n":1}`, 100)).toEqual([
    'a.json',
    '! a.json: t: is longer than the 100 bytes allowed',
    'a.json: list[0] = 1',
    '! a.json: list[1]: is longer than the 100 bytes allowed',
    'a.json: list[2] = 2',
    'a.json = {"n":1}',
    'next',
  ]);
});

test.each([
  ['', []],
  ['[]', []],
  ['{"a"', ['a.json = {}']],
  ['{"a":1,"list":[1,', ['a.json: list[0] = 1', 'a.json = {"a":1}']],
  ['{"list":[1 2]}', ['a.json: list[0] = 1', 'a.json = {}']],
  ['{"a":1}}', ['a.json = {"a":1}']],
  ['{a:1}', ['a.json = {}']],
])('%j ends with what could be read, and the archive goes on', async (text, read) => {
  const said = await membersOf(text);
  expect(said.slice(1, -2)).toEqual(read);
  expect(said.at(-2)).toMatch(/^! a\.json: is not valid JSON from byte \d+ on$/);
  expect(said.at(-1)).toBe('next');
});
