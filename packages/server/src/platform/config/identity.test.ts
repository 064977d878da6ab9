import { expect, test } from 'vitest';
import { describeSettings, type Environment, readConfig } from './config.ts';
import { ConfigError } from './error.ts';

const identityOf = (env: Environment) => readConfig(env, '/srv/milepost').identity;

const corp = {
  MILEPOST_OIDC_PROVIDERS: 'corp',
  MILEPOST_OIDC_CORP_ISSUER: 'https://login.example.com',
  MILEPOST_OIDC_CORP_CLIENT_ID: 'milepost',
  MILEPOST_OIDC_CORP_CLIENT_SECRET: 'hunter2hunter2',
};
const ldap = { MILEPOST_LDAP_URL: 'ldaps://ldap.example.com', MILEPOST_LDAP_BASE: 'dc=example,dc=com' };

test('OG-OI-01: several providers are configured by name; a missing part stops the start with one line that names it', () => {
  expect(identityOf({})).toEqual({ oidc: [], ldap: null });
  const other = {
    MILEPOST_OIDC_PROVIDERS: 'corp, other_one',
    MILEPOST_OIDC_OTHER_ONE_ISSUER: 'http://127.0.0.1:9000',
    MILEPOST_OIDC_OTHER_ONE_CLIENT_ID: 'x',
    MILEPOST_OIDC_OTHER_ONE_CLIENT_SECRET: 'y',
    MILEPOST_OIDC_OTHER_ONE_LABEL: 'Other',
    MILEPOST_OIDC_OTHER_ONE_CREATE_ACCOUNTS: 'false',
  };
  expect(identityOf({ ...corp, ...other }).oidc).toMatchObject([
    { name: 'corp', label: 'corp', issuer: 'https://login.example.com', createsAccounts: true, trustsEmail: false },
    { name: 'other_one', label: 'Other', clientId: 'x', clientSecret: 'y', createsAccounts: false },
  ]);
  for (const part of ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'])
    expect(() => identityOf({ ...corp, [`MILEPOST_OIDC_CORP_${part}`]: '' })).toThrow(
      new ConfigError(`MILEPOST_OIDC_CORP_${part}`, 'must be set, because MILEPOST_OIDC_PROVIDERS lists corp'),
    );
});

test('OG-LD-01: a directory on another machine needs TLS or StartTLS', () => {
  expect(identityOf(ldap).ldap).toMatchObject({ url: 'ldaps://ldap.example.com', startTls: false, label: 'LDAP' });
  const plain = { ...ldap, MILEPOST_LDAP_URL: 'ldap://ldap.example.com' };
  expect(identityOf(plain).ldap).toMatchObject({ startTls: true });
  expect(() => identityOf({ ...plain, MILEPOST_LDAP_STARTTLS: 'false' })).toThrow(
    /^MILEPOST_LDAP_STARTTLS must be true/,
  );
  for (const host of ['localhost', '127.0.0.1:389', '[::1]'])
    expect(identityOf({ ...ldap, MILEPOST_LDAP_URL: `ldap://${host}` }).ldap).toMatchObject({ startTls: false });
});

test('OG-ER-02: a wrong value stops the start with one line that names the setting and not its value', () => {
  const wrong: Environment[] = [
    { ...corp, MILEPOST_OIDC_PROVIDERS: 'Corp!wrong-value' },
    { ...corp, MILEPOST_OIDC_CORP_ISSUER: 'http://wrong-value.example' },
    { ...corp, MILEPOST_OIDC_CORP_SCOPES: 'wrong-value' },
    { ...corp, MILEPOST_OIDC_CORP_CREATE_ACCOUNTS: 'wrong-value' },
    { ...corp, MILEPOST_OIDC_CORP_TRUST_EMAIL: 'wrong-value' },
    { ...ldap, MILEPOST_LDAP_URL: 'https://wrong-value' },
    { ...ldap, MILEPOST_LDAP_USER_FILTER: '(uid=wrong-value)' },
    { ...ldap, MILEPOST_LDAP_USERNAME_ATTRIBUTE: '(wrong-value' },
    { ...ldap, MILEPOST_LDAP_STARTTLS: 'wrong-value' },
    { ...ldap, MILEPOST_LDAP_CREATE_ACCOUNTS: 'wrong-value' },
    { ...ldap, MILEPOST_LDAP_TRUST_EMAIL: 'wrong-value' },
    { ...ldap, MILEPOST_LDAP_BASE: '' },
    { ...ldap, MILEPOST_LDAP_BIND_DN: 'cn=wrong-value' },
    { MILEPOST_PASSWORD_SIGN_IN: 'perhaps' },
  ];
  for (const env of wrong) {
    const names = Object.keys(env).join('|');
    let message = '';
    try {
      readConfig(env, '/').stored.read({});
    } catch (error) {
      if (error instanceof ConfigError) ({ message } = error);
    }
    expect(message).toMatch(new RegExp(`^(?:${names}|MILEPOST_LDAP_BIND_PASSWORD) (?!.*wrong-value)[^\\n]+$`));
  }
});

test('the list of settings has those of each provider and hides their secrets', () => {
  const listed = describeSettings({ ...corp, ...ldap, MILEPOST_LDAP_BIND_PASSWORD: 'hunter2' });
  expect(listed.find(({ name }) => name === 'MILEPOST_OIDC_CORP_ISSUER')?.value).toBe('https://login.example.com');
  expect(listed.find(({ name }) => name === 'MILEPOST_OIDC_CORP_GROUPS_CLAIM')?.defaultText).toBe('groups');
  expect(JSON.stringify(listed)).not.toContain('hunter2');
});
