import { Readable } from 'node:stream';
import { createGzip, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { buildTar, type EntryToPack } from '../../testing/build/archive.ts';
import { readArchive } from './entries.ts';
import {
  ArchiveBombError,
  ArchiveTooLargeError,
  BrokenGzipError,
  BrokenLineError,
  BrokenTarError,
  DuplicateEntryError,
  LineTooLongError,
  TooManyEntriesError,
  UnsafeEntryError,
  UnsafePathError,
} from './errors.ts';
import { defaultArchiveLimits, type ArchiveLimits } from './limits.ts';
import { parseObject, readLines, readWhole } from './lines.ts';

const limitsWith = (changes: Partial<ArchiveLimits>): ArchiveLimits => ({ ...defaultArchiveLimits, ...changes });

/** Reads an archive; returns the lines of each file. */
async function readAll(bytes: Buffer, limits = defaultArchiveLimits): Promise<Record<string, unknown[]>> {
  const files: Record<string, unknown[]> = {};
  for await (const entry of readArchive(Readable.from(piecesOf(bytes)), { limits })) {
    files[entry.path] = [];
    for await (const line of readLines(entry, limits)) files[entry.path]?.push(parseObject(line, limits));
  }
  return files;
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += 1000) yield bytes.subarray(start, start + 1000);
}

const packed = async (...entries: EntryToPack[]): Promise<Buffer> => gzipSync(await buildTar(entries));

describe('an honest archive', () => {
  test('gives its files in order, whatever the names look like', async () => {
    const longName = `tree/${'deep/'.repeat(40)}file-${'x'.repeat(120)}.ndjson`;
    const bytes = await packed(
      { name: './', type: 'directory' },
      { name: './VERSION', content: '{"a":1}' },
      { name: longName, content: '{"a":"ä€😀"}\n\n{"b":2}\r\n' },
      { name: 'tree/empty.ndjson', content: '' },
    );
    const files = await readAll(bytes);
    expect(files).toEqual({ VERSION: [{ a: 1 }], [longName]: [{ a: 'ä€😀' }, { b: 2 }], 'tree/empty.ndjson': [] });
  });

  test('passes over what the reader does not ask for', async () => {
    const bytes = await packed(
      { name: 'skipped.bin', content: Buffer.alloc(300_000, 7) },
      { name: 'read.json', content: '{"a":1}' },
    );
    const read: unknown[] = [];
    for await (const entry of readArchive(Readable.from([bytes]))) {
      read.push(entry.path);
      if (entry.path !== 'read.json') continue;
      read.push(parseObject(await readWhole(entry, defaultArchiveLimits), defaultArchiveLimits));
    }
    expect(read).toEqual(['skipped.bin', 'read.json', { a: 1 }]);
  });

  test('reads GNU long names', async () => {
    const longName = `tree/groups/${'9'.repeat(150)}.json`;
    const gnu = Buffer.concat([
      gnuHeader('././@LongLink', longName.length + 1, 'L'),
      padded(Buffer.from(`${longName}\0`)),
      gnuHeader(longName.slice(0, 99), 2, '0'),
      padded(Buffer.from('{}')),
      Buffer.alloc(1024),
    ]);
    expect(await readAll(gzipSync(gnu))).toEqual({ [longName]: [{}] });
  });

  test('counts lines from one, blank ones included', async () => {
    const bytes = await packed({ name: 'a.ndjson', content: '{}\n\n{}\n' });
    const locations: string[] = [];
    for await (const entry of readArchive(Readable.from([bytes]))) {
      for await (const line of readLines(entry, defaultArchiveLimits)) locations.push(line.location);
    }
    expect(locations).toEqual(['a.ndjson:1', 'a.ndjson:3']);
  });

  test('stops reading, and closes its source, when the loop is left early or aborted', async () => {
    const bytes = await packed({ name: 'a', content: 'x' }, { name: 'b', content: 'x' });
    const source = Readable.from(piecesOf(bytes));
    for await (const entry of readArchive(source)) {
      expect(entry.path).toBe('a');
      break;
    }
    expect(source.destroyed).toBe(true);

    const controller = new AbortController();
    const reading = async (): Promise<void> => {
      for await (const _entry of readArchive(Readable.from(piecesOf(bytes)), { signal: controller.signal })) {
        controller.abort(new Error('stopped'));
      }
    };
    await expect(reading()).rejects.toThrow('stopped');
  });
});

