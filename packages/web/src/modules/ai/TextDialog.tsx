import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../ui/button/Button.tsx';
import { copyText } from '../../ui/overlay/copy-text.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { AnswerView } from './AnswerView.tsx';
import type { Generated } from './api.ts';
import { GeneratedText } from './GeneratedText.tsx';
import { assistantMessages as messages, featureMessages } from './messages.ts';
import { useModelAnswer } from './use-model-answer.ts';

interface TextDialogProps<Text extends Generated> {
  feature: 'summary' | 'status_update';
  ask(signal: AbortSignal): Promise<Text>;
  /** Null where there is nothing to insert it into. */
  onInsert: ((text: Text) => void) | null;
  onClose(): void;
}

/** A generated text as a preview, to copy or to insert. */
export function TextDialog<Text extends Generated>({ feature, ask, onInsert, onClose }: TextDialogProps<Text>) {
  const { formatMessage } = useIntl();
  const answer = useModelAnswer(ask);
  const { current } = answer;
  const copy = (text: string): void =>
    void copyText(text, { copied: formatMessage(messages.copied), notCopied: formatMessage(messages.notCopied) });
  return (
    <Dialog
      title={<FormattedMessage {...featureMessages[feature]} />}
      onClose={onClose}
      footer={
        current.state === 'answered' && (
          <>
            <Button onClick={() => copy(current.answer.content)}>
              <FormattedMessage {...messages.copy} />
            </Button>
            {onInsert && (
              <Button
                kind="primary"
                data-autofocus
                onClick={() => {
                  onClose();
                  onInsert(current.answer);
                }}
              >
                <FormattedMessage {...messages.insert} />
              </Button>
            )}
          </>
        )
      }
    >
      <AnswerView answer={answer}>{(generated) => <GeneratedText generated={generated} />}</AnswerView>
    </Dialog>
  );
}
