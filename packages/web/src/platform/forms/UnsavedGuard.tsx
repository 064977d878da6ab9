import type { HistoryLocation } from '@tanstack/history';
import { createContext, use, useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { useRouter } from '../navigation/router-context.ts';

/** Whether two addresses show the same form: by default if they are the same page. */
export type IsSameForm = (one: HistoryLocation, other: HistoryLocation) => boolean;
export const UnsavedScope = createContext<IsSameForm>((one, other) => one.pathname === other.pathname);

/**
 * While something is unsaved, leaving the page (by link, Back, or closing the tab) asks first: `question`, or the default one.
 */
export function UnsavedGuard({
  isUnsaved,
  question,
  onLeave,
}: {
  isUnsaved(): boolean;
  question?: string;
  /** The input is discarded. */
  onLeave?(): void;
}) {
  const { history } = useRouter();
  const isSameForm = use(UnsavedScope);
  const check = useRef(isUnsaved);
  useEffect(() => {
    check.current = isUnsaved;
  });
  /** Ends the navigation that waits for an answer: true keeps it blocked. */
  const [answer, setAnswer] = useState<((isBlocked: boolean) => void) | null>(null);
  useEffect(
    () =>
      history.block({
        enableBeforeUnload: () => check.current(),
        blockerFn: async ({ currentLocation, nextLocation }) => {
          if (!check.current() || isSameForm(currentLocation, nextLocation)) return false;
          const isBlocked = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
          setAnswer(null);
          return isBlocked;
        },
      }),
    [history, isSameForm],
  );
  if (!answer) return null;
  return (
    <Dialog
      title={question ?? <FormattedMessage id="unsaved.title" defaultMessage="Leave without saving?" />}
      onClose={() => answer(true)}
      footer={
        <>
          <Button onClick={() => answer(true)} data-autofocus>
            <FormattedMessage id="unsaved.stay" defaultMessage="Keep editing" />
          </Button>
          <Button
            kind="danger"
            onClick={() => {
              onLeave?.();
              answer(false);
            }}
          >
            <FormattedMessage id="unsaved.leave" defaultMessage="Discard changes" />
          </Button>
        </>
      }
    >
      <FormattedMessage id="unsaved.body" defaultMessage="Your changes on this page have not been saved." />
    </Dialog>
  );
}