describe('a hostile or broken archive is refused', () => {
  const outside: [string, string][] = [
    ['../evil', 'leads out of the archive'],
    ['tree/../../evil', 'leads out of the archive'],
    ['/etc/passwd', 'has an absolute name'],
    ['C:/windows', 'has an absolute name'],
    ['tree\\..\\evil', 'has a backslash in its name'],
    ['tree//evil', 'has an ambiguous name'],
    ['tree/./evil', 'has an ambiguous name'],
    ['tree/\u0001evil', 'has control characters in its name'],
  ];
  test.each(outside)('name %j', async (name, problem) => {
    const reading = readAll(await packed({ name, content: '{}' }));
    await expect(reading).rejects.toThrow(UnsafePathError);
    await expect(reading).rejects.toThrow(problem);
  });

  const special: [EntryToPack, string][] = [
    [{ name: 'tree/link', type: 'symlink', linkname: '/etc/passwd' }, 'tree/link: is a symbolic link'],
    [{ name: 'tree/link', type: 'link', linkname: 'VERSION' }, 'tree/link: is a hard link'],
    [{ name: 'tree/null', type: 'character-device' }, 'tree/null: is a device'],
    [{ name: 'tree/disk', type: 'block-device' }, 'tree/disk: is a device'],
    [{ name: 'tree/pipe', type: 'fifo' }, 'tree/pipe: is a named pipe'],
  ];
  test.each(special)('entry %j', async (entry, problem) => {
    const reading = readAll(await packed(entry));
    await expect(reading).rejects.toThrow(UnsafeEntryError);
    await expect(reading).rejects.toThrow(problem);
  });

  test('the same entry twice, however it is spelt', async () => {
    const bytes = await packed({ name: './tree/a.json', content: '{}' }, { name: 'tree/a.json', content: '{}' });
    await expect(readAll(bytes)).rejects.toThrow(DuplicateEntryError);
  });

  test('too many entries', async () => {
    const entries = Array.from({ length: 12 }, (_, index) => ({ name: `f${index}`, content: '' }));
    const reading = readAll(await packed(...entries), limitsWith({ entries: 10 }));
    await expect(reading).rejects.toThrow(TooManyEntriesError);
    await expect(reading).rejects.toThrow('f10: is one entry more than the 10 an archive may hold');
  });

  test('a bomb, long before it is unpacked', async () => {
    const bytes = await packed({ name: 'zeros', content: Buffer.alloc(40 * 1024 ** 2) });
    const limits = limitsWith({ ratioFreeBytes: 1024 ** 2 });
    await expect(readAll(bytes, limits)).rejects.toThrow(ArchiveBombError);
    await expect(readAll(bytes, limitsWith({ unpackedBytes: 1024 ** 2 }))).rejects.toThrow(ArchiveTooLargeError);
  });

  test('a header that claims a gigabyte for itself', async () => {
    const bytes = gzipSync(Buffer.concat([gnuHeader('x', 1024 ** 3, 'x'), Buffer.alloc(100_000, 65)]));
    await expect(readAll(bytes)).rejects.toThrow(BrokenTarError);
  });

  test('no gzip, a damaged gzip, a gzip cut off', async () => {
    const bytes = await packed({ name: 'a.ndjson', content: noise(50_000) });
    await expect(readAll(Buffer.from('PK\u0003\u0004 not a gzip at all'))).rejects.toThrow(
      'The file is not a gzip archive',
    );
    await expect(readAll(Buffer.alloc(0))).rejects.toThrow(BrokenGzipError);
    await expect(readAll(bytes.subarray(0, bytes.length - 500))).rejects.toThrow(
      'cut off in the middle of its gzip data',
    );
    const damaged = Buffer.from(bytes);
    damaged.fill(0xff, 20_000, 20_100);
    await expect(readAll(damaged)).rejects.toThrow(/damaged|not valid JSON|not UTF-8/);
    const wrongSum = Buffer.from(bytes);
    wrongSum.fill(0x11, bytes.length - 8, bytes.length - 4);
    await expect(readAll(wrongSum)).rejects.toThrow(BrokenGzipError);
  });

  test('no tar, a damaged tar, a tar cut off in a file or between two', async () => {
    const tar = await buildTar([
      { name: 'a.ndjson', content: '{}\n'.repeat(400) },
      { name: 'b.ndjson', content: '{}' },
    ]);
    await expect(readAll(gzipSync(Buffer.from('just some text '.repeat(100))))).rejects.toThrow(BrokenTarError);
    await expect(readAll(gzipSync(tar.subarray(0, 900)))).rejects.toThrow(BrokenTarError);
    const betweenTwo = 512 + Math.ceil(1200 / 512) * 512;
    await expect(readAll(gzipSync(tar.subarray(0, betweenTwo)))).rejects.toThrow('ends before its end mark');
    const damaged = Buffer.from(tar);
    damaged.fill(0x41, betweenTwo, betweenTwo + 200);
    await expect(readAll(gzipSync(damaged))).rejects.toThrow('The archive is not a tar, or damaged, after a.ndjson');
  });

  const brokenLines: [string, string][] = [
    ['{"a":1}\n{"a":', 'a.ndjson:2: is not valid JSON'],
    ['{"a":1}\nnull', 'a.ndjson:2: is not a JSON object'],
    ['[1]', 'a.ndjson:1: is not a JSON object'],
    ['{"a":"x\\u0000y"}', 'a.ndjson:1: holds a NUL character'],
    ['{"a\\u0000":1}', 'a.ndjson:1: holds a NUL character'],
    ['{"a":"x\\ud83dy"}', 'a.ndjson:1: holds half of a surrogate pair'],
    ['{"\\uDE00":1}', 'a.ndjson:1: holds half of a surrogate pair'],
  ];
  test.each(brokenLines)('line %j', async (content, problem) => {
    const reading = readAll(await packed({ name: 'a.ndjson', content }));
    await expect(reading).rejects.toThrow(BrokenLineError);
    await expect(reading).rejects.toThrow(problem);
  });

  test('a line that is no UTF-8, too long, or made of brackets', async () => {
    const notUtf8 = await packed({ name: 'a.ndjson', content: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]) });
    await expect(readAll(notUtf8)).rejects.toThrow('a.ndjson:1: is not UTF-8');
    const long = await packed({ name: 'a.ndjson', content: `{}\n{"a":"${'x'.repeat(20_000)}"}` });
    await expect(readAll(long, limitsWith({ lineBytes: 10_000 }))).rejects.toThrow(LineTooLongError);
    await expect(readAll(long, limitsWith({ lineBytes: 10_000 }))).rejects.toThrow('a.ndjson:2: is longer than');
    const brackets = await packed({ name: 'a.ndjson', content: `{"a":[${'[],'.repeat(600_000)}[]]}` });
    await expect(readAll(brackets)).rejects.toThrow('a.ndjson:1: holds more than the 500000 objects and lists allowed');
  });

  test('an escaped backslash before u0000 is honest text', async () => {
    const bytes = await packed({ name: 'a.ndjson', content: JSON.stringify({ a: String.raw`\u0000` }) });
    expect(await readAll(bytes)).toEqual({ 'a.ndjson': [{ a: String.raw`\u0000` }] });
    const emoji = await packed({ name: 'a.ndjson', content: String.raw`{"a":"\ud83d\ude00"}` });
    expect(await readAll(emoji)).toEqual({ 'a.ndjson': [{ a: '😀' }] });
  });
});

