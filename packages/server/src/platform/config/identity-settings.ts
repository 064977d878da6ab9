import { Type, type TSchema } from 'typebox';
import { setting as named, type SettingOptions, type SettingSchema } from './setting.ts';

/** A setting whose value no error repeats. */
const setting = <Schema extends TSchema>(schema: Schema, options: SettingOptions) =>
  named(schema, { ...options, hidesValue: true });

const flag = (description: string, isOn: boolean) =>
  setting(Type.Boolean(), {
    description: `${description}: true or false`,
    default: isOn,
    rule: 'must be true or false',
  });

const text = (description: string, defaultText: string, rule: string, isSecret = false) =>
  setting(Type.Optional(Type.String({ maxLength: 2_000 })), {
    description,
    defaultText,
    rule,
    ...(isSecret && { isSecret: true as const }),
  });

export const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** `https://`, or `http://` of this machine. */
function isIssuer(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
}

function isLdapUrl(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url !== null && /^ldaps?:$/.test(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname);
}

/** Settings of the providers of sign-in, except those of one OpenID Connect provider. */
export const identitySettings = {
  MILEPOST_OIDC_PROVIDERS: setting(Type.Array(Type.String({ pattern: '^[a-z][a-z0-9_]{0,29}$' }), { maxItems: 20 }), {
    description: 'names of OpenID Connect providers, like corp, google; each has the settings MILEPOST_OIDC_{NAME}_…',
    default: [],
    defaultText: 'none',
    rule: 'must list at most 20 names of lower-case letters, digits and underscores',
  }),
  MILEPOST_LDAP_URL: setting(Type.Optional(Type.Refine(Type.String(), isLdapUrl)), {
    description: 'directory for sign-in, like ldaps://ldap.example.com',
    defaultText: 'no directory',
    rule: 'must be like ldaps://ldap.example.com or ldap://ldap.example.com:389',
  }),
  MILEPOST_LDAP_STARTTLS: setting(Type.Optional(Type.Boolean()), {
    description: 'whether an ldap:// connection is encrypted with StartTLS: true or false',
    defaultText: 'true, except on this machine',
    rule: 'must be true or false',
  }),
  MILEPOST_LDAP_CA_FILE: text(
    'file of certificates (PEM) that the directory is verified with',
    "the system's",
    'must be a file',
  ),
  MILEPOST_LDAP_LABEL: text('name of the directory on the sign-in page', 'LDAP', 'must be a name'),
  MILEPOST_LDAP_BIND_DN: text('entry that searches the directory', 'anonymous', 'must be a distinguished name'),
  MILEPOST_LDAP_BIND_PASSWORD: text('its password', 'none', 'must be a password', true),
  MILEPOST_LDAP_BASE: text('base of people, like ou=people,dc=example,dc=com', 'none', 'must be a distinguished name'),
  MILEPOST_LDAP_GROUP_BASE: text('base of groups', 'MILEPOST_LDAP_BASE', 'must be a distinguished name'),
  MILEPOST_LDAP_USER_FILTER: setting(Type.String({ pattern: '^\\(.*\\{username\\}.*\\)$' }), {
    description: 'filter that finds the entry of a username',
    default: '(uid={username})',
    rule: 'must be a filter in parentheses with {username}',
  }),
  MILEPOST_LDAP_USERNAME_ATTRIBUTE: setting(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9-]*$' }), {
    description: 'attribute that holds the username',
    default: 'uid',
    rule: 'must be the name of an attribute',
  }),
  MILEPOST_LDAP_CREATE_ACCOUNTS: flag('whether a first sign-in through the directory creates an account', true),
  MILEPOST_LDAP_TRUST_EMAIL: flag('whether it signs in to the account with the same mail address instead', false),
};

/** The settings of one provider, after `MILEPOST_OIDC_{NAME}_`. */
export const oidcSettings = {
  ISSUER: setting(Type.Refine(Type.String(), isIssuer), {
    description: 'issuer of the provider, like https://login.example.com',
    defaultText: 'none',
    rule: 'must be like https://login.example.com',
  }),
  CLIENT_ID: setting(Type.String({ minLength: 1 }), {
    description: 'client id that the provider gave',
    defaultText: 'none',
    rule: 'must be a client id',
  }),
  CLIENT_SECRET: setting(Type.String({ minLength: 1 }), {
    description: 'client secret that the provider gave',
    defaultText: 'none',
    rule: 'must be a client secret',
    isSecret: true,
  }),
  LABEL: text('name of the provider on the sign-in page', 'its name', 'must be a name'),
  SCOPES: setting(Type.String({ pattern: '(^| )openid( |$)' }), {
    description: 'requested scopes',
    default: 'openid profile email',
    rule: 'must be scopes with openid among them',
  }),
  GROUPS_CLAIM: setting(Type.String({ minLength: 1 }), {
    description: 'claim whose values role mappings name',
    default: 'groups',
    rule: 'must be the name of a claim',
  }),
  CREATE_ACCOUNTS: flag('whether a first sign-in creates an account', true),
  TRUST_EMAIL: flag('whether it signs in to the account with the same verified address instead', false),
} satisfies Record<string, SettingSchema>;
