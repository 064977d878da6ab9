import type { HistoryLocation } from '@tanstack/history';
import { createContext, use, useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { useRouter } from '../navigation/router-context.ts';

/** Whether two addresses show the same form: by default if they are the same page. */
export type IsSameForm = (one: HistoryLocation, other: HistoryLocation) => boolean;
export const UnsavedScope = createContext<IsSameForm>((one, other) => one.pathname === other.pathname);

/** The states of navigations whose input the viewer discarded: the other guards of the page do not ask again. */
const discarded = new WeakSet<object>();

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
  const current = useRef({ isUnsaved, onLeave });
  useEffect(() => {
    current.current = { isUnsaved, onLeave };
  });
  /** Ends the navigation that waits for an answer: true keeps it blocked. */
  const [answer, setAnswer] = useState<((isBlocked: boolean) => void) | null>(null);
  useEffect(
    () =>
      history.block({
        enableBeforeUnload: () => current.current.isUnsaved(),
        blockerFn: async ({ currentLocation, nextLocation }) => {
          if (!current.current.isUnsaved() || isSameForm(currentLocation, nextLocation)) return false;
          const { state } = nextLocation;
          if (!discarded.has(state)) {
            const isBlocked = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
            setAnswer(null);
            if (isBlocked) return true;
            discarded.add(state);
          }
          current.current.onLeave?.();
          return false;
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
          <Button kind="danger" onClick={() => answer(false)}>
            <FormattedMessage id="unsaved.leave" defaultMessage="Discard changes" />
          </Button>
        </>
      }
    >
      <FormattedMessage id="unsaved.body" defaultMessage="Your changes on this page have not been saved." />
    </Dialog>
  );
}
