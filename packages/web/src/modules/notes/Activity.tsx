import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowDownUp } from 'lucide-react';
import { lazy, Suspense, useMemo, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { Link } from '../../platform/navigation/Link.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { session } from '../../platform/session/session.ts';
import { useShortcuts } from '../../platform/shortcuts/use-shortcuts.ts';
import { useLocalSetting } from '../../ui/use-local-setting.ts';
import { AfterPaint } from '../../platform/loading/AfterPaint.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Menu, MenuChoice, MenuLine } from '../../ui/overlay/Menu.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { text } from '../../ui/text/text.tsx';
import { type ActivityChoice, activityChoice } from './activity-choice.ts';
import { activityPages, beginThread, writeComment } from './api.ts';
import { DiscussionList } from './DiscussionList.tsx';
import { type DiscussionItem, DiscussionContext } from './discussion-item.ts';
import { useAddressedNote } from './use-addressed-note.ts';
import { noteMessages as messages } from './messages.ts';
import styles from './Activity.module.css';

const Composer = lazy(async () => ({ default: (await import('./Composer.tsx')).Composer }));

export interface ActivityProps extends DiscussionItem {
  iid: string;
  isLocked: boolean;
}

/** The activity of an item, and the form for a comment. */
export function Activity({ iid, isLocked, ...about }: ActivityProps) {
  const { kind, fullPath, noteableId, webPath, mayComment, mayWriteInternally, NoteAction } = about;
  const { formatMessage } = useIntl();
  const [choice, choose] = useLocalSetting(activityChoice(kind));
  const query = useInfiniteQuery(activityPages(kind, fullPath, iid, choice));
  const talk = useMemo(
    () => ({ kind, fullPath, noteableId, webPath, mayComment, mayWriteInternally, NoteAction }),
    [kind, fullPath, noteableId, webPath, mayComment, mayWriteInternally, NoteAction],
  );
  const addressed = useAddressedNote(query);
  const composer = useRef<HTMLDivElement>(null);
  const begin = (): void => {
    const field = composer.current?.querySelector<HTMLElement>('textarea, [role=textbox]');
    field?.scrollIntoView({ block: 'center' });
    field?.focus({ preventScroll: true });
  };
  useShortcuts(mayComment ? [{ keys: 'r', title: formatMessage(messages.add), perform: begin }] : []);
  return (
    <DiscussionContext value={talk}>
      <Section title={<FormattedMessage {...messages.title} />} end={<ChoiceMenu choice={choice} onChoose={choose} />}>
        <QueryView query={query} failed={<FormattedMessage {...messages.failed} />}>
          {({ pages }) => {
            const discussions = pages.flatMap((page) => page.discussions);
            if (discussions.length === 0) {
              return (
                <p className={text.quiet}>
                  <FormattedMessage {...(choice.filter === 'ALL_NOTES' ? messages.none : messages.noneShown)} />
                </p>
              );
            }
            return <DiscussionList discussions={discussions} addressed={addressed} />;
          }}
        </QueryView>
        <MorePages query={query} />
        {mayComment ? (
          <div className={styles.last} ref={composer}>
            <AfterPaint>
              <Suspense fallback={null}>
                <Composer
                  label={formatMessage(messages.add)}
                  send={formatMessage(messages.comment)}
                  draft={noteableId}
                  offersInternal={mayWriteInternally}
                  onSend={(body, options) => writeComment({ noteableId, body, ...options })}
                  other={{
                    send: formatMessage(messages.thread),
                    onSend: (body, options) => beginThread({ noteableId, body, ...options }),
                  }}
                />
              </Suspense>
            </AfterPaint>
          </div>
        ) : isLocked ? (
          <p className={text.quiet}>
            <FormattedMessage {...messages.locked} />
          </p>
        ) : (
          session().viewer === null && <SignInToComment />
        )}
      </Section>
    </DiscussionContext>
  );
}

function SignInToComment() {
  const redirect = window.location.pathname + window.location.search;
  return (
    <p className={`${text.quiet} ${styles.last}`}>
      <FormattedMessage
        {...messages.signIn}
        values={{
          link: (chunks) => (
            <Link className={text.link} to={{ page: 'signIn' }} search={{ redirect }}>
              {chunks}
            </Link>
          ),
        }}
      />
    </p>
  );
}

function ChoiceMenu({ choice, onChoose }: { choice: ActivityChoice; onChoose(choice: ActivityChoice): void }) {
  const { formatMessage } = useIntl();
  const filters = {
    ALL_NOTES: messages.all,
    ONLY_COMMENTS: messages.onlyComments,
    ONLY_ACTIVITY: messages.onlyHistory,
  } as const;
  const sorts = { CREATED_ASC: messages.oldest, CREATED_DESC: messages.newest } as const;
  return (
    <Menu
      label={formatMessage(messages.show)}
      placement={{ align: 'end' }}
      trigger={(props) => (
        <Button {...props} kind="quiet" icon={ArrowDownUp}>
          {formatMessage(choice.filter === 'ALL_NOTES' ? sorts[choice.sort] : filters[choice.filter])}
        </Button>
      )}
    >
      {(['ALL_NOTES', 'ONLY_COMMENTS', 'ONLY_ACTIVITY'] as const).map((filter) => (
        <MenuChoice key={filter} checked={choice.filter === filter} onSelect={() => onChoose({ ...choice, filter })}>
          {formatMessage(filters[filter])}
        </MenuChoice>
      ))}
      <MenuLine />
      {(['CREATED_ASC', 'CREATED_DESC'] as const).map((sort) => (
        <MenuChoice key={sort} checked={choice.sort === sort} onSelect={() => onChoose({ ...choice, sort })}>
          {formatMessage(sorts[sort])}
        </MenuChoice>
      ))}
    </Menu>
  );
}
