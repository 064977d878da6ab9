import { useQueryClient } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { AnswerView } from '../../modules/ai/AnswerView.tsx';
import { type Answer, askQuestion, type Passage, passagesFor } from '../../modules/ai/api.ts';
import { assistantMessages } from '../../modules/ai/messages.ts';
import { useModelAnswer } from '../../modules/ai/use-model-answer.ts';
import { Prose } from '../../modules/work-items/Prose.tsx';
import { UnauthenticatedError } from '../../platform/api/errors.ts';
import { Failure } from '../../platform/loading/Failure.tsx';
import { Link } from '../../platform/navigation/Link.tsx';
import { useTitle } from '../../platform/navigation/title.tsx';
import { session } from '../../platform/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { TextArea } from '../../ui/field/Field.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { Hidden, text } from '../../ui/text/text.tsx';
import { askMessages as messages } from './messages.ts';
import styles from './ask.module.css';

const MAX_LENGTH = 2_000;
/** The last question with its answer, so that it is still there after following a source. */
const LAST_KEY = ['ask'];

interface Asked {
  question: string;
  round: number;
  /** Of the model, or passages; missing until it is whole. */
  answer?: Answer;
  passages?: readonly Passage[];
}

/** A question about Milepost or about items. Without a model, the passages that may answer it. */
export function AskPage() {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.title));
  const client = useQueryClient();
  const [asked, setAsked] = useState(() => client.getQueryData<Asked>(LAST_KEY) ?? null);
  const [question, setQuestion] = useState(asked?.question ?? '');
  if (!session().viewer) return <Failure error={new UnauthenticatedError()} />;
  const isTooLong = question.trim().length > MAX_LENGTH;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const trimmed = question.trim();
    if (trimmed !== '' && !isTooLong) setAsked({ question: trimmed, round: (asked?.round ?? 0) + 1 });
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
          autoFocus
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
          }}
        />
        <Button type="submit" kind="primary" icon={Sparkles} aria-disabled={question.trim() === '' || isTooLong}>
          <FormattedMessage {...messages.ask} />
        </Button>
      </form>
      {asked &&
        (session().hasAssistant ? (
          <Answered key={asked.round} {...asked} />
        ) : (
          <Passages key={asked.round} {...asked} />
        ))}
    </PageBody>
  );
}

/** Keeps a whole answer for the next visit of the page. */
function useLast(asked: Asked | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (asked) client.setQueryData(LAST_KEY, asked);
  });
}

function Answered({ question, round, answer: known }: Asked) {
  const { formatMessage } = useIntl();
  const answer = useModelAnswer((signal, show) => askQuestion(question, signal, show), known);
  const { current } = answer;
  useLast(current.state === 'answered' ? { question, round, answer: current.answer } : null);
  return (
    <section className={styles.answer} aria-label={formatMessage(messages.answer)}>
      <AnswerView answer={answer}>
        {({ html, sources }, isWhole) => (
          <>
            <div>
              <Badge tone="neutral">
                <FormattedMessage {...assistantMessages.generated} />
              </Badge>
            </div>
            <div aria-busy={current.state === 'answering'}>
              <Prose html={html} />
            </div>
            {isWhole && <Sources sources={sources} />}
          </>
        )}
      </AnswerView>
      <Hidden>
        <span role="status">{current.state === 'answered' && <FormattedMessage {...messages.complete} />}</span>
      </Hidden>
    </section>
  );
}

function Sources({ sources }: Pick<Answer, 'sources'>) {
  if (sources.length === 0) return null;
  return (
    <>
      <h2>
        <FormattedMessage {...messages.sources} />
      </h2>
      <ol className={styles.sources}>
        {sources.map(({ title, url }) => (
          <li key={url}>
            <Link className={text.link} to={url}>
              {title}
            </Link>
          </li>
        ))}
      </ol>
    </>
  );
}

function Passages({ question, round, passages: known }: Asked) {
  const { formatMessage } = useIntl();
  const answer = useModelAnswer((signal) => passagesFor(question, signal), known);
  const { current } = answer;
  useLast(current.state === 'answered' ? { question, round, passages: current.answer } : null);
  return (
    <section className={styles.answer} aria-label={formatMessage(messages.passages)}>
      <AnswerView answer={answer}>
        {(passages) =>
          passages.length === 0 ? (
            <EmptyState title={<FormattedMessage {...messages.nothing} />} />
          ) : (
            <ul className={styles.passages}>
              {passages.map(({ title, url, text: passage }) => (
                <li key={url}>
                  <Link className={text.link} to={url}>
                    {title}
                  </Link>
                  <p>{passage}</p>
                </li>
              ))}
            </ul>
          )
        }
      </AnswerView>
      <Hidden>
        <span role="status">
          {current.state === 'answered' && (
            <FormattedMessage {...messages.found} values={{ count: current.answer.length }} />
          )}
        </span>
      </Hidden>
    </section>
  );
}
