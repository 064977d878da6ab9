import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { freePort } from '../line.ts';

const program = '/usr/sbin/dovecot';
const password = 'a-long-test-password';
/** The user nobody of Debian: mailboxes must not belong to root. */
const NOBODY = 65_534;

/** Whether a real IMAP server can run here: Dovecot starts its processes under several accounts, which only root may do. */
export const canServeImap = existsSync(program) && process.getuid?.() === 0;

export interface ImapServer {
  url: string;
  start(): Promise<void>;
  /** Ends the server; its mailboxes stay. */
  stop(): Promise<void>;
  /** Puts a mail into the mailbox, as a delivery does. */
  append(mail: string): Promise<void>;
  unseen(): Promise<number>;
  remove(): Promise<void>;
}

/** A real IMAP server with one mailbox, on a free local port. */
export async function imapServer(): Promise<ImapServer> {
  const folder = await mkdtemp(join(tmpdir(), 'milepost-imap-'));
  const port = await freePort();
  await mkdir(join(folder, 'mail'));
  await chown(join(folder, 'mail'), NOBODY, NOBODY);
  const config = join(folder, 'dovecot.conf');
  await writeFile(
    config,
    `protocols = imap
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
default_login_user = nobody
default_internal_user = nobody
default_internal_group = nogroup
mail_location = maildir:${folder}/mail/%u
first_valid_uid = 1
service imap-login {
  chroot =
  inet_listener imap {
    address = 127.0.0.1
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${NOBODY} gid=${NOBODY} home=${folder}/mail/%u
}
`,
  );
  // Its processes run as nobody and must reach their sockets.
  await chown(folder, NOBODY, NOBODY);
  let running: ChildProcess | null = null;

  async function withClient<Result>(work: (client: ImapFlow) => Promise<Result>): Promise<Result> {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port,
      secure: false,
      auth: { user: 'plan', pass: password },
      logger: false,
    });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.logout();
    }
  }

  async function stop(): Promise<void> {
    const child = running;
    running = null;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => void child.once('exit', resolve));
    // The whole group: otherwise the processes of open connections notice only after some seconds.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }

  return {
    url: `imap://plan:${password}@127.0.0.1:${port}/INBOX`,
    async start() {
      running = spawn(program, ['-F', '-c', config], { stdio: 'ignore', detached: true });
      await untilListening(port);
    },
    stop,
    append: (mail) =>
      withClient(async (client) => void (await client.append('INBOX', mail.replaceAll(/\r?\n/g, '\r\n')))),
    unseen: () =>
      withClient(async (client) => {
        const status = await client.status('INBOX', { unseen: true });
        return (status && status.unseen) || 0;
      }),
    async remove() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The IMAP server does not listen');
}
