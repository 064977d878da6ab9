import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import { type ButtonKind, type ButtonSize, buttonLook } from './Button.tsx';
import { Icon, type IconProps } from './Icon.tsx';

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: LucideIcon;
  /** Read aloud, and shown as the tooltip. */
  label: string;
  kind?: ButtonKind;
  size?: ButtonSize;
  iconSize?: IconProps['size'];
  /** False if the label is visible beside the button. */
  tooltip?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A square button with an icon alone. */
export function IconButton({
  icon,
  label,
  kind = 'quiet',
  size = 'medium',
  iconSize = 16,
  tooltip = true,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={tooltip ? label : undefined}
      {...rest}
      {...buttonLook(kind, size, className)}
      data-shape="icon"
    >
      <Icon of={icon} size={iconSize} />
    </button>
  );
}
