import { Check, type LucideIcon } from 'lucide-react';
import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { Placement } from './anchor.ts';
import { Icon } from '../button/Icon.tsx';
import { Popover } from './Popover.tsx';
import { roveByKey, shownAmong } from '../list/rove.ts';
import styles from './Popover.module.css';

/** The props of the button that opens the menu. */
export interface MenuTrigger {
  ref: Ref<HTMLButtonElement>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick(): void;
  onKeyDown(event: KeyboardEvent): void;
}

export interface MenuProps {
  label: string;
  trigger(props: MenuTrigger): ReactElement;
  placement?: Partial<Placement>;
  children: ReactNode;
}

const CloseMenu = createContext<() => void>(() => undefined);
const entries = '[role^=menuitem]';

/**
 * A button and the menu it opens. Arrows move, letters jump, Escape and Tab close, the focus returns to the button. Content
 * that must be fetched appears all at once, after a Loading placeholder: entries that arrive later would shift others under the
 * pointer.
 */
export function Menu({ label, trigger, placement, children }: MenuProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const close = useCallback(() => {
    setOpen(false);
    button?.focus();
  }, [button]);
  return (
    <>
      {trigger({
        ref: setButton,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
        onClick: () => setOpen((open) => !open),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        },
      })}
      {isOpen && (
        <CloseMenu value={close}>
          <MenuSurface
            id={id}
            label={label}
            anchor={button}
            onClose={close}
            onTab={() => setOpen(false)}
            placement={placement}
          >
            {children}
          </MenuSurface>
        </CloseMenu>
      )}
    </>
  );
}

export interface MenuAtProps {
  label: string;
  anchor: Element;
  children: ReactNode;
  /** Also returns the focus. */
  onClose(): void;
}

/** A menu without a button of its own, beside the element that asked for it. Render it while it is open. */
export function MenuAt({ label, anchor, children, onClose }: MenuAtProps) {
  const id = useId();
  return (
    <CloseMenu value={onClose}>
      <MenuSurface id={id} label={label} anchor={anchor} onClose={onClose} onTab={onClose} placement={undefined}>
        {children}
      </MenuSurface>
    </CloseMenu>
  );
}

interface MenuSurfaceProps {
  id: string;
  label: string;
  anchor: Element | null;
  onClose(): void;
  onTab(): void;
  placement: Partial<Placement> | undefined;
  children: ReactNode;
}

function MenuSurface({ id, label, anchor, onClose, onTab, placement, children }: MenuSurfaceProps) {
  const surface = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const menu = surface.current;
    if (!menu || enter(menu)) return undefined;
    // A menu may have to fetch its items. The focus moves when they arrive, unless it has left the menu.
    const observer = new MutationObserver(() => {
      const now = document.activeElement;
      if ((now !== anchor && now !== document.body && !menu.contains(now)) || enter(menu)) observer.disconnect();
    });
    observer.observe(menu, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [anchor]);
  return (
    <Popover anchor={anchor} onClose={onClose} placement={placement ?? {}} className={styles.menu}>
      {/* The menu's own element takes the keys; the surface around it only floats. */}
      <div
        ref={surface}
        id={id}
        role="menu"
        // A long menu scrolls; Tab closes it, so this is no stop on the way.
        tabIndex={0}
        aria-label={label}
        onKeyDown={(event) => {
          if (event.key === 'Tab') onTab();
          else if (!roveByKey(event, entries, 'vertical')) jumpByLetter(event);
        }}
      >
        {children}
      </div>
    </Popover>
  );
}

/** Focuses the selected item, or the first one; returns whether there is one. */
function enter(menu: HTMLElement): boolean {
  const items = shownAmong(menu, entries);
  const first = items.find((item) => item.ariaChecked === 'true') ?? items[0];
  first?.focus();
  return first !== undefined;
}

function jumpByLetter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || event.key === ' ') return;
  const items = shownAmong(event.currentTarget, entries);
  const after = items.indexOf(document.activeElement as HTMLElement) + 1;
  const letter = event.key.toLowerCase();
  const rotated = [...items.slice(after), ...items.slice(0, after)];
  rotated.find((item) => item.textContent.trim().toLowerCase().startsWith(letter))?.focus();
}

export interface MenuItemProps {
  icon?: LucideIcon;
  /** At the right: a key, a count. */
  end?: ReactNode;
  tone?: 'danger';
  /** Makes the item a link; `onSelect` then replaces the navigation. */
  href?: string;
  /** Its effect replaces the menu, which therefore must not return the focus. */
  keepsOpen?: boolean;
  onSelect(): void;
  children: ReactNode;
}

/** One action or link. */
export function MenuItem({ icon, end, tone, href, keepsOpen, onSelect, children }: MenuItemProps) {
  const close = useContext(CloseMenu);
  const inside = (
    <>
      {icon && <Icon of={icon} />}
      <span className={styles.itemText}>{children}</span>
      {end && <span className={styles.end}>{end}</span>}
    </>
  );
  const select = (event: MouseEvent): void => {
    if (href !== undefined && (event.metaKey || event.ctrlKey || event.shiftKey)) return;
    event.preventDefault();
    if (!keepsOpen) close();
    onSelect();
  };
  const shared = { role: 'menuitem', tabIndex: -1, className: styles.item, 'data-tone': tone, onClick: select };
  return href === undefined ? (
    <button type="button" {...shared}>
      {inside}
    </button>
  ) : (
    <a href={href} {...shared}>
      {inside}
    </a>
  );
}

/** One of several choices; the chosen one carries a check. */
export function MenuChoice({
  checked,
  onSelect,
  children,
}: {
  checked: boolean;
  onSelect(): void;
  children: ReactNode;
}) {
  const close = useContext(CloseMenu);
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={checked}
      tabIndex={-1}
      className={styles.item}
      onClick={() => {
        close();
        onSelect();
      }}
    >
      <span className={styles.check}>{checked && <Icon of={Check} />}</span>
      <span className={styles.itemText}>{children}</span>
    </button>
  );
}

/** A heading over the items after it. */
export function MenuTitle({ children }: { children: ReactNode }) {
  return (
    <p className={styles.title} role="presentation">
      {children}
    </p>
  );
}

/** A separator. */
export function MenuLine() {
  return <hr className={styles.line} />;
}
