import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { IconButton } from '../button/IconButton.tsx';
import styles from './Dialog.module.css';

export interface DialogProps {
  title: ReactNode;
  onClose(): void;
  children?: ReactNode;
  /** The buttons. Give the safe one `data-autofocus`: it is focused first. */
  footer?: ReactNode;
}

/** A modal dialog: the native element traps the focus and restores it afterwards. */
export function Dialog({ title, onClose, children, footer }: DialogProps) {
  const id = useId();
  return (
    <ModalSurface onClose={onClose} labelledBy={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <CloseButton onClose={onClose} />
      </div>
      <div className={styles.body}>{children}</div>
      {footer && <div className={styles.foot}>{footer}</div>}
    </ModalSurface>
  );
}

function CloseButton({ onClose }: { onClose(): void }) {
  const label = useIntl().formatMessage({ id: 'ui.close', defaultMessage: 'Close' });
  return <IconButton icon={X} label={label} onClick={onClose} tooltip={false} />;
}

export interface ModalSurfaceProps {
  onClose(): void;
  labelledBy?: string;
  label?: string;
  /** `full` fills the window. */
  size?: 'medium' | 'wide' | 'full';
  children: ReactNode;
}

/** The bare modal surface, for a palette or a viewer. Escape and a press outside close it. */
export function ModalSurface({ onClose, labelledBy, label, size = 'medium', children }: ModalSurfaceProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement as HTMLElement | null;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      element?.close();
      // If the opener was removed meanwhile, `restoreLostFocus` moves the focus to its neighbor.
      if (before?.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-size={size}
      aria-labelledby={labelledBy}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {children}
    </dialog>
  );
}

export interface DrawerProps {
  title: ReactNode;
  onClose(): void;
  /** Where the focus returns to. */
  opener?: HTMLElement | null;
  children: ReactNode;
}

/** A non-modal panel at the right of the page. The focus moves to its heading. */
export function Drawer({ title, onClose, opener, children }: DrawerProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    return () => opener?.focus();
  }, [opener]);
  return (
    <section
      role="dialog"
      aria-labelledby={id}
      className={styles.drawer}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={styles.drawerHead}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <CloseButton onClose={onClose} />
      </div>
      <div className={styles.drawerBody}>{children}</div>
    </section>
  );
}
