import { SMTPServer } from 'smtp-server';

/** One received SMTP message. */
export interface ReceivedMail {
  to: string[];
  /** Headers and body as they were sent. */
  source: string;
  headers: Readonly<Record<string, string>>;
}

export interface MailServer {
  url: string;
  received: ReceivedMail[];
  /** The answer to the next messages: an SMTP code, or null to accept them. */
  answer: number | null;
  stop(): Promise<void>;
}

/** A real mail server on a free local port, which stores its messages. */
export async function startMailServer(onMail: (mail: ReceivedMail) => void = () => {}): Promise<MailServer> {
  const mail: MailServer = { url: '', received: [], answer: null, stop: async () => {} };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        if (mail.answer !== null) return done(Object.assign(new Error('Not now'), { responseCode: mail.answer }));
        const source = Buffer.concat(pieces).toString();
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const taken = { to, source, headers: headersOf(source) };
        mail.received.push(taken);
        onMail(taken);
        return done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  mail.url = `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  mail.stop = () => new Promise((resolve) => server.close(() => resolve()));
  return mail;
}

/** Headers by lower-case name, with folded lines joined. */
function headersOf(source: string): Record<string, string> {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  return Object.fromEntries(
    head.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
}

/** The decoded text of a message, both parts one after another. */
export function bodyOf({ source }: ReceivedMail): string {
  const body = source.slice(source.indexOf('\r\n\r\n') + 4).replaceAll(/=\r\n/g, '');
  const bytes = body.replaceAll(/=([0-9A-F]{2})/g, (_whole, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
