import { Fragment, useRef, useState, type ReactNode } from 'react';
import { Menu, MenuChoice } from '../../../ui/overlay/Menu.tsx';
import { useSmallScreen } from '../../../ui/overlay/small-screen.ts';
import { roveByKey } from '../../../ui/list/rove.ts';
import styles from './toggles.module.css';
import { useFitting } from './use-fitting.ts';

export interface FilterToggle {
  id: string;
  name: string;
  /** Its accessible name, where that says more. */
  label?: string | undefined;
  /** Keeps the width of three digits. */
  count?: string | undefined;
  sign?: ReactNode;
  isOn?: boolean;
  /** Shown in red, as what is wrong. */
  isUrgent?: boolean | undefined;
  /** Undefined where nothing can be filtered by it. */
  onToggle?: (() => void) | undefined;
}

export interface FilterTogglesProps {
  label: string;
  /** With a hairline between two of them. */
  parts: readonly (readonly FilterToggle[])[];
  /** Opens the menu of those that do not fit. */
  more: (count: number) => string;
  /** `scrolls`: on small screens. `end`: at the right of their space. `wraps`: on as many lines as they need. */
  room: 'scrolls' | 'end' | 'wraps';
}

const stops = 'button:not([data-hidden])';

/** A toolbar of buttons that filter the list. Those that do not fit stand in a menu at its end. */
export function FilterToggles({ label, parts, more, room }: FilterTogglesProps) {
  const all = parts.flat();
  const line = useRef<HTMLDivElement>(null);
  const isSmall = useSmallScreen();
  const { fitting, width } = useFitting(line, all.length, (room === 'scrolls' && isSmall) || room === 'wraps');
  const [stop, setStop] = useState<string | null>(null);
  const rest = all.slice(fitting);
  const shown = all.slice(0, fitting).filter(({ onToggle }) => onToggle);
  const tabStop = shown.some(({ id }) => id === stop) ? stop : shown[0]?.id;
  return (
    <div
      className={styles.bar}
      role="toolbar"
      aria-label={label}
      data-room={room}
      onKeyDown={(event) => {
        if (!event.defaultPrevented) roveByKey(event, stops, 'horizontal');
      }}
    >
      <div ref={line} className={styles.line}>
        {parts.map((part, at) => (
          <Fragment key={part[0]?.id ?? at}>
            {at > 0 && part.length > 0 && (parts[at - 1]?.length ?? 0) > 0 && (
              <i className={styles.rule} data-hidden={all.indexOf(part[0] as FilterToggle) >= fitting || undefined} />
            )}
            {part.map((toggle) => (
              <Toggle
                key={toggle.id}
                toggle={toggle}
                isHidden={all.indexOf(toggle) >= fitting}
                isTabStop={toggle.id === tabStop}
                onFocus={() => setStop(toggle.id)}
              />
            ))}
          </Fragment>
        ))}
      </div>
      {rest.length > 0 && (
        <span className={styles.more} style={{ left: width }}>
          <Menu
            label={label}
            placement={{ align: 'end' }}
            trigger={(trigger) => (
              <button type="button" {...trigger} className={styles.toggle}>
                {more(rest.length)}
              </button>
            )}
          >
            {rest.map(({ id, name, count, sign, isOn = false, onToggle }) =>
              onToggle ? (
                <MenuChoice key={id} checked={isOn} onSelect={onToggle}>
                  {name} {count}
                </MenuChoice>
              ) : (
                <div key={id} className={styles.entry} role="presentation">
                  {sign}
                  {name}
                </div>
              ),
            )}
          </Menu>
        </span>
      )}
    </div>
  );
}

interface ToggleProps {
  toggle: FilterToggle;
  isHidden: boolean;
  isTabStop: boolean;
  onFocus: () => void;
}

function Toggle({ toggle, isHidden, isTabStop, onFocus }: ToggleProps) {
  const { name, label, count, sign, isOn = false, isUrgent, onToggle } = toggle;
  const content = (
    <>
      {sign}
      <span>{name}</span>
      {count !== undefined && <b>{count}</b>}
    </>
  );
  const look = { className: styles.toggle, 'data-hidden': isHidden || undefined, 'data-fit': true } as const;
  if (!onToggle) return <span {...look}>{content}</span>;
  return (
    <button
      type="button"
      {...look}
      data-urgent={isUrgent || undefined}
      aria-pressed={isOn}
      aria-label={label}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={onFocus}
      onClick={onToggle}
    >
      {content}
    </button>
  );
}
