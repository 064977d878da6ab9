import { createSocket } from 'node:dgram';

export interface NameServer {
  /** `127.0.0.1:PORT`. */
  address: string;
  /** The TXT records by domain; a domain without an entry does not exist. */
  records: Map<string, readonly string[]>;
  close(): Promise<void>;
}

const HEADER_BYTES = 12;
const NAME_MISSING = 3;

/** A name server that answers TXT questions over UDP (RFC 1035). */
export async function startNameServer(): Promise<NameServer> {
  const records = new Map<string, readonly string[]>();
  const socket = createSocket('udp4');
  socket.on('message', (question, { address, port }) => {
    const { name, end } = nameIn(question);
    const texts = records.get(name);
    const header = Buffer.from(question.subarray(0, HEADER_BYTES));
    header.writeUInt16BE(0x8180 | (texts ? 0 : NAME_MISSING), 2);
    header.writeUInt16BE(texts?.length ?? 0, 6);
    header.fill(0, 8);
    // The name, its type and its class.
    const asked = question.subarray(HEADER_BYTES, end + 4);
    socket.send(Buffer.concat([header, asked, ...(texts ?? []).map(answer)]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  return {
    address: `127.0.0.1:${port}`,
    records,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function nameIn(question: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.subarray(at + 1, at + 1 + length).toString());
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** A TXT record of the name asked for, valid for a minute. */
function answer(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head = Buffer.from([0xc0, HEADER_BYTES, 0, 16, 0, 1, 0, 0, 0, 60, 0, bytes.length + 1, bytes.length]);
  return Buffer.concat([head, bytes]);
}
