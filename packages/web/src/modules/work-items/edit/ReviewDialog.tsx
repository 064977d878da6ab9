import { diffLines } from 'diff';
import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { Hidden } from '../../../ui/text/text.tsx';
import type { ItemText } from '../item-text.ts';
import { editMessages as messages } from './edit-messages.ts';
import styles from './ReviewDialog.module.css';

/** Texts this different take too long to compare; then only the new one is shown. */
const TIMEOUT_MS = 500;

/** With the end of its last line, which is the same line whether others follow it or not. */
const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** Shows another user's version of the text, and lets the user choose one of the two. */
export function ReviewDialog({
  base,
  theirs,
  onChoose,
  onClose,
}: {
  base: ItemText;
  theirs: ItemText;
  onChoose(choice: 'mine' | 'theirs'): void;
  onClose(): void;
}) {
  const { formatMessage } = useIntl();
  const parts = useMemo(
    () =>
      diffLines(ended(base.description_text), ended(theirs.description_text), { timeout: TIMEOUT_MS }) ?? [
        { value: theirs.description_text, added: true, removed: false },
      ],
    [base.description_text, theirs.description_text],
  );
  const isSame = parts.every(({ added, removed }) => !added && !removed);
  const who = theirs.updated_by_name ?? formatMessage(messages.someone);
  return (
    <Dialog
      title={<FormattedMessage {...messages.reviewTitle} values={{ who }} />}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => onChoose('theirs')}>
            <FormattedMessage {...messages.reviewTheirs} />
          </Button>
          <Button kind="primary" data-autofocus onClick={() => onChoose('mine')}>
            <FormattedMessage {...messages.reviewMine} />
          </Button>
        </>
      }
    >
      {theirs.title_text !== base.title_text && (
        <p>
          <FormattedMessage {...messages.reviewName} />: <del>{base.title_text}</del> <ins>{theirs.title_text}</ins>
        </p>
      )}
      {isSame ? (
        <p>
          <FormattedMessage {...messages.reviewSame} />
        </p>
      ) : (
        // What scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={styles.diff} tabIndex={0}>
          {parts.map((part, index) => {
            const key = `${index} ${part.value.length}`;
            if (part.removed) {
              return (
                <del key={key}>
                  <Hidden>{formatMessage(messages.removed)} </Hidden>
                  {part.value}
                </del>
              );
            }
            if (part.added) {
              return (
                <ins key={key}>
                  <Hidden>{formatMessage(messages.added)} </Hidden>
                  {part.value}
                </ins>
              );
            }
            return <span key={key}>{part.value}</span>;
          })}
        </pre>
      )}
      <p>
        <FormattedMessage {...messages.reviewNote} />
      </p>
    </Dialog>
  );
}
