import { history, historyKeymap, insertNewline, isolateHistory, standardKeymap } from '@codemirror/commands';
import { Annotation, Compartment, EditorState, type Extension, type Text } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { EditorArea, EditorEvents } from './editor-area.ts';

/** A text set by the page, not typed: the page is not notified. */
const isOurs = Annotation.define<true>();

/** As the text area looks; its colors follow the page's. */
const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    overflow: 'auto',
    fontFamily: 'var(--font-code)',
    fontSize: 'var(--text-13)',
    lineHeight: '22px',
  },
  '.cm-content': { padding: '14px 0', caretColor: 'var(--text)' },
  // The focus ring is drawn around the whole editor.
  '.cm-content:focus-visible': { boxShadow: 'none' },
  '.cm-line': { padding: '0 16px' },
});

type Attributes = Readonly<Record<string, string>>;

export interface LongTextView {
  area: EditorArea;
  /** Another text than what was written. */
  setValue(value: string): void;
  setAttributes(attributes: Attributes): void;
  /** It is shown again. */
  measure(): void;
  destroy(): void;
}

/**
 * A field that renders only the visible lines. It behaves like the text area: undo is stepwise, Tab moves on, and Ctrl+Enter
 * belongs to the form.
 */
export function createLongText(
  parent: HTMLElement,
  first: { value: string; attributes: Attributes },
  events: () => EditorEvents,
): LongTextView {
  const attributes = new Compartment();
  let shown = first.attributes;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: first.value,
      extensions: [
        handlers(events),
        history(),
        keymap.of([{ key: 'Enter', run: insertNewline, shift: insertNewline }, ...standardKeymap, ...historyKeymap]),
        EditorView.lineWrapping,
        attributes.of(EditorView.contentAttributes.of(first.attributes)),
        look,
        EditorView.updateListener.of(({ docChanged, selectionSet, transactions }) => {
          if (docChanged && !transactions.every((each) => each.annotation(isOurs))) events().onChange(valueOf());
          else if (selectionSet) events().onSelect();
        }),
      ],
    }),
  });
  let read: Text | null = null;
  let text = '';
  /** Tools read it more often than it changes. */
  const valueOf = (): string => {
    if (read !== view.state.doc) {
      read = view.state.doc;
      text = read.toString();
    }
    return text;
  };
  return {
    area: areaOf(view, valueOf),
    setValue(next) {
      const doc = view.state.toText(next);
      if (!doc.eq(view.state.doc)) {
        const changes = { from: 0, to: view.state.doc.length, insert: doc };
        view.dispatch({ changes, annotations: [isOurs.of(true), isolateHistory.of('full')] });
      }
    },
    setAttributes(wanted) {
      if (JSON.stringify(wanted) === JSON.stringify(shown)) return;
      shown = wanted;
      view.dispatch({ effects: attributes.reconfigure(EditorView.contentAttributes.of(wanted)) });
    },
    measure: () => view.requestMeasure(),
    destroy: () => view.destroy(),
  };
}

/** The editor receives every event first. */
function handlers(events: () => EditorEvents): Extension {
  const taken = (event: Event, isTaken: boolean): boolean => {
    if (isTaken) event.preventDefault();
    return isTaken;
  };
  const drag = (event: DragEvent): boolean =>
    event.dataTransfer !== null && taken(event, events().onDrag(event.type, event.dataTransfer));
  return EditorView.domEventHandlers({
    keydown(event) {
      if (!taken(event, events().onKey(event))) return false;
      event.stopPropagation();
      return true;
    },
    paste: (event) => event.clipboardData !== null && taken(event, events().onPaste(event.clipboardData)),
    dragover: drag,
    dragleave: drag,
    drop: drag,
    blur() {
      events().onBlur();
      return false;
    },
  });
}

function areaOf(view: EditorView, valueOf: () => string): EditorArea {
  const write = (start: number, end: number, text: string, selection?: readonly [number, number]): void => {
    const insert = view.state.toText(text);
    const [anchor, head] = selection ?? [start + insert.length, start + insert.length];
    view.dispatch({
      changes: { from: start, to: end, insert },
      selection: { anchor, head },
      userEvent: 'input',
      annotations: isolateHistory.of('full'),
      scrollIntoView: selection === undefined,
    });
  };
  return {
    get value() {
      return valueOf();
    },
    get selectionStart() {
      return view.state.selection.main.from;
    },
    get selectionEnd() {
      return view.state.selection.main.to;
    },
    get hasFocus() {
      return view.hasFocus;
    },
    focus: () => view.focus(),
    setSelectionRange: (anchor, head) => view.dispatch({ selection: { anchor, head }, scrollIntoView: true }),
    type(start, end, text) {
      view.focus();
      write(start, end, text);
    },
    change: write,
    boxAt(position) {
      const found = view.coordsAtPos(position);
      const { left, bottom } = view.dom.getBoundingClientRect();
      if (!found) return { left: left + 8, top: bottom - 4, width: 0, height: 0 };
      return { left: found.left, top: found.top, width: 0, height: found.bottom - found.top };
    },
  };
}
