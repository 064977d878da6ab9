import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { text } from '../../ui/text/text.tsx';
import { assistantMessages as messages } from './messages.ts';
import type { ModelAnswer } from './use-model-answer.ts';
import styles from './assistant.module.css';

interface AnswerViewProps<Answer> {
  answer: { current: ModelAnswer<Answer>; stop(): void; again(): void };
  children(answer: Answer): ReactNode;
}

/** Waiting with a way to stop, a failure with a way to try again, or the answer. */
export function AnswerView<Answer>({ answer: { current, stop, again }, children }: AnswerViewProps<Answer>) {
  switch (current.state) {
    case 'waiting':
      return (
        <div className={styles.waiting} role="status">
          <span className={text.quiet}>
            <FormattedMessage {...messages.working} />
          </span>
          <Button size="small" onClick={stop}>
            <FormattedMessage {...messages.stop} />
          </Button>
        </div>
      );
    case 'answered':
      return children(current.answer);
    default:
      return (
        <div className={styles.waiting}>
          {current.state === 'failed' && (
            <Alert tone="danger">{current.error.message || <FormattedMessage {...messages.failed} />}</Alert>
          )}
          <Button size="small" onClick={again}>
            <FormattedMessage {...messages.again} />
          </Button>
        </div>
      );
  }
}
