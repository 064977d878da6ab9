/** Where the focus is, or goes when this element is removed. */
interface FocusPosition {
  /** In the order of preference: the first one that can be focused. */
  targets: HTMLElement[];
  pathname: string;
  /** What happened since the focus was here. */
  removed?: 'row' | 'other';
}

const rows = 'li, tr, article, [role=row], [role=listitem], [role=treeitem]';
const controls = 'a[href], button, input, select, textarea, [tabindex]';

/**
 * Restores the focus when the row of a list that has it is removed, such as one that was deleted: it moves to the same control of the
 * next row, of the previous one if it was the last, or else to the heading of the section. Browsers leave it on the document's body. Also
 * after a dialog whose opener was removed meanwhile. Starts observing the page, and returns a function that stops it.
 */
export function restoreLostFocus(): () => void {
  /** Of the page and of each open dialog. */
  const positions = new Map<Element, FocusPosition>();
  const observer = new MutationObserver((records) => {
    follow(records);
    watch();
    restore();
  });

  const follow = (records: MutationRecord[]): void => {
    for (const record of records)
      for (const removed of record.removedNodes)
        for (const position of positions.values()) {
          const [element] = position.targets;
          if (!element || element.isConnected || !(removed instanceof Element) || !removed.contains(element)) continue;
          const isRow = removed.matches(rows) || element.closest(rows) !== null;
          position.removed = position.removed === 'row' || isRow ? 'row' : 'other';
          position.targets = nextTo(element, removed, record);
        }
  };
  /** Observes only the parents of what is kept: other changes of the page cost nothing. */
  const watch = (): void => {
    observer.disconnect();
    for (const [root, { targets }] of positions)
      for (const element of root === document.body ? targets.slice(0, 1) : [...targets.slice(0, 1), root])
        for (let node: Node | null = element; (node = node.parentNode);) observer.observe(node, { childList: true });
  };
  const restore = (): void => {
    let isDialogGone = false;
    for (const root of positions.keys()) if (!root.isConnected) isDialogGone = positions.delete(root);
    const position = [...positions.values()].at(-1);
    // A new page sets the focus itself.
    if (document.activeElement !== document.body || position?.pathname !== window.location.pathname) return;
    if (position.removed === 'row' || (position.removed && isDialogGone)) position.targets.some(isFocused);
  };
  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    follow(observer.takeRecords());
    positions.set(target.closest('dialog') ?? document.body, {
      targets: [target],
      pathname: window.location.pathname,
    });
    watch();
  };
  document.addEventListener('focusin', onFocus);
  return () => {
    document.removeEventListener('focusin', onFocus);
    observer.disconnect();
  };
}

/** What takes the focus of `element`, which was removed with `removed`. */
function nextTo(
  element: HTMLElement,
  removed: Element,
  { target, nextSibling, previousSibling }: MutationRecord,
): HTMLElement[] {
  /** The row and its controls, without those of dialogs in it. */
  const parts = (row: Element): HTMLElement[] =>
    [row, ...row.querySelectorAll(controls)].filter(
      (part): part is HTMLElement => part instanceof HTMLElement && part.closest('dialog') === row.closest('dialog'),
    );
  const list = target instanceof Element && target.isConnected ? target : null;
  const hasRow = (node: Element): boolean => node.matches(rows) || node.querySelector(rows) !== null;
  if (list && hasRow(removed)) {
    const row = [nextSibling, previousSibling, ...list.children].find(
      (node) => node instanceof Element && node.isConnected && node.tagName === removed.tagName && hasRow(node),
    );
    if (row instanceof HTMLElement) {
      const all = parts(row);
      const former = parts(removed);
      // The buttons of a row are at its end, and some rows have more of them.
      const same = element === removed ? row : all.at(former.indexOf(element) - former.length);
      return same ? [same, ...all] : all;
    }
  }
  const around = list?.closest<HTMLElement>(`${rows}, section, dialog, main`);
  if (!around) return [];
  if (around.matches(rows)) return parts(around);
  const heading = around.querySelector<HTMLElement>('h1, h2, h3, h4') ?? around;
  heading.tabIndex = -1;
  return [heading];
}

function isFocused(element: HTMLElement): boolean {
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
