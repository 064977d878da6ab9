import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Attribute, Change, Client } from 'ldapts';
import type { LdapConfig } from '../../platform/config/identity.ts';
import { makeCertificate } from '../delivery/git-remote.ts';
import { freePort } from '../line.ts';

const run = promisify(execFile);

const SLAPD = '/usr/sbin/slapd';
/** Why tests of the directory cannot run here; null if they can. In CI slapd must be there. */
export const missingDirectory: string | null =
  existsSync(SLAPD) || process.env['CI'] ? null : 'slapd is not installed: install the package slapd';

export const BASE = 'dc=example,dc=com';
export const PEOPLE = `ou=people,${BASE}`;
export const GROUPS = `ou=groups,${BASE}`;
const READER = `cn=reader,${BASE}`;
/** Answers to it have at most one entry, also in pages. */
export const LIMITED_READER = `cn=limited,${BASE}`;
const READER_PASSWORD = 'reader password';
const ADMIN = `cn=admin,${BASE}`;
export const LDAP_PASSWORD = 'a password of the directory';

export const dnOf = (uid: string): string => `uid=${uid},${PEOPLE}`;
export const groupDnOf = (cn: string): string => `cn=${cn},${GROUPS}`;

/** A value that may begin with or contain any character, in LDIF. */
const encoded = (value: string): string => `: ${Buffer.from(value).toString('base64')}`;

/** A person in LDIF. */
export function personLdif(uid: string, more: Readonly<Record<string, string>> = {}): string {
  const values = { cn: `Person ${uid}`, sn: uid, mail: `${uid}@ldap.test`, userPassword: LDAP_PASSWORD, ...more };
  const lines = Object.entries(values).map(([name, value]) => `${name}:${encoded(value)}`);
  return [
    `dn:${encoded(`uid=${escapeDn(uid)},${PEOPLE}`)}`,
    'objectClass: inetOrgPerson',
    `uid:${encoded(uid)}`,
    ...lines,
    '',
  ].join('\n');
}

/** A group in LDIF, with the names of its members. */
export function groupLdif(cn: string, members: readonly string[]): string {
  return [
    `dn: ${groupDnOf(cn)}`,
    'objectClass: groupOfNames',
    `cn: ${cn}`,
    ...members.map((dn) => `member: ${dn}`),
    '',
  ].join('\n');
}

