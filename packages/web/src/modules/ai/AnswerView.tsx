import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { retryLabel } from '../../ui/text/messages.ts';
import { text } from '../../ui/text/text.tsx';
import { assistantMessages as messages } from './messages.ts';
import type { ModelAnswer } from './use-model-answer.ts';
import styles from './assistant.module.css';

interface AnswerViewProps<Answer> {
  answer: { current: ModelAnswer<Answer>; stop(): void; retry(): void };
  /** `isWhole`: nothing of the answer is missing. */
  children(answer: Answer, isWhole: boolean): ReactNode;
}

const states = { waiting: messages.working, answering: messages.answering, stopped: messages.stopped } as const;

/** The answer, as far as it is there; below it, until it is whole, the state with a button that stops or retries. */
export function AnswerView<Answer>({ answer: { current, stop, retry }, children }: AnswerViewProps<Answer>) {
  const { state } = current;
  const isRunning = state === 'waiting' || state === 'answering';
  const shown = 'answer' in current ? current.answer : null;
  return (
    <>
      {shown !== null && children(shown, state === 'answered')}
      {state !== 'answered' && (
        <div className={styles.waiting}>
          {state === 'failed' ? (
            <Alert tone="danger">{current.error.message || <FormattedMessage {...messages.failed} />}</Alert>
          ) : (
            <span className={text.quiet} role="status">
              <FormattedMessage {...states[state]} />
            </span>
          )}
          {/* One element, so that the focus stays when it stops. */}
          <Button size="small" onClick={isRunning ? stop : retry}>
            <FormattedMessage {...(isRunning ? messages.stop : retryLabel)} />
          </Button>
        </div>
      )}
    </>
  );
}
