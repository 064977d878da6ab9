import { linkTypes, type LinkType } from '@milepost/core/links';
import { type FormEvent, useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ValidationError, NotFoundError, RequestError } from '../../platform/api/errors.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { hasReferences, noReferences, ReferenceInput, referencesOf } from '../work-items/references/ReferenceInput.tsx';
import { referenceOfPath } from '../work-items/reference.ts';
import type { LinkingItem } from './api.ts';
import { linkMessages as messages } from './messages.ts';
import styles from './Links.module.css';

const choices: Readonly<Record<LinkType, keyof typeof messages>> = {
  relates_to: 'relatesToChoice',
  blocks: 'blocksChoice',
  is_blocked_by: 'isBlockedByChoice',
};

export interface LinkFormProps {
  item: LinkingItem;
  onAdd(references: readonly string[], linkType: LinkType): Promise<void>;
  onClose(): void;
}

/** Links an item to others by their references. Refused references stay in the form. */
export function LinkForm({ item, onAdd, onClose }: LinkFormProps) {
  const { formatMessage } = useIntl();
  const name = useId();
  const [linkType, setLinkType] = useState<LinkType>('relates_to');
  const [draft, setDraft] = useState(noReferences);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isReady = hasReferences(draft);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isReady || isSending) return;
    setSending(true);
    setFailure(null);
    try {
      await onAdd(referencesOf(draft), linkType);
      setDraft(noReferences);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const hasReason = (error instanceof ValidationError || error instanceof NotFoundError) && error.message !== '';
      setFailure(hasReason ? error.message : formatMessage(messages.addFailed));
    } finally {
      setSending(false);
    }
  };
  const [rootPath = item.fullPath] = item.fullPath.split('/');
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={formatMessage(messages.begin)}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <fieldset className={styles.types}>
        <legend>
          <FormattedMessage {...messages.thisItem} values={{ type: item.type }} />
        </legend>
        {linkTypes.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name={name}
              value={each}
              checked={each === linkType}
              onChange={() => setLinkType(each)}
            />
            <FormattedMessage {...messages[choices[each]]} />
          </label>
        ))}
      </fieldset>
      <ReferenceInput
        label={formatMessage(messages.references)}
        draft={draft}
        onChange={setDraft}
        namespacePath={item.fullPath}
        groupPath={rootPath}
        confidentialOnly={item.isConfidential}
        exceptReference={referenceOfPath(item.webPath)}
        isDisabled={isSending}
      />
      {failure !== null && <Alert tone="danger">{failure}</Alert>}
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" size="small" disabled={!isReady || isSending} busy={isSending}>
          <FormattedMessage {...messages.add} />
        </Button>
        <Button size="small" onClick={onClose}>
          <FormattedMessage {...messages.cancel} />
        </Button>
      </div>
    </form>
  );
}