const escapeDn = (value: string): string => value.replaceAll(/[\\,+"<>;=#]/g, (letter) => `\\${letter}`);

export interface DirectoryOptions {
  ldif?: string;
  /** Serves `ldaps://` and StartTLS with a certificate of its own authority. */
  hasTls?: boolean;
}

/** A real slapd on this machine. It answers at most 500 entries at once, more in pages. */
export class Directory {
  readonly port: number;
  readonly tlsPort: number;
  readonly folder: string;
  readonly #hasTls: boolean;
  #process: ChildProcess | null = null;

  private constructor(folder: string, port: number, tlsPort: number, hasTls: boolean) {
    this.folder = folder;
    this.port = port;
    this.tlsPort = tlsPort;
    this.#hasTls = hasTls;
  }

  static async start({ ldif = '', hasTls = false }: DirectoryOptions = {}): Promise<Directory> {
    const folder = await mkdtemp(join(tmpdir(), 'milepost-directory-'));
    const directory = new Directory(folder, await freePort(), await freePort(), hasTls);
    await mkdir(join(folder, 'data'));
    if (hasTls) await makeCertificate(folder);
    await writeFile(join(folder, 'slapd.conf'), configOf(folder, hasTls));
    await writeFile(join(folder, 'entries.ldif'), `${baseLdif}\n${ldif}`);
    await run('/usr/sbin/slapadd', ['-q', '-f', join(folder, 'slapd.conf'), '-l', join(folder, 'entries.ldif')]);
    await directory.resume();
    return directory;
  }

  /** Starts the server again after `halt`, with the same entries. */
  async resume(): Promise<void> {
    const addresses = [
      `ldap://127.0.0.1:${this.port}/`,
      ...(this.#hasTls ? [`ldaps://127.0.0.1:${this.tlsPort}/`] : []),
    ];
    this.#process = spawn(SLAPD, ['-d', '0', '-f', join(this.folder, 'slapd.conf'), '-h', addresses.join(' ')], {
      stdio: 'ignore',
    });
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const client = new Client({ url: addresses[0] ?? '', connectTimeout: 1_000 });
      try {
        await client.bind(READER, READER_PASSWORD);
        return;
      } catch {
        await sleep(50);
      } finally {
        await client.unbind().catch(() => {});
      }
    }
    throw new Error('slapd does not answer');
  }

  /** Ends the server, without its entries. */
  async halt(): Promise<void> {
    const process = this.#process;
    if (!process || process.exitCode !== null) return;
    const ended = new Promise((resolve) => process.once('exit', resolve));
    process.kill('SIGTERM');
    await ended;
  }

  async stop(): Promise<void> {
    await this.halt();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** The settings of this directory. */
  config(more: Partial<LdapConfig> = {}): LdapConfig {
    return {
      name: 'ldapmain',
      label: 'Directory',
      url: `ldap://127.0.0.1:${this.port}`,
      startTls: false,
      caFile: null,
      bindDn: READER,
      bindPassword: READER_PASSWORD,
      base: PEOPLE,
      groupBase: GROUPS,
      userFilter: '(uid={username})',
      usernameAttribute: 'uid',
      createsAccounts: true,
      trustsEmail: false,
      ...more,
    };
  }

  /** The same as variables of the environment. */
  get variables(): Record<string, string> {
    return {
      MILEPOST_LDAP_URL: `ldap://127.0.0.1:${this.port}`,
      MILEPOST_LDAP_LABEL: 'Directory',
      MILEPOST_LDAP_BIND_DN: READER,
      MILEPOST_LDAP_BIND_PASSWORD: READER_PASSWORD,
      MILEPOST_LDAP_BASE: PEOPLE,
      MILEPOST_LDAP_GROUP_BASE: GROUPS,
    };
  }

  /** Changes entries as its administrator. */
  async change(work: (client: Client) => Promise<unknown>): Promise<void> {
    const client = new Client({ url: `ldap://127.0.0.1:${this.port}` });
    try {
      await client.bind(ADMIN, 'admin');
      await work(client);
    } finally {
      await client.unbind();
    }
  }

  async addPerson(uid: string, more: Readonly<Record<string, string>> = {}): Promise<void> {
    const entry = {
      objectClass: 'inetOrgPerson',
      uid,
      cn: `Person ${uid}`,
      sn: uid,
      mail: `${uid}@ldap.test`,
      userPassword: LDAP_PASSWORD,
      ...more,
    };
    await this.change((client) => client.add(`uid=${escapeDn(uid)},${PEOPLE}`, entry));
  }

  /** Disables an account, as in eDirectory. */
  async disable(uid: string): Promise<void> {
    const add = (type: string, value: string): Change =>
      new Change({ operation: 'add', modification: new Attribute({ type, values: [value] }) });
    const changes = [add('objectClass', 'lockable'), add('loginDisabled', 'TRUE')];
    await this.change((client) => client.modify(`uid=${escapeDn(uid)},${PEOPLE}`, changes));
  }

  /** Replaces the members of a group. */
  async setMembers(cn: string, members: string[]): Promise<void> {
    const modification = new Attribute({ type: 'member', values: members });
    await this.change((client) => client.modify(groupDnOf(cn), new Change({ operation: 'replace', modification })));
  }
}

const baseLdif = `dn: ${BASE}
objectClass: dcObject
objectClass: organization
o: Example
dc: example

dn: ${READER}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: reader
userPassword: ${READER_PASSWORD}

dn: ${LIMITED_READER}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: limited
userPassword: ${READER_PASSWORD}

dn: ${PEOPLE}
objectClass: organizationalUnit
ou: people

dn: ${GROUPS}
objectClass: organizationalUnit
ou: groups
`;

function configOf(folder: string, hasTls: boolean): string {
  const tls = `TLSCertificateFile ${folder}/certificate.pem\nTLSCertificateKeyFile ${folder}/key.pem\n`;
  return `include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
include /etc/ldap/schema/nis.schema
attributetype ( 2.16.840.1.113719.1.1.4.1.36 NAME 'loginDisabled' SYNTAX 1.3.6.1.4.1.1466.115.121.1.7 SINGLE-VALUE )
objectclass ( 1.3.6.1.4.1.4203.666.3.1 NAME 'lockable' SUP top AUXILIARY MAY loginDisabled )
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${folder}/slapd.pid
${hasTls ? tls : ''}database mdb
suffix ${BASE}
rootdn ${ADMIN}
rootpw admin
directory ${folder}/data
maxsize 268435456
dbnosync
index objectClass,uid,cn,member eq
limits dn.exact="${LIMITED_READER}" size=1 size.prtotal=1
limits * size.soft=500 size.hard=500 size.pr=500 size.prtotal=unlimited
access to attrs=userPassword by anonymous auth by * none
access to * by users read by * none
`;
}
