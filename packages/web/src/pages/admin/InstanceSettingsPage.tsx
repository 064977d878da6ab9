import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl';
import { useChange } from '../../platform/forms/use-change.ts';
import { useForm } from '../../platform/forms/form.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { UnsavedGuard } from '../../platform/forms/UnsavedGuard.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { session } from '../../platform/session/session.ts';
import {
  type InstanceSetting,
  instanceSettingsQuery,
  saveInstanceSettings,
  sendTestMessage,
  type SettingSection,
} from '../../modules/admin/api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Select, TextField } from '../../ui/field/Field.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { pageLook, Section } from '../../ui/page/Page.tsx';
import { LogoField } from './LogoField.tsx';
import { AdminFrame } from './AdminFrame.tsx';
import { adminMessages as messages, settingTitles } from './messages.ts';
import styles from './Admin.module.css';

const sections: readonly { section: SettingSection; title: MessageDescriptor }[] = [
  { section: 'sign_up', title: messages.sign_up },
  { section: 'sessions', title: messages.sessions },
  { section: 'mail', title: messages.mailSection },
  { section: 'limits', title: messages.limits },
  { section: 'rate_limits', title: messages.rateLimits },
  { section: 'name', title: messages.nameSection },
];

/** The settings of the installation, each section with a button of its own. */
export function InstanceSettingsPage() {
  const query = useQuery({ ...instanceSettingsQuery, enabled: session().viewer?.isAdmin === true });
  return (
    <AdminFrame page="adminSettings">
      <QueryView query={query}>
        {(settings) =>
          sections.map(({ section, title }) => (
            <Section key={section} title={<FormattedMessage {...title} />}>
              <SectionForm section={section} title={title} settings={settings[section]} />
              {section === 'mail' && <TestMessage />}
              {section === 'name' && <LogoField />}
            </Section>
          ))
        }
      </QueryView>
    </AdminFrame>
  );
}

interface SectionFormProps {
  section: SettingSection;
  title: MessageDescriptor;
  settings: readonly InstanceSetting[];
}

function SectionForm({ section, title, settings }: SectionFormProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const form = useForm<Record<string, string>>({
    initial: Object.fromEntries(settings.map(({ name, value }) => [name, value ?? ''])),
    send: (values) => saveInstanceSettings(section, changesOf(settings, values)),
  });
  const saved = useRef(settings);
  useEffect(() => {
    if (saved.current === settings || form.isChanged()) return;
    saved.current = settings;
    form.reset();
  }, [settings, form]);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!(await form.submit())) return;
    toast({ text: formatMessage(messages.saved) });
    await client.invalidateQueries({ queryKey: instanceSettingsQuery.queryKey });
  };
  return (
    <form className={styles.form} aria-label={formatMessage(title)} noValidate onSubmit={(event) => void submit(event)}>
      <UnsavedGuard isUnsaved={form.isChanged} />
      {settings.map((setting) => (
        <SettingField
          key={setting.name}
          setting={setting}
          value={form.values[setting.name] ?? ''}
          error={form.problemOf(setting.name)}
          onChange={(value) => form.set({ [setting.name]: value })}
        />
      ))}
      <FormFailure failure={form.failure} />
      <div className={pageLook.formActions}>
        <Button type="submit" busy={form.isSending} disabled={settings.every(({ fixed }) => fixed)}>
          <FormattedMessage {...messages.save} />
        </Button>
      </div>
    </form>
  );
}

/** A blank secret stays as it is; what the environment sets is not sent. */
function changesOf(settings: readonly InstanceSetting[], values: Record<string, string>): Record<string, string> {
  const sent = settings.filter(({ name, fixed, secret }) => !fixed && !(secret && values[name] === ''));
  return Object.fromEntries(sent.map(({ name }) => [name, values[name] ?? '']));
}

const choices: Readonly<Record<string, readonly (readonly [string, MessageDescriptor])[]>> = {
  MILEPOST_SIGN_UP: [
    ['off', messages.off],
    ['on', messages.on],
  ],
  MILEPOST_SIGN_UP_APPROVAL: [
    ['true', messages.yes],
    ['false', messages.no],
  ],
  MILEPOST_PASSWORD_SIGN_IN: [
    ['true', messages.yes],
    ['false', messages.no],
  ],
  MILEPOST_SIGN_UP_CONFIRM: [
    ['true', messages.yes],
    ['false', messages.no],
  ],
};

interface SettingFieldProps {
  setting: InstanceSetting;
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

function SettingField({ setting, value, error, onChange }: SettingFieldProps) {
  const { formatMessage } = useIntl();
  const { name, fixed, secret, set } = setting;
  const title = settingTitles[name as keyof typeof settingTitles];
  const note = fixed
    ? formatMessage(messages.fixed, { variable: name })
    : secret && set
      ? formatMessage(messages.replace)
      : formatMessage(messages.defaultIs, { text: setting.default });
  const common = {
    label: formatMessage(title),
    name,
    note,
    error,
    disabled: fixed,
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  const offered = choices[name];
  if (offered) {
    const preset = offered.find(([each]) => each === setting.default)?.[1] ?? messages.off;
    return (
      <Select {...common} note={fixed ? note : undefined}>
        <option value="">{formatMessage(messages.defaultChoice, { text: formatMessage(preset) })}</option>
        {offered.map(([each, message]) => (
          <option key={each} value={each}>
            {formatMessage(message)}
          </option>
        ))}
      </Select>
    );
  }
  return <TextField {...common} placeholder={secret && set ? formatMessage(messages.isSet) : ''} autoComplete="off" />;
}

function TestMessage() {
  const [answer, setAnswer] = useState<{ sent: boolean; answer: string } | null>(null);
  const { change, isBusy } = useChange();
  const send = async (): Promise<void> => {
    setAnswer(null);
    await change({ perform: async () => setAnswer(await sendTestMessage()) });
  };
  return (
    <div className={styles.form} style={{ marginTop: 16 }}>
      <div>
        <Button busy={isBusy} onClick={() => void send()}>
          <FormattedMessage {...messages.testMessage} />
        </Button>
      </div>
      {answer && <Alert tone={answer.sent ? 'success' : 'danger'}>{answer.answer}</Alert>}
    </div>
  );
}