test('memory stays small while a large file streams through', async () => {
  const line = Buffer.from(`${JSON.stringify({ text: noise(2000) })}\n`);
  const size = line.length * 50_000;
  function* bytes(): Generator<Buffer> {
    yield gnuHeader('big.ndjson', size, '0');
    for (let index = 0; index < 50_000; index += 1) yield line;
    yield Buffer.alloc((512 - (size % 512)) % 512);
    yield Buffer.alloc(1024);
  }
  const source = Readable.from(bytes()).pipe(createGzip({ level: 1 }));
  let lines = 0;
  let peak = 0;
  const before = process.memoryUsage().rss;
  for await (const entry of readArchive(source)) {
    for await (const _line of readLines(entry, defaultArchiveLimits)) {
      lines += 1;
      if (lines % 1000 === 0) peak = Math.max(peak, process.memoryUsage().rss);
    }
  }
  expect(lines).toBe(50_000);
  expect(peak - before).toBeLessThan(150 * 1024 ** 2);
});

/** Deterministic text that gzip cannot compress much. */
function noise(length: number): string {
  let state = 7;
  let text = '';
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += state.toString(36);
  }
  return text.slice(0, length);
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}

function gnuHeader(name: string, size: number, type: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name.slice(0, 99), 0);
  header.write('0000644\0', 100);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write(type, 156);
  header.write('ustar  \0', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
