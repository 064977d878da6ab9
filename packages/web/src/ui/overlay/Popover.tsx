import {
  createContext,
  type MouseEventHandler,
  type PointerEventHandler,
  type ReactNode,
  type Ref,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { swallowClick } from '../drag/swallow-click.ts';
import { type Placement, useAnchor } from './anchor.ts';
import styles from './Popover.module.css';
import { isSmallScreen } from './small-screen.ts';

export interface SurfaceProps {
  anchor: Element | null;
  onClose(): void;
  placement?: Partial<Placement>;
  className?: string | undefined;
  children: ReactNode;
  role?: string;
  'aria-label'?: string | undefined;
  id?: string;
  tabIndex?: number;
  ref?: Ref<HTMLDivElement>;
  onMouseDown?: MouseEventHandler<HTMLDivElement>;
  onPointerDown?: PointerEventHandler<HTMLDivElement>;
  /** False for a surface opened by hover: the opener closes it. */
  closesOutside?: boolean;
}

/** The button that opened what contains the popover, if that is not the anchor: a press on it is not outside. */
export const PopoverOpener = createContext<Element | null>(null);

/**
 * A popover beside its anchor in the browser's top layer, so that nothing clips it; a bottom sheet on small screens. Closes on
 * Escape and on a press outside. Render it while it is open.
 */
export function Popover({
  anchor,
  onClose,
  placement,
  className = '',
  closesOutside = true,
  children,
  ref,
  ...rest
}: SurfaceProps) {
  const surface = useRef<HTMLDivElement>(null);
  const opener = use(PopoverOpener);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => {
    const element = surface.current;
    element?.showPopover();
    return () => element?.hidePopover();
  }, []);
  useAnchor(true, anchor, surface, { side: 'below', align: 'start', gap: 4, ...placement });
  useEffect(() => {
    const onPointer = (event: PointerEvent): void => {
      const target = event.target as Node;
      if (!closesOutside || [surface.current, anchor, opener].some((part) => part?.contains(target))) return;
      // A sheet dims the page behind it: a press there only closes the sheet.
      if (isSmallScreen()) swallowClick(true);
      close.current();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      close.current();
    };
    document.addEventListener('pointerdown', onPointer, true);
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('pointerdown', onPointer, true);
      document.removeEventListener('keydown', onKey, true);
    };
  }, [anchor, opener, closesOutside]);
  return (
    <div
      ref={(element) => {
        surface.current = element;
        if (typeof ref === 'function') ref(element);
        else if (ref) ref.current = element;
      }}
      popover="manual"
      {...rest}
      className={`${styles.surface} ${className}`}
    >
      {children}
    </div>
  );
}
