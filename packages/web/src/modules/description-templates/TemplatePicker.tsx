import type { TemplateType } from '@milepost/core/text/description-templates';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { textOf } from '../../platform/navigation/search.ts';
import { useSearchParameters } from '../../platform/navigation/use-search.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Select } from '../../ui/field/Field.tsx';
import { defineMessages } from '../../ui/text/messages.ts';
import { templateNamesQuery, templateText } from './api.ts';

const messages = defineMessages({
  label: { id: 'templates.label', defaultMessage: 'Description template' },
  choose: { id: 'templates.choose', defaultMessage: 'Choose a template' },
  none: { id: 'templates.none', defaultMessage: 'No template' },
  warning: {
    id: 'templates.warning',
    defaultMessage: 'Applying a template replaces the description you have written.',
  },
  apply: { id: 'templates.apply', defaultMessage: 'Apply template' },
  cancel: { id: 'templates.cancel', defaultMessage: 'Keep my description' },
  failed: { id: 'templates.failed', defaultMessage: 'Could not load the template. Try again.' },
});

/** The value of "No template": no name can be empty or begin with a space. */
const NONE = ' none';
const PARAMETER = 'issuable_template';

export interface TemplatePickerProps {
  namespace: NamespaceRef;
  type: TemplateType;
  /** The current description. */
  text: string;
  /** The description when the form opened: replacing it loses no input. */
  original: string;
  onText(text: string): void;
  /** Applies the template named in the address if the description is empty. */
  readsAddress?: boolean;
}

/** Fills a description from a template. Renders nothing if there are no templates. */
export function TemplatePicker({ namespace, type, text, original, onText, readsAddress = false }: TemplatePickerProps) {
  const { formatMessage } = useIntl();
  const { data } = useQuery(templateNamesQuery(namespace, type));
  const [parameters, change] = useSearchParameters();
  const [chosen, setChosen] = useState('');
  const [asking, setAsking] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  /** The text of the last applied template: it may be replaced without confirmation. */
  const [loaded, setLoaded] = useState<string | null>(null);
  const load = async (name: string): Promise<void> => {
    const found = await contentOf(namespace, type, name);
    setAsking(null);
    setFailed(found === null);
    if (found === null) return;
    setLoaded(found);
    setChosen(name);
    onText(found);
    change({ [PARAMETER]: name === NONE ? undefined : name }, { replace: true });
  };
  const named = textOf(parameters, PARAMETER);
  const isRead = useRef(false);
  useEffect(() => {
    if (!readsAddress || isRead.current || !data) return;
    isRead.current = true;
    if (named && text === '' && data.templates.some(({ name }) => name === named)) {
      queueMicrotask(() => void load(named));
    }
  });
  if (!data || data.templates.length === 0) return null;
  const isWritten = text.trim() !== '' && text !== original && text !== loaded;
  return (
    <>
      <Select
        name="issuable_template"
        label={formatMessage(messages.label)}
        value={asking ?? chosen}
        onChange={(event) => {
          const name = event.target.value;
          if (name === '') return;
          if (isWritten) setAsking(name);
          else void load(name);
        }}
      >
        {chosen === '' && <option value="">{formatMessage(messages.choose)}</option>}
        <option value={NONE}>{formatMessage(messages.none)}</option>
        {data.templates.map(({ id, name, inherited, full_path: from }) => (
          <option key={id} value={name}>
            {inherited ? `${name} (${from})` : name}
          </option>
        ))}
      </Select>
      {asking !== null && (
        <Alert
          tone="warning"
          actions={
            <>
              <Button size="small" kind="primary" onClick={() => void load(asking)}>
                <FormattedMessage {...messages.apply} />
              </Button>
              <Button size="small" onClick={() => setAsking(null)}>
                <FormattedMessage {...messages.cancel} />
              </Button>
            </>
          }
        >
          <FormattedMessage {...messages.warning} />
        </Alert>
      )}
      {failed && (
        <Alert tone="danger">
          <FormattedMessage {...messages.failed} />
        </Alert>
      )}
    </>
  );
}

/** The text of a template; null if it cannot be fetched. */
async function contentOf(namespace: NamespaceRef, type: TemplateType, name: string): Promise<string | null> {
  if (name === NONE) return '';
  try {
    return (await templateText(namespace, type, name)).content;
  } catch {
    return null;
  }
}
