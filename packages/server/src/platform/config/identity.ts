import { resolve } from 'node:path';
import { ConfigError } from './error.ts';
import { LOOPBACK, oidcSettings } from './identity-settings.ts';
import { parseSetting } from './parse.ts';
import type { SettingSchema } from './setting.ts';

/** An OpenID Connect provider. */
export interface OidcConfig {
  /** In addresses and in stored identities. */
  name: string;
  /** On buttons. */
  label: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  /** The claim whose values role mappings name. */
  groupsClaim: string;
  /** Whether a first sign-in creates an account. */
  createsAccounts: boolean;
  /** Whether a first sign-in is linked to the account with the same verified address. */
  trustsEmail: boolean;
}

/** A directory. */
export interface LdapConfig {
  name: string;
  label: string;
  url: string;
  startTls: boolean;
  /** Null: the certificates of the system. */
  caFile: string | null;
  /** Null: anonymous. */
  bindDn: string | null;
  bindPassword: string;
  base: string;
  groupBase: string;
  /** With `{username}` in the place of the escaped username. */
  userFilter: string;
  usernameAttribute: string;
  createsAccounts: boolean;
  trustsEmail: boolean;
}

/** The providers of sign-in. */
export interface IdentityConfig {
  oidc: readonly OidcConfig[];
  ldap: LdapConfig | null;
}

/** The name of the directory in the API, as in the published examples. */
export const LDAP_PROVIDER = 'ldapmain';

type Read = (name: string) => string | undefined;

/** The settings of one provider, by their whole names. */
export function oidcSettingsOf(name: string): [string, SettingSchema][] {
  return Object.entries<SettingSchema>(oidcSettings).map(([end, schema]) => [variableOf(name, end), schema]);
}

const variableOf = (name: string, end: string): string => `MILEPOST_OIDC_${name.toUpperCase()}_${end}`;

/** The names of the providers, also while other settings are invalid. */
export function oidcNames(read: Read): string[] {
  const names = (read('MILEPOST_OIDC_PROVIDERS') ?? '').split(/[\s,]+/).filter((name) => name !== '');
  return [...new Set(names)].slice(0, 20);
}

/** The OpenID Connect providers. Throws a ConfigError for the first missing or invalid part. */
export function readOidc(read: Read, names: readonly string[]): OidcConfig[] {
  return [...new Set(names)].map((name) => {
    const value = (end: keyof typeof oidcSettings): unknown => {
      const variable = variableOf(name, end);
      const schema = oidcSettings[end] as SettingSchema;
      const given = read(variable);
      if (given !== undefined) return parseSetting(variable, schema, given);
      if (schema.default === undefined && end !== 'LABEL')
        throw new ConfigError(variable, `must be set, because MILEPOST_OIDC_PROVIDERS lists ${name}`);
      return schema.default;
    };
    return {
      name,
      label: (value('LABEL') as string | undefined) ?? name,
      issuer: value('ISSUER') as string,
      clientId: value('CLIENT_ID') as string,
      clientSecret: value('CLIENT_SECRET') as string,
      scopes: value('SCOPES') as string,
      groupsClaim: value('GROUPS_CLAIM') as string,
      createsAccounts: value('CREATE_ACCOUNTS') as boolean,
      trustsEmail: value('TRUST_EMAIL') as boolean,
    };
  });
}

/** The parsed values of `identitySettings`. */
export interface LdapValues {
  MILEPOST_LDAP_URL?: string | undefined;
  MILEPOST_LDAP_STARTTLS?: boolean | undefined;
  MILEPOST_LDAP_CA_FILE?: string | undefined;
  MILEPOST_LDAP_LABEL?: string | undefined;
  MILEPOST_LDAP_BIND_DN?: string | undefined;
  MILEPOST_LDAP_BIND_PASSWORD?: string | undefined;
  MILEPOST_LDAP_BASE?: string | undefined;
  MILEPOST_LDAP_GROUP_BASE?: string | undefined;
  MILEPOST_LDAP_USER_FILTER: string;
  MILEPOST_LDAP_USERNAME_ATTRIBUTE: string;
  MILEPOST_LDAP_CREATE_ACCOUNTS: boolean;
  MILEPOST_LDAP_TRUST_EMAIL: boolean;
}

/** The directory; null for none. Throws a ConfigError for settings that do not go together. */
export function ldapOf(values: LdapValues, workingDir: string): LdapConfig | null {
  const url = values.MILEPOST_LDAP_URL;
  if (url === undefined) return null;
  const base = values.MILEPOST_LDAP_BASE;
  if (base === undefined) throw new ConfigError('MILEPOST_LDAP_BASE', 'must be set, because MILEPOST_LDAP_URL is set');
  const { protocol, hostname } = new URL(url);
  const isHere = LOOPBACK.test(hostname);
  const isPlain = protocol === 'ldap:';
  const startTls = isPlain && (values.MILEPOST_LDAP_STARTTLS ?? !isHere);
  if (isPlain && !isHere && !startTls)
    throw new ConfigError('MILEPOST_LDAP_STARTTLS', 'must be true for an ldap:// address of another machine');
  const bindDn = values.MILEPOST_LDAP_BIND_DN ?? null;
  if (bindDn !== null && values.MILEPOST_LDAP_BIND_PASSWORD === undefined)
    throw new ConfigError('MILEPOST_LDAP_BIND_PASSWORD', 'must be set, because MILEPOST_LDAP_BIND_DN is set');
  const caFile = values.MILEPOST_LDAP_CA_FILE;
  return {
    name: LDAP_PROVIDER,
    label: values.MILEPOST_LDAP_LABEL ?? 'LDAP',
    url,
    startTls,
    caFile: caFile === undefined ? null : resolve(workingDir, caFile),
    bindDn,
    bindPassword: values.MILEPOST_LDAP_BIND_PASSWORD ?? '',
    base,
    groupBase: values.MILEPOST_LDAP_GROUP_BASE ?? base,
    userFilter: values.MILEPOST_LDAP_USER_FILTER,
    usernameAttribute: values.MILEPOST_LDAP_USERNAME_ATTRIBUTE,
    createsAccounts: values.MILEPOST_LDAP_CREATE_ACCOUNTS,
    trustsEmail: values.MILEPOST_LDAP_TRUST_EMAIL,
  };
}
