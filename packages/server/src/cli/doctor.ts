import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { sealedColumns } from '../app/sealed-columns.ts';
import { type Config, describeSettings, readProcessConfig, type Setting } from '../platform/config/config.ts';
import type { LdapConfig } from '../platform/config/identity.ts';
import { ConfigError } from '../platform/config/error.ts';
import { checkDirectory } from '../modules/identity/commands/ldap/directory.ts';
import { checkProvider } from '../modules/identity/commands/provider.ts';
import { missingRepositories } from '../modules/repositories/commands/missing.ts';
import { FileStorage } from '../platform/files/file-storage.ts';
import { connect, type ConnectionTarget } from '../platform/database/connect.ts';
import { pendingMigrations } from '../platform/database/migrate.ts';
import { gitVersion, isGitUsable } from '../platform/git/version.ts';
import { openDatabase } from '../platform/database/embedded/open.ts';
import { messageOf } from '../platform/util/errors.ts';
import { countUnreadable } from '../platform/sealing/rotate.ts';
import { readSecret } from '../platform/secret.ts';
import { openMailbox } from '../modules/mail-in/jobs/mailbox.ts';
import { describeMailbox } from '../modules/mail-in/store.ts';
import { openMailer } from '../platform/mail/mailer.ts';
import { type Command, CommandError, table } from './command.ts';
import { withPostgresStoppedOnSignal } from './signals.ts';

/** Projects that one finding names. */
const MAX_NAMES = 20;
const LITTLE_SPACE = 1_000_000_000;

export const doctor: Command = {
  name: 'doctor',
  details: 'Lists every setting, checks configuration, storage and database, and says how to fix problems.',
  options: {},
  async run() {
    console.log(['Settings', ...table(describeSettings().map(describe)), ''].join('\n'));
    const config = readGoodConfig();
    const findings = [
      config instanceof ConfigError
        ? bad('configuration', config.message)
        : good('configuration', 'all values are valid'),
      good('Node.js', process.versions.node),
      await checkGit(),
      ...(config instanceof ConfigError
        ? []
        : [
            await checkStorage(config),
            await checkBucket(config),
            ...(await checkDatabase(config)),
            await checkMail(config),
            await checkIncomingMail(config),
            ...(await checkSignIn(config)),
          ]),
    ];
    console.log(findings.map(({ isGood, what, verdict }) => `${isGood ? '✓' : '✗'} ${what}: ${verdict}`).join('\n'));
    const count = findings.filter(({ isGood }) => !isGood).length;
    if (count > 0) throw new CommandError(count === 1 ? 'one problem found' : `${count} problems found`);
  },
};

interface Finding {
  isGood: boolean;
  what: string;
  verdict: string;
}

const good = (what: string, verdict: string): Finding => ({ isGood: true, what, verdict });
const bad = (what: string, verdict: string): Finding => ({ isGood: false, what, verdict });

function describe({ name, description, defaultText, value }: Setting): [string, string] {
  return [name, `${value ?? `${defaultText} (default)`}: ${description}`];
}

function readGoodConfig(): Config | ConfigError {
  try {
    return readProcessConfig();
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

async function checkGit(): Promise<Finding> {
  const version = await gitVersion();
  if (version === null)
    return bad('git', 'not found: install Git 2.30 or newer; without it only repositories do not work');
  if (isGitUsable(version)) return good('git', version);
  return bad('git', `${version} is too old: install 2.30 or newer; without it only repositories do not work`);
}

async function checkStorage({ dataDir }: Config): Promise<Finding> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    const gigabytes = `${(free / 1e9).toFixed(1)} GB free`;
    if (free < LITTLE_SPACE)
      return bad('storage', `${dataDir} has only ${gigabytes}: make room, or move MILEPOST_DATA_DIR`);
    return good('storage', `${dataDir}, ${gigabytes}`);
  } catch (error) {
    return bad('storage', `${dataDir} cannot be used (${messageOf(error)}): choose another MILEPOST_DATA_DIR`);
  }
}

/** Stores and reads a small object. */
async function checkBucket({ dataDir, fileStorage }: Config): Promise<Finding> {
  const { s3, main } = new FileStorage(dataDir, fileStorage);
  if (!s3) return good('bucket', 'off: files are in the data folder (MILEPOST_S3_BUCKET is not set)');
  try {
    await s3.checkWriting();
    const verdict = main === s3 ? 'stores new files' : 'is only read (MILEPOST_S3_STORES is nothing)';
    return good('bucket', `${s3.place} ${verdict}`);
  } catch (error) {
    return bad('bucket', `${s3.place} cannot be used (${reasonOf(error)}): see the settings MILEPOST_S3_…`);
  } finally {
    await s3.close();
  }
}

/** Answers without a body have no text. */
function reasonOf(error: unknown): string {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  return status === undefined ? messageOf(error) : `${name ?? 'error'}, status ${status}`;
}

