import { Search } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ModalSurface } from '../../ui/overlay/Dialog.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { Spinner } from '../../ui/progress/Spinner.tsx';
import { Hidden, Key, text } from '../../ui/text/text.tsx';
import { goTo, hrefOf } from '../../platform/navigation/navigation.ts';
import type { NamespaceSummary } from '../../modules/namespaces/summary.ts';
import { shellMessages } from '../navigation/messages.ts';
import { Marked } from '../../modules/search/Marked.tsx';
import { endKeyBuffer } from '../../platform/shortcuts/key-buffer.ts';
import { type Entry, useEntries } from './entries.ts';
import styles from './Palette.module.css';
import { defineMessages } from '../../ui/text/messages.ts';

const messages = defineMessages({
  results: { id: 'palette.results', defaultMessage: 'Results' },
  none: { id: 'palette.none', defaultMessage: 'No results for “{search}”' },
  failed: { id: 'palette.failed', defaultMessage: 'Search failed. Change the text to try again.' },
  count: { id: 'palette.count', defaultMessage: '{count, plural, one {# result} other {# results}}' },
  choose: { id: 'palette.choose', defaultMessage: 'choose' },
  open: { id: 'palette.open', defaultMessage: 'open' },
  close: { id: 'palette.close', defaultMessage: 'close' },
});

/** The command palette: a search field with its results below, operated by keys. */
export function Palette({ namespace, onClose }: { namespace: NamespaceSummary | null; onClose(): void }) {
  const { formatMessage } = useIntl();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  /**
   * The entry selected by arrows or pointer; the first one if null. Identified by key, because the list changes as results
   * arrive.
   */
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const [isOpening, setOpening] = useState(false);
  useLayoutEffect(() => {
    // The field has the focus: insert what was typed while the palette was loading.
    endKeyBuffer((early) => {
      setSearch(early.text);
      setOpening(early.isEntered);
    });
  }, []);
  const { groups, isSearching, isBehind, error } = useEntries(search, namespace);
  const entries = groups.flatMap((group) => group.entries);
  const targets = entries.filter((entry) => !entry.isOutdated);
  const at = Math.max(
    targets.findIndex(({ key }) => key === activeKey),
    0,
  );
  const chosen = targets[at];
  /** Results of the server are pending, and nothing else matches. */
  const waits = isBehind && (!chosen || chosen.key === 'search') && activeKey === null;
  // The first row stays active meanwhile, because Enter takes the first result.
  const marked = waits ? entries[0] : chosen;
  const idOf = (entry: Entry): string => `${id}-${entries.indexOf(entry)}`;
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [marked?.key]);

  const open = useCallback(
    ({ act }: Entry, inNewTab: boolean): void => {
      if ('to' in act && inNewTab) {
        window.open(hrefOf(act.to), '_blank', 'noopener');
        return;
      }
      onClose();
      if ('to' in act) goTo(act.to);
      // After the focus is restored: the action may need it.
      else window.setTimeout(() => act.perform());
    },
    [onClose],
  );
  useEffect(() => {
    if (isOpening && !isBehind && chosen) open(chosen, false);
  }, [isOpening, isBehind, chosen, open]);
  // Nothing was found: a result that appears later is not what the user meant.
  if (isOpening && !isBehind && !chosen) setOpening(false);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && targets.length > 0) {
      event.preventDefault();
      setActiveKey(targets[(at + step + targets.length) % targets.length]?.key ?? null);
      setOpening(false);
    } else if (event.key === 'Enter' && (chosen || isBehind) && !event.nativeEvent.isComposing) {
      event.preventDefault();
      // The results in view answer an incomplete text: unless the user selected an entry, use the results of the complete text.
      if (waits) setOpening(true);
      else if (chosen) open(chosen, event.metaKey || event.ctrlKey);
    }
  };

  return (
    <ModalSurface label={formatMessage(shellMessages.searchOrJump)} size="wide" onClose={onClose}>
      <div className={styles.input}>
        {isSearching ? <Spinner /> : <Icon of={Search} size={18} />}
        <input
          data-autofocus
          role="combobox"
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={marked ? idOf(marked) : undefined}
          aria-label={formatMessage(shellMessages.searchOrJump)}
          placeholder={formatMessage(shellMessages.searchOrJump)}
          autoComplete="off"
          spellCheck={false}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setActiveKey(null);
            setOpening(false);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div
        ref={list}
        className={styles.list}
        role="listbox"
        id={`${id}-list`}
        aria-label={formatMessage(messages.results)}
      >
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <p className={styles.title} aria-hidden="true">
              {group.title}
            </p>
            {group.entries.map((entry) => (
              // The field keeps the focus and the keys; a pointer may press an entry too.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={entry.key}
                id={idOf(entry)}
                role="option"
                aria-selected={entry === marked}
                aria-disabled={entry.isOutdated || undefined}
                className={styles.item}
                onPointerMove={() => !entry.isOutdated && setActiveKey(entry.key)}
                onClick={(event) => !entry.isOutdated && open(entry, event.metaKey || event.ctrlKey)}
              >
                <Icon of={entry.icon} />
                <span className={text.cut}>
                  <Marked text={entry.title} ranges={entry.ranges ?? rangeOf(entry.title, search.trim())} />
                </span>
                <span className={`${styles.end} ${text.cut}`}>{entry.end}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status">
        {search.trim() !== '' && !isBehind && entries.length > 0 && (
          <Hidden>{formatMessage(messages.count, { count: entries.length })}</Hidden>
        )}
      </p>
      {entries.every(({ key }) => key === 'search') && !isSearching && !isBehind && (
        <p className={styles.none} role="status">
          {error ? (
            <FormattedMessage {...messages.failed} />
          ) : (
            <FormattedMessage {...messages.none} values={{ search }} />
          )}
        </p>
      )}
      <p className={styles.foot}>
        <span>
          <Key>↑</Key>
          <Key>↓</Key> <FormattedMessage {...messages.choose} />
        </span>
        <span>
          <Key>↵</Key> <FormattedMessage {...messages.open} />
        </span>
        <span>
          <Key>esc</Key> <FormattedMessage {...messages.close} />
        </span>
      </p>
    </ModalSurface>
  );
}

/** Where a part is in a text. */
function rangeOf(whole: string, part: string): { start: number; end: number }[] {
  const start = part === '' ? -1 : whole.toLowerCase().indexOf(part.toLowerCase());
  return start === -1 ? [] : [{ start, end: start + part.length }];
}
