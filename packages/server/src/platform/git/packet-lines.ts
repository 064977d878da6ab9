/** The longest line of the protocol, its length of four digits included. */
const MAX_PACKET = 65_520;
/** The most data on a side band: the length and the number of the band take five bytes. */
const MAX_BAND = MAX_PACKET - 5;

export const FLUSH = '0000';

/** A line with its length before it, as git's protocol has it. */
export function packetLine(data: string | Buffer): Buffer {
  const bytes = Buffer.from(data);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
}

/** Data on a side band, in as many lines as it needs. */
export function onBand(band: number, data: Buffer): Buffer {
  const lines: Buffer[] = [];
  for (let at = 0; at < data.length; at += MAX_BAND) {
    lines.push(packetLine(Buffer.concat([Buffer.from([band]), data.subarray(at, at + MAX_BAND)])));
  }
  return Buffer.concat(lines);
}

export class PacketError extends Error {
  override name = 'PacketError';
}

/** Splits a stream into packet lines, whatever the sizes of its chunks. */
export class PacketReader {
  #rest: Buffer = Buffer.alloc(0);
  readonly #source: AsyncIterator<Buffer>;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The next line; null for a flush, undefined at the end of the stream. Throws PacketError. */
  async next(): Promise<Buffer | null | undefined> {
    if (!(await this.#fill(4))) {
      if (this.#rest.length > 0) throw new PacketError('The stream ends within a line');
      return undefined;
    }
    const digits = this.#rest.toString('latin1', 0, 4);
    if (!/^[0-9a-f]{4}$/i.test(digits)) throw new PacketError('This is not the length of a line');
    const length = Number.parseInt(digits, 16);
    if (length < 4) {
      if (length !== 0) throw new PacketError('Unexpected delimiter');
      this.#take(4);
      return null;
    }
    if (length > MAX_PACKET || !(await this.#fill(length))) throw new PacketError('The stream ends within a line');
    return this.#take(length).subarray(4);
  }

  /** Everything behind the lines read so far. */
  async *remaining(): AsyncGenerator<Buffer> {
    if (this.#rest.length > 0) yield this.#take(this.#rest.length);
    for (;;) {
      const { done, value } = await this.#source.next();
      if (done) return;
      yield value;
    }
  }

  async #fill(length: number): Promise<boolean> {
    if (this.#rest.length >= length) return true;
    const chunks = [this.#rest];
    let size = this.#rest.length;
    while (size < length) {
      const { done, value } = await this.#source.next();
      if (done) break;
      chunks.push(value);
      size += value.length;
    }
    this.#rest = Buffer.concat(chunks);
    return size >= length;
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }
}
