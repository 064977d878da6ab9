import { MAX_INVITED_A_DAY, MAX_INVITED_AT_ONCE } from '@milepost/core/accounts/invitations';
import { uploadLimits } from '@milepost/core/files/uploads';
import { type StaticDecode, Type } from 'typebox';
import { isDomainList, isMailUrl, isSender, parseDomains, parseSender } from './formats.ts';
import { choice, integer, MEGABYTE, megabytes, setting } from './setting.ts';

export const DEFAULT_NAME = 'Milepost';
/** A week. */
export const DEFAULT_SESSION_MINUTES = 10_080;

const flag = (description: string, isOn: boolean) =>
  setting(Type.Boolean(), {
    description: `${description}: true or false`,
    default: isOn,
    rule: 'must be true or false',
  });

/** Settings that administrators may also change on a page, where they are stored in the database. The environment wins. */
export const storedSettings = {
  MILEPOST_SMTP_URL: setting(Type.Optional(Type.Refine(Type.String(), isMailUrl)), {
    description: 'mail server for notifications, like smtp://user:password@host:587',
    defaultText: 'no email',
    rule: 'must be like smtp://user:password@mail.example.com:587',
    isSecret: true,
  }),
  MILEPOST_SMTP_FROM: setting(Type.Optional(Type.Decode(Type.Refine(Type.String(), isSender), parseSender)), {
    description: 'sender of e-mail',
    defaultText: 'milepost@HOST',
    rule: 'must be like Milepost <milepost@example.com>',
  }),
  MILEPOST_SIGN_UP: choice(['off', 'on'], { description: 'whether visitors may register: off or on', default: 'off' }),
  MILEPOST_SIGN_UP_APPROVAL: flag('whether an administrator approves registered accounts', true),
  MILEPOST_SIGN_UP_CONFIRM: flag('whether registered accounts confirm their address by mail', true),
  MILEPOST_SIGN_UP_DOMAINS: setting(
    Type.Optional(Type.Decode(Type.Refine(Type.String(), isDomainList), parseDomains)),
    {
      description: 'mail domains that may register, like example.com, *.example.org',
      defaultText: 'any',
      rule: 'must list domains like example.com, *.example.org',
    },
  ),
  MILEPOST_PASSWORD_SIGN_IN: flag('whether people may sign in with the password of their account', true),
  MILEPOST_SESSION_MINUTES: integer({
    description: 'minutes without use after which a session ends',
    minimum: 5,
    maximum: 525_600,
    default: DEFAULT_SESSION_MINUTES,
  }),
  MILEPOST_TOKEN_MAX_DAYS: setting(Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650 })), {
    description: 'days for which a new personal access token may be valid',
    defaultText: 'any number, or without end',
    rule: 'must be a number of days from 1 to 3650',
  }),
  MILEPOST_UPLOAD_LIMIT: megabytes({
    description: 'largest file that may be attached, in MB',
    maximum: 999_999,
    default: uploadLimits.size / MEGABYTE,
  }),
  MILEPOST_INVITATIONS_AT_ONCE: integer({
    description: 'people that one call may invite',
    minimum: 1,
    maximum: 1_000,
    default: MAX_INVITED_AT_ONCE,
  }),
  MILEPOST_INVITATIONS_A_DAY: integer({
    description: 'addresses that one person may invite within a day',
    minimum: 1,
    maximum: 100_000,
    default: MAX_INVITED_A_DAY,
  }),
  MILEPOST_RATE_LIMIT_PER_TOKEN: integer({
    description: 'requests per minute of one token or session; 0 for any number',
    minimum: 0,
    maximum: 10_000_000,
    default: 2_000,
  }),
  MILEPOST_RATE_LIMIT_PER_ADDRESS: integer({
    description: 'requests per minute of one address without token or session; 0 for any number',
    minimum: 0,
    maximum: 10_000_000,
    default: 500,
  }),
  MILEPOST_RATE_LIMIT_SIGN_IN: integer({
    description: 'failed steps of sign-ins per minute of one address; 0 for any number',
    minimum: 0,
    maximum: 10_000_000,
    default: 10,
  }),
  MILEPOST_NAME: setting(Type.String({ minLength: 1, maxLength: 40 }), {
    description: 'name of this installation, at most 40 characters',
    default: DEFAULT_NAME,
    rule: 'must be 1 to 40 characters long',
  }),
};

export type StoredName = keyof typeof storedSettings;

/** The sections of the page, each saved by its own button. */
export const settingSections = {
  sign_up: ['MILEPOST_SIGN_UP', 'MILEPOST_SIGN_UP_APPROVAL', 'MILEPOST_SIGN_UP_CONFIRM', 'MILEPOST_SIGN_UP_DOMAINS'],
  sessions: ['MILEPOST_PASSWORD_SIGN_IN', 'MILEPOST_SESSION_MINUTES', 'MILEPOST_TOKEN_MAX_DAYS'],
  mail: ['MILEPOST_SMTP_URL', 'MILEPOST_SMTP_FROM'],
  limits: ['MILEPOST_UPLOAD_LIMIT', 'MILEPOST_INVITATIONS_AT_ONCE', 'MILEPOST_INVITATIONS_A_DAY'],
  rate_limits: ['MILEPOST_RATE_LIMIT_PER_TOKEN', 'MILEPOST_RATE_LIMIT_PER_ADDRESS', 'MILEPOST_RATE_LIMIT_SIGN_IN'],
  name: ['MILEPOST_NAME'],
} as const satisfies Record<string, readonly StoredName[]>;
export type SettingSection = keyof typeof settingSections;

/** The values of these settings in code. */
export type StoredValues = { [Name in StoredName]: StaticDecode<(typeof storedSettings)[Name]> };