async function checkMail({ stored }: Config): Promise<Finding> {
  const { mail } = stored.read({});
  const mailer = openMailer(mail);
  if (!mail || !mailer) return good('e-mail', 'off: nothing is sent (MILEPOST_SMTP_URL is not set)');
  try {
    await mailer.verify();
    return good('e-mail', `sent by ${new URL(mail.url).hostname} from ${mail.from.address}`);
  } catch (error) {
    return bad('e-mail', `${new URL(mail.url).hostname} rejects mail (${messageOf(error)}): see MILEPOST_SMTP_URL`);
  } finally {
    mailer.close();
  }
}

/** The providers of sign-in. */
async function checkSignIn({ identity: { oidc, ldap } }: Config): Promise<Finding[]> {
  const ofProviders = await Promise.all(
    oidc.map(async (provider) => {
      const what = `OpenID Connect, ${provider.name}`;
      try {
        await checkProvider(provider);
        return good(what, `sign-in at ${new URL(provider.issuer).host}`);
      } catch (error) {
        const variable = `MILEPOST_OIDC_${provider.name.toUpperCase()}_ISSUER`;
        return bad(what, `${new URL(provider.issuer).host} cannot be used (${messageOf(error)}): see ${variable}`);
      }
    }),
  );
  const off = good('OpenID Connect', 'off (MILEPOST_OIDC_PROVIDERS is not set)');
  return [...(oidc.length === 0 ? [off] : ofProviders), await checkLdap(ldap)];
}

async function checkLdap(ldap: LdapConfig | null): Promise<Finding> {
  if (!ldap) return good('LDAP', 'off (MILEPOST_LDAP_URL is not set)');
  const { host } = new URL(ldap.url);
  try {
    await checkDirectory(ldap);
    return good('LDAP', `sign-in through ${host}`);
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    // Directories may refuse without a text.
    const text = reason instanceof Error && /^\s*Code: /.test(reason.message) ? reason.name : messageOf(reason);
    return bad('LDAP', `${host} cannot be used (${text}): see MILEPOST_LDAP_URL and MILEPOST_LDAP_BIND_DN`);
  }
}

async function checkIncomingMail({ incomingMail }: Config): Promise<Finding> {
  if (!incomingMail)
    return good('incoming e-mail', 'off: none is received (MILEPOST_INCOMING_MAIL_ADDRESS is not set)');
  const { source } = incomingMail;
  if (source.by === 'smtp') return good('incoming e-mail', `received on ${source.host}, port ${source.port}`);
  const { hostname } = new URL(source.url);
  try {
    const mailbox = await openMailbox(source);
    await mailbox.logout();
    return good('incoming e-mail', `read from ${hostname}`);
  } catch (error) {
    return bad(
      'incoming e-mail',
      `${hostname} cannot be read (${messageOf(error)}): see MILEPOST_INCOMING_MAIL_IMAP_URL`,
    );
  }
}

/** Secrets in the database are encrypted with a key from MILEPOST_SECRET: another one cannot read them. */
async function checkSecret(config: Config, target: ConnectionTarget): Promise<Finding> {
  const { db, pool } = connect(target, { size: 1 });
  try {
    const unreadable = await countUnreadable({ db, secret: await readSecret(config) }, sealedColumns);
    if (unreadable === 0) return good('secret', 'decrypts the stored secrets');
    return bad('secret', `${unreadable} stored secrets were encrypted with another MILEPOST_SECRET: set that one`);
  } finally {
    await pool.end();
  }
}

/** What the server that reads the mailbox met last. */
async function checkMailbox({ incomingMail }: Config, target: ConnectionTarget): Promise<Finding[]> {
  if (incomingMail?.source.by !== 'imap') return [];
  const { db, pool } = connect(target, { size: 1 });
  try {
    const failure = await describeMailbox(db);
    return failure === null ? [] : [bad('mailbox', failure)];
  } finally {
    await pool.end();
  }
}

/** Folders may be missing after a copy of the database alone. */
async function checkRepositories({ dataDir }: Config, target: ConnectionTarget): Promise<Finding> {
  const { db, pool } = connect(target, { size: 1 });
  try {
    const missing = await missingRepositories(db, dataDir);
    if (missing.length === 0) return good('repositories', 'each one has its folder');
    const names = missing.slice(0, MAX_NAMES).join(', ') + (missing.length > MAX_NAMES ? ', …' : '');
    return bad('repositories', `folders are missing in ${dataDir}/repositories, restore them from a backup: ${names}`);
  } finally {
    await pool.end();
  }
}

async function checkDatabase(config: Config): Promise<Finding[]> {
  try {
    const database = await openDatabase(config);
    return await withPostgresStoppedOnSignal(database, async () => {
      const kind = config.databaseUrl === null ? 'embedded PostgreSQL' : 'PostgreSQL';
      const pending = await pendingMigrations(database.target);
      const verdict =
        pending.length === 0 ? 'up to date' : `${pending.length} to run at the next start, or with "milepost migrate"`;
      return [
        good('database', `${kind}, ${database.location}`),
        good('migrations', verdict),
        ...(pending.length === 0
          ? [
              await checkSecret(config, database.target),
              ...(await checkMailbox(config, database.target)),
              await checkRepositories(config, database.target),
            ]
          : []),
      ];
    });
  } catch (error) {
    return [bad('database', messageOf(error))];
  }
}
