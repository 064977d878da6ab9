import { useState } from 'react';

/** The state of a button that opens a dialog beside it. */
export function useOpener() {
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  return {
    isOpen,
    open: () => setOpen(true),
    /** Returns the focus to the button. */
    close: () => {
      setOpen(false);
      button?.focus();
    },
    /** The anchor of the dialog. */
    anchor: button,
    /** For the button. */
    opener: {
      ref: setButton,
      'aria-haspopup': 'dialog',
      'aria-expanded': isOpen,
      onClick: () => setOpen(!isOpen),
    },
  } as const;
}
