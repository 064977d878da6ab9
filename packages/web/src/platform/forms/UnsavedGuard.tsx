import { useBlocker } from '@tanstack/react-router';
import { FormattedMessage } from 'react-intl';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';

/** While something is unsaved, leaving the page (by link, Back, or closing the tab) asks first: `question`, or one of its own. */
export function UnsavedGuard({
  isUnsaved,
  question,
  onLeave,
}: {
  isUnsaved(): boolean;
  question?: string;
  /** What was typed is given up. */
  onLeave?(): void;
}) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved() && current.pathname !== next.pathname,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog
      title={question ?? <FormattedMessage id="unsaved.title" defaultMessage="Leave without saving?" />}
      onClose={blocker.reset}
      footer={
        <>
          <Button onClick={blocker.reset} data-autofocus>
            <FormattedMessage id="unsaved.stay" defaultMessage="Keep editing" />
          </Button>
          <Button
            kind="danger"
            onClick={() => {
              onLeave?.();
              blocker.proceed();
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
