import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ConflictError } from '../../platform/api/errors.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Checkbox } from '../../ui/field/Field.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { text } from '../../ui/text/text.tsx';
import { AnswerView } from './AnswerView.tsx';
import { applySuggestions, suggest, undoChangeSet, type SuggestionKind } from './api.ts';
import { assistantMessages as messages, featureMessages } from './messages.ts';
import { useModelAnswer } from './use-model-answer.ts';
import styles from './assistant.module.css';
import { undoLabel } from '../../ui/text/messages.ts';

interface SuggestionsDialogProps {
  itemId: number;
  kind: SuggestionKind;
  onClose(): void;
}

/** Suggestions with a box each. What is chosen becomes one change, with one undo. */
export function SuggestionsDialog({ itemId, kind, onClose }: SuggestionsDialogProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const answer = useModelAnswer((signal) => suggest(itemId, kind, signal));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const { current } = answer;
  const offered = current.state === 'answered' ? current.answer : null;
  const toggle = (value: string): void => {
    const next = new Set(chosen);
    if (!next.delete(value)) next.add(value);
    setChosen(next);
  };
  const undo = async (id: number): Promise<void> => {
    try {
      await undoChangeSet(id);
      toast({ text: formatMessage(messages.undone) });
    } catch (error) {
      toast({ text: (error as Error).message });
    }
    await client.invalidateQueries();
  };
  const apply = async (): Promise<void> => {
    if (!offered || isBusy) return;
    setBusy(true);
    setFailure(null);
    const values = offered.suggestions.map(({ value }) => value).filter((value) => chosen.has(value));
    try {
      const id = await applySuggestions(itemId, { kind, values, readAt: offered.read_at });
      onClose();
      toast({
        text: formatMessage(messages.applied, { count: values.length }),
        ...(id !== null && { action: { label: formatMessage(undoLabel), perform: () => void undo(id) } }),
      });
      await client.invalidateQueries();
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setBusy(false);
    }
  };
  const lookAgain = (): void => {
    setFailure(null);
    setChosen(new Set());
    void client.invalidateQueries();
    answer.retry();
  };
  return (
    <Dialog
      title={<FormattedMessage {...featureMessages[kind]} />}
      onClose={onClose}
      footer={
        offered !== null &&
        offered.suggestions.length > 0 && (
          <>
            <Button onClick={onClose}>
              <FormattedMessage {...messages.cancel} />
            </Button>
            <Button kind="primary" busy={isBusy} disabled={chosen.size === 0} onClick={() => void apply()}>
              <FormattedMessage {...messages.apply} />
            </Button>
          </>
        )
      }
    >
      {failure && (
        <Alert tone="danger">
          {failure.message}{' '}
          {failure instanceof ConflictError && (
            <Button size="small" onClick={lookAgain}>
              <FormattedMessage {...messages.stale} />
            </Button>
          )}
        </Alert>
      )}
      <AnswerView answer={answer}>
        {({ suggestions }) =>
          suggestions.length === 0 ? (
            <p className={text.quiet}>
              <FormattedMessage {...messages.none} />
            </p>
          ) : (
            <>
              <div className={styles.head}>
                <Badge tone="neutral">
                  <FormattedMessage {...messages.generated} />
                </Badge>
                <FormattedMessage {...messages.check} />
              </div>
              <fieldset className={styles.suggestions} aria-label={formatMessage(messages.choose)}>
                {suggestions.map(({ value, title, url }) => (
                  <Checkbox
                    key={value}
                    label={title}
                    note={
                      url !== null && (
                        <a href={url} target="_blank" rel="noreferrer">
                          {value}
                        </a>
                      )
                    }
                    checked={chosen.has(value)}
                    onChange={() => toggle(value)}
                  />
                ))}
              </fieldset>
            </>
          )
        }
      </AnswerView>
    </Dialog>
  );
}
