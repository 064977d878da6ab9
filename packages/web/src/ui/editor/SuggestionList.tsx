import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { placeBeside } from '../overlay/anchor.ts';
import type { EditorArea } from './editor-area.ts';
import { defineMessages } from '../text/messages.ts';
import { Hidden } from '../text/text.tsx';
import type { Suggestions } from './use-suggestions.ts';
import styles from './SuggestionList.module.css';

const messages = defineMessages({
  list: { id: 'suggestions.list', defaultMessage: 'Suggestions' },
  count: {
    id: 'suggestions.count',
    defaultMessage: '{count, plural, one {# suggestion} other {# suggestions}}. Arrow keys move, Enter chooses.',
  },
});

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/**
 * The list beside the caret. The focus stays in the text: arrow keys move through the list, and the active option is exposed by
 * `aria-activedescendant`.
 */
export function SuggestionList({
  id,
  area,
  suggestions,
}: {
  id: string;
  area: RefObject<EditorArea | null>;
  suggestions: Suggestions;
}) {
  const { formatMessage } = useIntl();
  const surface = useRef<HTMLDivElement>(null);
  const { trigger, options, isOutdated, active, choose, mark } = suggestions;
  const isOpen = trigger !== null && options.length > 0;
  const start = trigger?.start;
  const note = options[0]?.perform === null ? options[0].title : null;
  const announcement = note ?? formatMessage(messages.count, { count: options.length });
  useLayoutEffect(() => {
    const element = surface.current;
    if (!isOpen || !element || !area.current || start === undefined) return undefined;
    const field = area.current;
    element.showPopover?.();
    const updatePosition = (): void => {
      const { left, top } = placeBeside(
        field.boxAt(start),
        { width: element.offsetWidth, height: element.offsetHeight },
        { width: document.documentElement.clientWidth, height: window.visualViewport?.height ?? window.innerHeight },
        { side: 'below', align: 'start', gap: 4 },
      );
      element.style.setProperty('--left', `${Math.round(left)}px`);
      element.style.setProperty('--top', `${Math.round(top)}px`);
    };
    updatePosition();
    window.addEventListener('scroll', updatePosition, { capture: true, passive: true });
    window.addEventListener('resize', updatePosition);
    return () => {
      window.removeEventListener('scroll', updatePosition, { capture: true });
      window.removeEventListener('resize', updatePosition);
    };
  }, [isOpen, start, area, options]);
  useLayoutEffect(() => {
    surface.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  return (
    <>
      <Hidden>
        <span role="status">{isOpen ? announcement : ''}</span>
      </Hidden>
      {isOpen && (
        <div
          ref={surface}
          popover="manual"
          id={id}
          role="listbox"
          tabIndex={-1}
          aria-label={formatMessage(messages.list)}
          data-outdated={isOutdated || undefined}
          className={styles.list}
          // A press keeps the focus in the text.
          onMouseDown={(event) => event.preventDefault()}
        >
          {options.map((option, index) => (
            // Keys reach it through the text area, where the focus stays.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={option.key}
              id={optionId(id, index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              aria-disabled={isOutdated || option.perform === null || undefined}
              className={styles.option}
              onClick={isOutdated ? undefined : () => choose(option)}
              onPointerMove={isOutdated || option.perform === null ? undefined : () => mark(index)}
            >
              {option.icon}
              <span className={styles.title}>{option.title}</span>
              {option.detail && <span className={styles.detail}>{option.detail}</span>}
            </div>
          ))}
        </div>
      )}
    </>
  );
}
