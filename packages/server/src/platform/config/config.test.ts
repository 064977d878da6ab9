import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeSettings, type Environment, readConfig, withPort } from './config.ts';
import { ConfigError } from './error.ts';

const from = (env: Environment) => readConfig(env, '/srv/milepost');

describe('settings', () => {
  test('an empty environment is enough', () => {
    const config = from({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      url: 'http://127.0.0.1:3000',
      databaseUrl: null,
      secret: null,
      logLevel: 'info',
      firstWeekday: 0,
      calendarMonths: 1,
    });
    expect(isAbsolute(config.dataDir)).toBe(true);
    expect(config.dataDir).toMatch(/[\\/]data$/);
  });

  test('an empty value means not set', () => {
    expect(from({ MILEPOST_PORT: '', MILEPOST_URL: ' ', DATABASE_URL: '' })).toMatchObject({
      port: 3000,
      databaseUrl: null,
    });
  });

  test('links begin with an address a browser can open', () => {
    expect(from({ MILEPOST_HOST: '0.0.0.0', MILEPOST_PORT: '8080' }).url).toBe('http://localhost:8080');
    expect(from({ MILEPOST_HOST: '::1' }).url).toBe('http://[::1]:3000');
    expect(from({ MILEPOST_URL: 'https://plan.example.com/' }).url).toBe('https://plan.example.com');
  });

  test('links follow another port, unless their beginning was chosen', () => {
    expect(withPort(from({}), 4321)).toMatchObject({ port: 4321, url: 'http://127.0.0.1:4321' });
    expect(withPort(from({ MILEPOST_URL: 'https://plan.example.com' }), 4321).url).toBe('https://plan.example.com');
  });

  test('DP-IN-17: weeks begin on the configured day, by default on Sunday', () => {
    expect(from({}).firstWeekday).toBe(0);
    expect(from({ MILEPOST_FIRST_WEEKDAY: 'Monday' }).firstWeekday).toBe(1);
    expect(from({ MILEPOST_FIRST_WEEKDAY: 'saturday' }).firstWeekday).toBe(6);
  });

  test('a roadmap warns from a thousand epics on, or from the configured number', () => {
    expect(from({}).stored.read({}).uploadLimit).toBe(256 * 1024 * 1024);
    expect(from({ MILEPOST_UPLOAD_LIMIT: '5' }).stored.read({}).uploadLimit).toBe(5 * 1024 * 1024);
    expect(from({}).uploadMaxFiles).toBeNull();
    expect(from({ MILEPOST_CALENDAR_MONTHS: '9' }).calendarMonths).toBe(9);
    expect(from({ MILEPOST_UPLOAD_MAX_FILES: '3' }).uploadMaxFiles).toBe(3);
    expect(from({}).roadmapEpicsLimit).toBe(1000);
    expect(from({ MILEPOST_ROADMAP_EPICS_LIMIT: '250' }).roadmapEpicsLimit).toBe(250);
  });

  test('LB-BT-06 and LB-CR-09: the colors offered for labels are configurable, with about twenty by default', () => {
    expect(from({}).labelColors).toHaveLength(21);
    expect(from({}).labelColors[0]).toEqual({ color: '#1068bf', name: 'Blue' });
    expect(from({ MILEPOST_LABEL_COLORS: '#123456 Deep sea, #abc' }).labelColors).toEqual([
      { color: '#123456', name: 'Deep sea' },
      { color: '#abc', name: '#abc' },
    ]);
  });

  test('the keys of Stripe are set together, and secret', () => {
    const keys = {
      MILEPOST_STRIPE_SECRET_KEY: 'sk_live_abcdefgh',
      MILEPOST_STRIPE_PUBLISHABLE_KEY: 'pk_live_abcdefgh',
      MILEPOST_STRIPE_WEBHOOK_SECRET: 'whsec_abcdefgh',
    };
    expect(from({}).stripe).toBeNull();
    expect(from(keys).stripe).toEqual({
      secretKey: 'sk_live_abcdefgh',
      publishableKey: 'pk_live_abcdefgh',
      webhookSecret: 'whsec_abcdefgh',
      url: 'https://api.stripe.com',
      timeoutMs: 10_000,
    });
    for (const name of Object.keys(keys))
      expect(() => from({ ...keys, [name]: '' })).toThrow(`${name} is required with the other keys of Stripe`);
    const swapped = { ...keys, MILEPOST_STRIPE_PUBLISHABLE_KEY: 'sk_live_abcdefgh' };
    expect(() => from(swapped)).toThrow(/^MILEPOST_STRIPE_PUBLISHABLE_KEY must begin with pk_$/);
    const shown = describeSettings(keys).filter(({ name }) => name in keys);
    expect(shown.map(({ value }) => value)).toEqual(['(set)', '(set)', '(set)']);
  });

  test('name servers are addresses with or without a port', () => {
    const servers = ['10.0.0.2', '10.0.0.3:5353', '[2001:db8::1]:53', '2001:db8::2'];
    expect(from({ MILEPOST_NAME_SERVERS: servers.join(', ') }).nameServers).toEqual(servers);
    for (const wrong of ['ns.example.com', '10.0.0.2:0', '10.0.0', '[10.0.0.2]'])
      expect(() => from({ MILEPOST_NAME_SERVERS: wrong })).toThrow('MILEPOST_NAME_SERVERS must list addresses');
  });

  test('a relative data folder is meant from the working folder', () => {
    expect(from({ MILEPOST_DATA_DIR: 'store' }).dataDir).toBe('/srv/milepost/store');
  });

  test('trusted proxies are addresses, ranges and named ranges', () => {
    expect(from({}).trustedProxies).toEqual([]);
    expect(from({ MILEPOST_TRUSTED_PROXIES: '10.0.0.5, 10.1.0.0/16 fd00::/8,loopback' }).trustedProxies).toEqual([
      '10.0.0.5',
      '10.1.0.0/16',
      'fd00::/8',
      'loopback',
    ]);
  });

  test('limits have defaults, and each can be set or turned off', () => {
    expect(from({}).limits).toMatchObject({ requestsPerToken: 2_000, requestsPerAddress: 500, bodyTimeoutMs: 60_000 });
    const limits = from({ MILEPOST_RATE_LIMIT_PER_ADDRESS: '0', MILEPOST_REQUEST_TIMEOUT: '5' }).limits;
    expect(limits).toMatchObject({ requestsPerAddress: 0, bodyTimeoutMs: 5_000 });
  });

  test.each([
    ['MILEPOST_GRAPHQL_MAX_ALIASES', '0', 'MILEPOST_GRAPHQL_MAX_ALIASES must be a number from 1 to 10000, not "0"'],
    ['MILEPOST_PORT', '70000', 'MILEPOST_PORT must be a port from 0 to 65535, not "70000"'],
    ['MILEPOST_PORT', '-1', 'MILEPOST_PORT must be a port from 0 to 65535, not "-1"'],
    ['MILEPOST_HOST', 'http://x', 'MILEPOST_HOST must be a host name or address, not "http://x"'],
    [
      'MILEPOST_URL',
      'plan.example.com',
      'MILEPOST_URL must be like https://plan.example.com, without a path, not "plan.example.com"',
    ],
    [
      'MILEPOST_URL',
      'https://a.example/plan',
      'MILEPOST_URL must be like https://plan.example.com, without a path, not "https://a.example/plan"',
    ],
    [
      'MILEPOST_LOG_LEVEL',
      'loud',
      'MILEPOST_LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud"',
    ],
    [
      'MILEPOST_FIRST_WEEKDAY',
      'funday',
      'MILEPOST_FIRST_WEEKDAY must be one of sunday, monday, tuesday, wednesday, thursday, friday, saturday, not "funday"',
    ],
    ['MILEPOST_CALENDAR_MONTHS', '0', 'MILEPOST_CALENDAR_MONTHS must be a number from 1, not "0"'],
    ['MILEPOST_UPLOAD_MAX_FILES', 'few', 'MILEPOST_UPLOAD_MAX_FILES must be a number from 1 to 9999, not "few"'],
    ['MILEPOST_UPLOAD_LIMIT', '0', 'MILEPOST_UPLOAD_LIMIT must be a number of MB from 1, not "0"'],
    ['MILEPOST_ROADMAP_EPICS_LIMIT', 'many', 'MILEPOST_ROADMAP_EPICS_LIMIT must be a number from 1, not "many"'],
    ['MILEPOST_LABEL_COLORS', 'red', 'MILEPOST_LABEL_COLORS must be like "#1068bf Blue, #217645 Green", not "red"'],
    [
      'MILEPOST_TRUSTED_PROXIES',
      '10.0.0.5, proxy.example.com',
      'MILEPOST_TRUSTED_PROXIES must list addresses or ranges like 10.0.0.5, 10.1.0.0/16, loopback, not "proxy.example.com"',
    ],
    [
      'MILEPOST_TRUSTED_PROXIES',
      '0.0.0.0/0',
      'MILEPOST_TRUSTED_PROXIES must list addresses or ranges like 10.0.0.5, 10.1.0.0/16, loopback, not "0.0.0.0/0"',
    ],
    ['MILEPOST_METRICS_TOKEN', 'short', 'MILEPOST_METRICS_TOKEN must be at least 16 characters long, without spaces'],
    ['MILEPOST_REMOTE_IMAGES', 'never', 'MILEPOST_REMOTE_IMAGES must be one of allow, proxy, link, not "never"'],
    ['MILEPOST_REMOTE_IMAGES_LIMIT', '0', 'MILEPOST_REMOTE_IMAGES_LIMIT must be a number of MB from 1, not "0"'],
    ['MILEPOST_SECRET', 'short', 'MILEPOST_SECRET must be at least 32 characters long'],
  ])('%s=%s stops the start with one line that names it', (name, value, message) => {
    expect(() => from({ [name]: value })).toThrow(new ConfigError(name, message.slice(name.length + 1)));
  });

  test('OG-ML-02: incoming mail needs an address with the key, and a mailbox or a port', () => {
    const MILEPOST_INCOMING_MAIL_ADDRESS = 'in+%{key}@plan.example.com';
    const MILEPOST_INCOMING_MAIL_IMAP_URL = 'imaps://user:hunter2@mail.example.com/INBOX';
    const address = { MILEPOST_INCOMING_MAIL_ADDRESS };
    expect(from({}).incomingMail).toBeNull();
    expect(from({ ...address, MILEPOST_INCOMING_MAIL_IMAP_URL }).incomingMail).toEqual({
      address: MILEPOST_INCOMING_MAIL_ADDRESS,
      source: { by: 'imap', url: MILEPOST_INCOMING_MAIL_IMAP_URL },
    });
    expect(from({ ...address, MILEPOST_INCOMING_MAIL_SMTP_PORT: '2525' }).incomingMail?.source).toEqual({
      by: 'smtp',
      host: '127.0.0.1',
      port: 2_525,
    });
    expect(() => from(address)).toThrow(
      'MILEPOST_INCOMING_MAIL_IMAP_URL is missing, or MILEPOST_INCOMING_MAIL_SMTP_PORT',
    );
    expect(() => from({ MILEPOST_INCOMING_MAIL_IMAP_URL })).toThrow('MILEPOST_INCOMING_MAIL_ADDRESS is missing');
    expect(() => from({ MILEPOST_INCOMING_MAIL_ADDRESS: 'in@plan.example.com' })).toThrow(
      'MILEPOST_INCOMING_MAIL_ADDRESS must be like in+%{key}@plan.example.com',
    );
    expect(() => from({ ...address, MILEPOST_INCOMING_MAIL_IMAP_URL: 'http://user:hunter2@mail' })).toThrow(
      /^MILEPOST_INCOMING_MAIL_IMAP_URL must be like imaps(?!.*hunter2)/,
    );
  });

  test('a wrong DATABASE_URL is never repeated: it may hold a password', () => {
    expect(() => from({ DATABASE_URL: 'mysql://ada:hunter2@db/milepost' })).toThrow(
      /^DATABASE_URL must be like (?!.*hunter2)/,
    );
  });

  test('e-mail is off until a mail server is named; whom it comes from follows the address of the site', () => {
    expect(from({}).stored.read({}).mail).toBeNull();
    const server = { MILEPOST_SMTP_URL: 'smtp://mail.example.com:2525', MILEPOST_URL: 'https://plan.example.com' };
    expect(from(server).stored.read({}).mail).toEqual({
      url: 'smtp://mail.example.com:2525',
      from: { name: 'Milepost', address: 'milepost@plan.example.com' },
    });
    const named = from({ ...server, MILEPOST_SMTP_FROM: '"Plan, at home" <plan@example.com>' }).stored.read({}).mail;
    expect(named?.from).toEqual({ name: 'Plan, at home', address: 'plan@example.com' });
    expect(from({ ...server, MILEPOST_SMTP_FROM: 'plan@example.com' }).stored.read({}).mail?.from.address).toBe(
      'plan@example.com',
    );
    expect(() => from({ MILEPOST_SMTP_FROM: 'plan' })).toThrow(/^MILEPOST_SMTP_FROM must be like/);
    expect(() => from({ MILEPOST_SMTP_URL: 'mail.example.com ada:hunter2' })).toThrow(
      /^MILEPOST_SMTP_URL must be like (?!.*hunter2)/,
    );
  });

  test('the list of settings hides secrets', () => {
    const listed = describeSettings({ DATABASE_URL: 'postgres://ada:hunter2@db/milepost', MILEPOST_PORT: '8080' });
    expect(listed.find(({ name }) => name === 'DATABASE_URL')?.value).toBe('(set)');
    expect(listed.find(({ name }) => name === 'MILEPOST_PORT')?.value).toBe('8080');
    expect(listed.find(({ name }) => name === 'MILEPOST_HOST')?.value).toBeNull();
  });

  test('the guide lists every setting with the default and the description of its schema', () => {
    const guide = readFileSync(join(import.meta.dirname, '../../../../../docs/guide/running.md'), 'utf8');
    const rows = guide.split('\n').filter((line) => /^\| `(?:MILEPOST_|OTEL_|DATABASE_URL)/.test(line));
    expect(rows).toEqual(
      describeSettings({}).map(
        ({ name, defaultText, description }) => `| \`${name}\` | ${defaultText} | ${description} |`,
      ),
    );
  });

  test('OG-BK-01: MILEPOST_BACKUP_SCHEDULE takes five cron fields; seven archives stay by default', () => {
    expect(readConfig({}, '/srv').backups).toEqual({
      schedule: null,
      folder: expect.stringMatching(/backups$/) as string,
      keep: 7,
      isFolderSet: false,
      passphrase: null,
    });
    const set = {
      MILEPOST_BACKUP_SCHEDULE: '*/30 2,14 * * 1-5',
      MILEPOST_BACKUP_DIR: 'archives',
      MILEPOST_BACKUP_KEEP: '3',
    };
    expect(readConfig(set, '/srv').backups).toMatchObject({
      schedule: '*/30 2,14 * * 1-5',
      folder: '/srv/archives',
      keep: 3,
    });
    for (const schedule of ['daily', '0 25 * * *', '0 2 * *', '0 0 2 * * *'])
      expect(() => readConfig({ MILEPOST_BACKUP_SCHEDULE: schedule }, '/srv')).toThrow(
        `MILEPOST_BACKUP_SCHEDULE must be five cron fields, like 0 2 * * *, not "${schedule}"`,
      );
  });
});
