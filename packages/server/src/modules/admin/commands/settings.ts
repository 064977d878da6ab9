import { escapeHtml } from '../../../platform/markdown/html.ts';
import { mailPage } from '../../../platform/outbox/mail-page.ts';
import { ValidationError } from '@milepost/core/errors';
import { ConfigError } from '../../../platform/config/error.ts';
import { parseSetting } from '../../../platform/config/parse.ts';
import type { SettingSchema } from '../../../platform/config/setting.ts';
import {
  settingSections,
  storedSettings,
  type SettingSection,
  type StoredName,
} from '../../../platform/config/stored.ts';
import { recordAudit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { applyStored } from '../../../platform/instance/follow.ts';
import { readStored, writeStored } from '../../../platform/instance/store.ts';
import { openMailer, reasonOfMailError } from '../../../platform/mail/mailer.ts';
import { userById } from '../../users/store.ts';
import { requireAdministrator } from '../policy.ts';

export interface ShownSetting {
  name: StoredName;
  description: string;
  defaultText: string;
  /** The stored text; null for none, and for secrets. */
  value: string | null;
  /** A secret is stored. */
  isSet: boolean;
  isSecret: boolean;
  /** The environment sets it: the stored value has no effect. */
  isFixed: boolean;
}

const schemaOf = (name: StoredName): SettingSchema => storedSettings[name];

/** The settings by section, without the values of secrets. */
export async function shownSettings(ctx: Context): Promise<Record<SettingSection, ShownSetting[]>> {
  requireAdministrator(ctx.viewer);
  const { secret, stored } = ctx.services;
  const texts = await readStored(ctx.db, secret);
  const show = (name: StoredName): ShownSetting => {
    const schema = schemaOf(name);
    const isSecret = schema.isSecret === true;
    return {
      name,
      description: schema.description,
      defaultText: schema.defaultText ?? String(schema.default),
      value: isSecret ? null : (texts[name] ?? null),
      isSet: texts[name] !== undefined,
      isSecret,
      isFixed: stored.fixed.has(name),
    };
  };
  const sections = Object.entries(settingSections).map(([section, names]) => [section, names.map(show)] as const);
  return Object.fromEntries(sections) as Record<SettingSection, ShownSetting[]>;
}

/**
 * Stores the settings of a section. This process applies them at once, others when they reload. An empty text restores the default; a
 * setting that the environment overrides keeps its stored value. Throws ValidationError with problems by setting name.
 */
export async function saveSettings(
  ctx: Context,
  section: SettingSection,
  texts: Readonly<Partial<Record<StoredName, string>>>,
): Promise<void> {
  requireAdministrator(ctx.viewer);
  const { secret, stored } = ctx.services;
  const names: readonly StoredName[] = settingSections[section];
  const given = names.filter((name) => texts[name] !== undefined && !stored.fixed.has(name));
  const problems: Record<string, string[]> = {};
  for (const name of given) {
    const text = texts[name]?.trim() ?? '';
    const problem = text === '' ? null : problemOf(name, text);
    if (problem !== null) problems[name] = [problem];
  }
  const { oidc, ldap } = ctx.services.identity;
  if (texts.MILEPOST_PASSWORD_SIGN_IN?.trim() === 'false' && oidc.length === 0 && ldap === null)
    problems['MILEPOST_PASSWORD_SIGN_IN'] = ['needs a provider of sign-in, or nobody could sign in'];
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
  const changes = Object.fromEntries(given.map((name) => [name, texts[name]?.trim() || null]));
  await ctx.transaction(async (trx) => {
    const before = await readStored(trx, secret);
    await writeStored(trx, secret, changes, ctx.viewer.id);
    for (const name of given) {
      const [from, to] = [before[name] ?? null, changes[name] ?? null];
      if (from === to) continue;
      const what = { change: name, from: shown(name, from), to: shown(name, to) };
      await recordAudit(trx, ctx, { kind: 'instance_settings_changed', of: null, what });
    }
  });
  await applyStored(ctx.services, stored);
}

/** A value for the audit log. */
function shown(name: StoredName, text: string | null): string | null {
  return text !== null && schemaOf(name).isSecret === true ? '[masked]' : text;
}

function problemOf(name: StoredName, text: string): string | null {
  try {
    parseSetting(name, schemaOf(name), text);
    return null;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return schemaOf(name).rule;
  }
}

/** The page promises a result within 15 seconds. */
const TEST_TIMEOUT_MS = 14_000;

/** Sends a mail to the administrator with the current settings; returns the answer of the mail server. */
export async function sendTestMessage(ctx: Context): Promise<{ isSent: boolean; answer: string }> {
  requireAdministrator(ctx.viewer);
  const { instance, baseUrl } = ctx.services;
  const user = ctx.viewer.id === null ? null : await userById(ctx.db, ctx.viewer.id);
  const mailer = openMailer(instance.mail);
  if (!mailer || !user) return { isSent: false, answer: 'No mail server is set.' };
  const sentence = `${instance.name} can send mail.`;
  const sending = mailer
    .send({
      to: { name: user.name, address: user.email },
      fromName: null,
      subject: 'Test message',
      text: `${sentence}\n\n${baseUrl}\n`,
      html: mailPage(ctx.services, `<p>${escapeHtml(sentence)}</p>`),
      messageId: `<test-${Date.now()}@${new URL(baseUrl).hostname}>`,
      headers: {},
    })
    .then(
      () => ({ isSent: true, answer: `Sent to ${user.email}` }),
      (error: unknown) => ({ isSent: false, answer: reasonOfMailError(error) }),
    );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<{ isSent: boolean; answer: string }>((resolve) => {
    timer = setTimeout(() => resolve({ isSent: false, answer: 'The mail server does not answer.' }), TEST_TIMEOUT_MS);
  });
  try {
    return await Promise.race([sending, late]);
  } finally {
    clearTimeout(timer);
    mailer.close();
  }
}
