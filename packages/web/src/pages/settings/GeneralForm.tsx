import { isAtMostAsVisible, isReservedPath, namespaceNameProblems, newPathProblems } from '@milepost/core/namespaces';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { ConflictError } from '../../platform/api/errors.ts';
import { useForm } from '../../platform/forms/form.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { UnsavedGuard } from '../../platform/forms/UnsavedGuard.tsx';
import { goTo } from '../../platform/navigation/navigation.ts';
import { pathQuery, saveSettings, type Settings, settingsQuery } from '../../modules/settings/api.ts';
import { visibilityEffect } from '../../modules/settings/effect.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Field, TextArea } from '../../ui/field/Field.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { retryLabel } from '../../ui/text/messages.ts';
import { LowerDialog } from './LowerDialog.tsx';
import { settingsMessages as messages } from './messages.ts';
import { addressOfSettings } from './page-address.ts';
import { VisibilityField } from './VisibilityField.tsx';
import styles from './Settings.module.css';

interface GeneralFormProps {
  settings: Settings;
  namespace: NamespaceRef;
}

/** A saved form starts again with what was saved. */
export function GeneralForm(props: GeneralFormProps) {
  const [round, setRound] = useState(0);
  return <Form key={round} {...props} onRestart={() => setRound((now) => now + 1)} />;
}

/** Name, path, description and visibility. */
function Form({ settings, namespace, onRestart }: GeneralFormProps & { onRestart(): void }) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  // The version that the values on screen are based on, whatever is fetched meanwhile.
  const [first] = useState(settings);
  const base = useRef(first.lock_version);
  const [isAsking, setAsking] = useState(false);
  const { name, path, description, visibility } = first;
  const savedPath = useRef(settings.full_path);
  const problemsOfPath = (typed: string, isTopLevel: boolean): string[] =>
    isReservedPath(typed, isTopLevel) ? [formatMessage(messages.pathReserved)] : newPathProblems(typed, isTopLevel);
  const form = useForm({
    initial: { name, path, description, visibility },
    check: (values) =>
      withoutEmpty({
        name: namespaceNameProblems(values.name),
        path: values.path === path ? [] : problemsOfPath(values.path, first.parent === null),
      }),
    async send(values) {
      const { lowered } = visibilityEffect(values.visibility, first.visibilities_below);
      savedPath.current = await saveSettings(first, {
        ...values,
        lock_version: base.current,
        ...(lowered.count > 0 && { lower_descendants: true }),
      });
    },
  });
  const { values } = form;
  const save = async (): Promise<void> => {
    setAsking(false);
    if (!(await form.submit())) return;
    toast({ text: formatMessage(messages.saved) });
    await client.invalidateQueries();
    if (savedPath.current === namespace.fullPath) onRestart();
    else goTo(addressOfSettings({ ...namespace, fullPath: savedPath.current }), { replace: true });
  };
  const overwrite = async (): Promise<void> => {
    const latest = await client.fetchQuery({ ...settingsQuery(namespace), staleTime: 0 });
    base.current = latest.lock_version;
    await save();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isLowered = values.visibility !== visibility && !isAtMostAsVisible(visibility, values.visibility);
    const { lowered } = visibilityEffect(values.visibility, first.visibilities_below);
    if (isLowered && lowered.count > 0) setAsking(true);
    else void save();
  };
  const errors = [form.problemOf('name'), form.problemOf('path'), form.problemOf('description')].join();
  useEffect(() => {
    if (errors.length > 2) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  const isConflict = form.failure instanceof ConflictError;
  return (
    <form ref={element} noValidate onSubmit={submit}>
      <UnsavedGuard isUnsaved={form.isChanged} />
      <div className={styles.row}>
        <Field label={formatMessage(messages.name)} error={form.problemOf('name')}>
          {(wiring) => (
            <input
              type="text"
              name="name"
              {...wiring}
              value={values.name}
              onChange={(event) => form.set({ name: event.target.value })}
            />
          )}
        </Field>
      </div>
      <div className={styles.row}>
        <PathField
          settings={first}
          value={values.path}
          error={form.problemOf('path')}
          onChange={(next) => form.set({ path: next })}
        />
      </div>
      <div className={styles.row}>
        <TextArea
          label={formatMessage(messages.description)}
          name="description"
          rows={3}
          value={values.description}
          error={form.problemOf('description')}
          onChange={(event) => form.set({ description: event.target.value })}
        />
      </div>
      <div className={styles.row}>
        <VisibilityField
          settings={first}
          value={values.visibility}
          error={form.problemOf('visibility')}
          onChange={(next) => form.set({ visibility: next })}
        />
      </div>
      {form.failure && (
        <div className={styles.failure}>
          {isConflict ? (
            <Alert
              tone="warning"
              actions={
                <>
                  <Button
                    size="small"
                    onClick={() => void client.refetchQueries(settingsQuery(namespace)).then(onRestart)}
                  >
                    <FormattedMessage {...messages.discard} />
                  </Button>
                  <Button size="small" onClick={() => void overwrite()}>
                    <FormattedMessage {...messages.overwrite} />
                  </Button>
                </>
              }
            >
              <FormattedMessage {...messages.conflict} />
            </Alert>
          ) : (
            <FormFailure failure={form.failure} title={formatMessage(messages.notSaved)} />
          )}
        </div>
      )}
      <div className={styles.saveBar}>
        <Button type="submit" kind="primary" busy={form.isSending}>
          <FormattedMessage {...(form.failure && !isConflict ? retryLabel : messages.save)} />
        </Button>
        <Button kind="quiet" onClick={() => form.reset()}>
          <FormattedMessage {...messages.cancel} />
        </Button>
      </div>
      {isAsking && (
        <LowerDialog
          settings={first}
          visibility={values.visibility}
          onConfirm={() => void save()}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  );
}

interface PathFieldProps {
  settings: Settings;
  value: string;
  error: string | undefined;
  onChange(path: string): void;
}

/** The path, with the part of the address before it; says whether it is free and whose old links it would end. */
function PathField({ settings, value, error, onChange }: PathFieldProps) {
  const { formatMessage } = useIntl();
  const { kind, parent, path } = settings;
  const checked = useDebounced(value);
  const isNew = checked.toLowerCase() !== path.toLowerCase() && newPathProblems(checked, parent === null).length === 0;
  const { data } = useQuery({ ...pathQuery(checked, parent?.id ?? null), enabled: isNew });
  const state = isNew && checked === value ? data : undefined;
  const taken = state?.exists
    ? formatMessage(messages.pathTaken, { suggestion: state.suggests[0] ?? 'none' })
    : undefined;
  const prefix = `${window.location.host}/${kind === 'group' ? 'groups/' : ''}${parent ? `${parent.full_path}/` : ''}`;
  return (
    <Field
      label={formatMessage(kind === 'group' ? messages.groupUrl : messages.projectUrl)}
      error={error ?? taken}
      note={
        state?.redirects_to ? (
          <span className={styles.warning}>{formatMessage(messages.pathReleases, { path: state.redirects_to })}</span>
        ) : (
          formatMessage(messages.urlNote)
        )
      }
    >
      {(wiring) => (
        <span className={styles.withPrefix}>
          <span title={prefix}>{prefix}</span>
          <input
            type="text"
            name="path"
            autoCapitalize="none"
            spellCheck={false}
            {...wiring}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </span>
      )}
    </Field>
  );
}

function withoutEmpty(problems: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(problems).filter(([, texts]) => texts.length > 0));
}
