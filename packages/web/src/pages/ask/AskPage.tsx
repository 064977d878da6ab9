import { Sparkles } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { AnswerView } from '../../modules/ai/AnswerView.tsx';
import { askQuestion, passagesFor } from '../../modules/ai/api.ts';
import { assistantMessages } from '../../modules/ai/messages.ts';
import { useModelAnswer } from '../../modules/ai/use-model-answer.ts';
import { Prose } from '../../modules/work-items/Prose.tsx';
import { UnauthenticatedError } from '../../platform/api/errors.ts';
import { Failure } from '../../platform/loading/Failure.tsx';
import { useTitle } from '../../platform/navigation/title.tsx';
import { session } from '../../platform/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { TextArea } from '../../ui/field/Field.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { text } from '../../ui/text/text.tsx';
import { askMessages as messages } from './messages.ts';
import styles from './ask.module.css';

const MAX_LENGTH = 2_000;

/** A question about Milepost or about items. Without a model, the passages that may answer it. */
export function AskPage() {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.title));
  const [question, setQuestion] = useState('');
  const [asked, setAsked] = useState<{ text: string; round: number } | null>(null);
  if (!session().viewer) return <Failure error={new UnauthenticatedError()} />;
  const isTooLong = question.trim().length > MAX_LENGTH;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const trimmed = question.trim();
    if (trimmed !== '' && !isTooLong) setAsked({ text: trimmed, round: (asked?.round ?? 0) + 1 });
  };
  return (
    <PageBody>
      <PageHead title={<FormattedMessage {...messages.title} />} />
      <form className={styles.form} onSubmit={submit}>
        <TextArea
          label={formatMessage(messages.question)}
          note={formatMessage(session().hasAssistant ? messages.note : messages.noModel)}
          {...(isTooLong && { error: formatMessage(messages.tooLong, { limit: MAX_LENGTH }) })}
          rows={3}
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
          }}
        />
        <Button type="submit" kind="primary" icon={Sparkles} disabled={question.trim() === '' || isTooLong}>
          <FormattedMessage {...messages.ask} />
        </Button>
      </form>
      {asked &&
        (session().hasAssistant ? (
          <Answer key={asked.round} question={asked.text} />
        ) : (
          <Passages key={asked.round} question={asked.text} />
        ))}
    </PageBody>
  );
}

function Answer({ question }: { question: string }) {
  const answer = useModelAnswer((signal) => askQuestion(question, signal));
  return (
    <section className={styles.answer} aria-live="polite">
      <AnswerView answer={answer}>
        {({ content_html: html, sources }) => (
          <>
            <div>
              <Badge tone="neutral">
                <FormattedMessage {...assistantMessages.generated} />
              </Badge>
            </div>
            <Prose html={html} />
            {sources.length > 0 && (
              <>
                <h2>
                  <FormattedMessage {...messages.sources} />
                </h2>
                <ol className={styles.sources}>
                  {sources.map(({ title, url }) => (
                    <li key={url}>
                      <a className={text.link} href={url}>
                        {title}
                      </a>
                    </li>
                  ))}
                </ol>
              </>
            )}
          </>
        )}
      </AnswerView>
    </section>
  );
}

function Passages({ question }: { question: string }) {
  const answer = useModelAnswer((signal) => passagesFor(question, signal));
  return (
    <section className={styles.answer} aria-live="polite">
      <AnswerView answer={answer}>
        {(passages) =>
          passages.length === 0 ? (
            <EmptyState title={<FormattedMessage {...messages.nothing} />} />
          ) : (
            <ul className={styles.passages}>
              {passages.map(({ title, url, text: passage }) => (
                <li key={url}>
                  <a className={text.link} href={url}>
                    {title}
                  </a>
                  <p>{passage}</p>
                </li>
              ))}
            </ul>
          )
        }
      </AnswerView>
    </section>
  );
}
