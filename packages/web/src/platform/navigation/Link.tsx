import type { AnchorHTMLAttributes, Ref } from 'react';
import { type ButtonKind, type ButtonSize, buttonLook } from '../../ui/button/Button.tsx';
import { Icon, type IconProps } from '../../ui/button/Icon.tsx';
import { followLink, hrefOf, prepare, type Target } from './navigation.ts';
import type { SearchChange } from './search.ts';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: Target;
  search?: SearchChange | undefined;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link within the application; a real one, so it opens in new tabs and copies as links do. */
export function Link({ to, search, onClick, children, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={hrefOf(to, search)}
      onClick={(event) => {
        onClick?.(event);
        followLink(event);
      }}
      onPointerEnter={() => prepare(to)}
      onFocus={() => prepare(to)}
    >
      {children}
    </a>
  );
}

export interface ButtonLinkProps extends LinkProps {
  kind?: ButtonKind;
  size?: ButtonSize;
  icon?: IconProps['of'];
}

/** A link that looks like a button: for a primary action that is a page. */
export function ButtonLink({ kind, size, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} {...buttonLook(kind, size, className)}>
      {icon && <Icon of={icon} />}
      {children}
    </Link>
  );
}
