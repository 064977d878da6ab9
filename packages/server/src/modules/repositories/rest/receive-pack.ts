import { createHash } from 'node:crypto';
import type { PassThrough } from 'node:stream';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { onBand, packetLine, FLUSH, PacketReader } from '../../../platform/git/packet-lines.ts';
import type { Git } from '../../../platform/git/git.ts';
import type { GitProcess } from '../../../platform/git/process.ts';
import {
  isDeletion,
  mergedReport,
  readReport,
  type PushHead,
  type PushPart,
  type PushPlan,
  type PushReport,
  type RefUpdate,
} from '../commands/push.ts';

const DATA_BAND = 1;
const SIDE_BAND = 'side-band-64k';
/** Lines about refs, of all parts. */
const MAX_REPORT_BYTES = 32 * 1024 * 1024;

/** A pack without objects: for a part whose objects came with another one. */
const EMPTY_PACK = (() => {
  const header = Buffer.from('5041434b0000000200000000', 'hex');
  return Buffer.concat([header, createHash('sha1').update(header).digest()]);
})();

interface Push {
  git: Git;
  folder: string;
  head: PushHead;
  plan: PushPlan;
  /** The objects, as they arrive. */
  pack: AsyncIterable<Buffer>;
  /** Bytes that the objects may take. */
  maxBytes: number;
  /** The text for objects over the limit. */
  tooLarge: string;
  /** Whether the objects stay in one pack: large ones are not worth unpacking, and slow to pack again for a clone. */
  keepsPack: boolean;
  /** Checks again what may have changed while the objects arrived; the reason to refuse these updates, or null. */
  recheck: (updates: readonly RefUpdate[]) => Promise<string | null>;
  /** Called with each process: a client that goes away ends it. */
  onStart: (process: GitProcess) => void;
}

/**
 * Runs the parts of a push, one after another, and writes one answer. Progress is passed on as it comes. Returns the merged report by
 * ref: null for updated.
 */
export async function receivePack(push: Push, answer: PassThrough): Promise<PushReport> {
  const { head, plan } = push;
  const counted = new Counted(push.pack);
  const reports: PushReport[] = [];
  for (const part of plan.parts) {
    const report = await runPart(push, part, counted, answer);
    reports.push(
      report.unpack !== 'ok' && counted.size > push.maxBytes ? { ...report, unpack: push.tooLarge } : report,
    );
    if (report.unpack !== 'ok') break;
  }
  // A client that still sends would not read the answer.
  await counted.drain(push.maxBytes);
  const lines = mergedReport(head, plan, reports);
  if (head.capabilities.some((each) => each.startsWith('report-status'))) {
    const report = Buffer.concat([...lines.map((line) => packetLine(`${line}\n`)), Buffer.from(FLUSH)]);
    answer.write(hasSideBand(head) ? Buffer.concat([onBand(DATA_BAND, report), Buffer.from(FLUSH)]) : report);
  } else if (hasSideBand(head)) answer.write(FLUSH);
  return readReport(lines);
}

const hasSideBand = ({ capabilities }: PushHead): boolean => capabilities.includes(SIDE_BAND);

async function runPart(push: Push, part: PushPart, counted: Counted, answer: PassThrough): Promise<PushReport> {
  const { git, folder, head } = push;
  let refusal = part.takesPack ? null : await push.recheck(part.updates);
  if (refusal !== null) {
    const reason = refusal;
    return { unpack: 'ok', results: new Map(part.updates.map(({ ref }) => [ref, reason])) };
  }
  const limit = Number.isFinite(push.maxBytes) ? [`receive.maxInputSize=${Math.max(1, push.maxBytes)}`] : [];
  const process = await git.start(['receive-pack', '--stateless-rpc', folder], {
    folder,
    config: [
      ...limit,
      ...(part.isFastForwardOnly ? ['receive.denyNonFastForwards=true'] : []),
      ...(push.keepsPack ? ['receive.unpackLimit=1'] : []),
    ],
  });
  push.onStart(process);
  // Git ends before its input does when it refuses the objects.
  const pack = beforeEnd(counted.read(), async () => {
    refusal = await push.recheck(part.updates);
    // Git drops the objects when they end too early.
    if (refusal !== null) throw new Error(refusal);
  });
  const fed = pipeline(Readable.from(inputOf(head, part, pack)), process.stdin).catch(() => undefined);
  const lines = hasSideBand(head) ? await passOn(process, answer) : await linesOf(process.stdout);
  await fed;
  await process.ended;
  const report = readReport(lines);
  return refusal === null ? report : { ...report, unpack: refusal };
}

/** Passes on a stream and calls `check` before its last chunk. */
async function* beforeEnd(source: AsyncIterable<Buffer>, check: () => Promise<void>): AsyncGenerator<Buffer> {
  let held: Buffer | null = null;
  for await (const chunk of source) {
    if (held) yield held;
    held = chunk;
  }
  await check();
  if (held) yield held;
}

async function* inputOf(
  head: PushHead,
  { updates, takesPack }: PushPart,
  pack: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  for (const oid of head.shallow) yield packetLine(`shallow ${oid}`);
  for (const [index, { before, after, ref }] of updates.entries()) {
    const capabilities = index === 0 ? `\0${head.capabilities.join(' ')}` : '';
    yield packetLine(`${before} ${after} ${ref}${capabilities}`);
  }
  yield Buffer.from(FLUSH);
  if (takesPack) yield* pack;
  else if (!updates.every(isDeletion)) yield EMPTY_PACK;
}

/** Passes on progress and errors; returns the lines of the report. */
async function passOn(process: GitProcess, answer: PassThrough): Promise<string[]> {
  const reader = new PacketReader(process.stdout);
  const report: Buffer[] = [];
  let size = 0;
  for (;;) {
    const line = await reader.next();
    if (line === undefined || line === null) break;
    // An empty line keeps the connection open while git works.
    if (line[0] === DATA_BAND && line.length > 1) {
      size += line.length;
      if (size <= MAX_REPORT_BYTES) report.push(line.subarray(1));
    } else answer.write(packetLine(line));
  }
  process.stdout.resume();
  return linesOf(Readable.from(report));
}

async function linesOf(source: AsyncIterable<Buffer>): Promise<string[]> {
  const reader = new PacketReader(source);
  const lines: string[] = [];
  for (;;) {
    const line = await reader.next();
    if (line === undefined || line === null) return lines;
    lines.push(line.toString('utf8').replace(/\n$/, ''));
  }
}

/** Counts the bytes that consecutive readers take from one stream. */
class Counted {
  size = 0;
  readonly #source: AsyncIterator<Buffer>;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async *read(): AsyncGenerator<Buffer> {
    for (;;) {
      const { done, value } = await this.#source.next();
      if (done) return;
      this.size += value.length;
      yield value;
    }
  }

  /** Reads the rest and drops it. Throws where a client sends far more than it may. */
  async drain(maxBytes: number): Promise<void> {
    for await (const _ of this.read()) {
      if (this.size > 2 * maxBytes + MAX_REPORT_BYTES) throw new Error('The push goes on behind its limit');
    }
  }
}
