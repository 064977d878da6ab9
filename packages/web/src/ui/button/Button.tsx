import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Icon } from './Icon.tsx';
import { Spinner } from '../progress/Spinner.tsx';
import styles from './Button.module.css';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind;
  size?: ButtonSize;
  icon?: LucideIcon | undefined;
  iconAfter?: LucideIcon | undefined;
  /** In progress: a spinner is shown before the label and presses are ignored. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
  children?: ReactNode;
}

/**
 * A button: one `primary` per view, `secondary` beside it, `quiet` within other elements, `danger` for irreversible actions.
 */
export function Button({
  kind = 'secondary',
  size = 'medium',
  icon,
  iconAfter,
  busy = false,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...buttonLook(kind, size, className)}
      data-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={(event) => {
        if (busy || rest['aria-disabled'] === true) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <Spinner className={styles.spinner} /> : icon && <Icon of={icon} />}
      {children}
      {iconAfter && <Icon of={iconAfter} size={14} />}
    </button>
  );
}

/** The attributes that style any element as a button; for links. */
export function buttonLook(kind: ButtonKind = 'secondary', size: ButtonSize = 'medium', className = '') {
  return { className: `${styles.button} ${className}`, 'data-kind': kind, 'data-size': size };
}
