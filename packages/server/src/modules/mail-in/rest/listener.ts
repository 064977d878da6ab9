import { SMTPServer } from 'smtp-server';
import type { IncomingMailConfig, SmtpSource } from '../../../platform/config/incoming-mail.ts';
import type { Services } from '../../../platform/context.ts';
import { readIncomingAddress } from '../../../platform/mail/incoming-address.ts';
import { receiveMail } from '../commands.ts';
import { MAX_MAIL_BYTES } from '../commands/read.ts';

/** Each may hold a whole mail in memory. */
const MAX_CLIENTS = 4;
const TIMEOUT_MS = 60_000;

/** What a mail server is answered: a code and a text. */
class SmtpReply extends Error {
  readonly responseCode: number;
  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/**
 * Receives mail from the organization's mail server. A mail is accepted after it was processed; while the database is away the mail
 * server is asked to deliver it later. Resolves when it listens; `close` ends it.
 */
export async function listenForMail(
  services: Services,
  config: IncomingMailConfig & { source: SmtpSource },
  report: (error: unknown) => void,
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = new SMTPServer({
    banner: services.instance.name.replaceAll(/[^\x20-\x7e]/g, ''),
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: MAX_MAIL_BYTES,
    maxClients: MAX_CLIENTS,
    socketTimeout: TIMEOUT_MS,
    closeTimeout: 1_000,
    onRcptTo({ address }, _session, answer) {
      const isOurs = readIncomingAddress(config.address, address) !== null;
      answer(isOurs ? null : new SmtpReply(550, 'No such address'));
    },
    onData(stream, { envelope }, answer) {
      const chunks: Buffer[] = [];
      let size = 0;
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
        // The rest is read, because the answer follows the mail.
        if (size <= MAX_MAIL_BYTES) chunks.push(chunk);
      });
      stream.on('error', answer);
      stream.on('end', () => {
        if (size > MAX_MAIL_BYTES) return answer(new SmtpReply(552, 'The message is too large'));
        const delivered = envelope.rcptTo.map(({ address }) => address);
        receiveMail(services, config, Buffer.concat(chunks), { delivered, report }).then(
          () => answer(null, 'Accepted'),
          (error: unknown) => {
            report(error);
            answer(new SmtpReply(451, 'Try again later'));
          },
        );
      });
    },
  });
  server.on('error', report);
  const { host, port } = config.source;
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
