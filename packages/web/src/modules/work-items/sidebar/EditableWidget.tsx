import { Pencil } from 'lucide-react';
import { lazy, type ReactNode, Suspense, use, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { ChangeRefusedError, RequestError } from '../../../platform/api/errors.ts';
import { useShortcuts } from '../../../platform/shortcuts/use-shortcuts.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { Popover, PopoverOpener } from '../../../ui/overlay/Popover.tsx';
import { Widget } from '../ItemLayout.tsx';
import { useSidebar } from '../sidebar-state.ts';
import { CellEditing, type Editing } from './cell-editing.ts';
import { sidebarMessages as messages } from './messages.ts';
import { type FieldConflict, StaleFieldError } from './seen.ts';
import styles from './sidebar.module.css';

const FieldConflictDialog = lazy(async () => ({
  default: (await import('./ConflictDialog.tsx')).FieldConflictDialog,
}));

export interface EditableWidgetProps {
  name: string;
  mayEdit: boolean;
  empty: ReactNode;
  /** The fallback message of a failure. */
  failed: string;
  /** Null for nothing. */
  value: ReactNode;
  editor(editing: Editing): ReactNode;
  /** Whether the editor replaces the value; otherwise it floats beside it. */
  isInline?: boolean;
  /** The validation error before saving. */
  error?: string | null;
  /** The key that opens the editor. */
  shortcut?: string | undefined;
  /** Refetches the value when the editor opens, so that the current one is edited. */
  refresh?: (() => Promise<unknown>) | undefined;
  /** The message if that failed. */
  refreshFailed?: string | undefined;
  /** Called when the editor opens. */
  onOpen?: (() => void) | undefined;
  /** What another press of the button does while the editor is open; it closes by default. */
  onLeave?: (() => void) | undefined;
}

/** One field in the sidebar, editable in place; or its editor in the cell of a list. */
export function EditableWidget(props: EditableWidgetProps) {
  const cell = use(CellEditing);
  if (!cell) return <SidebarWidget {...props} />;
  const { name, isInline, editor } = props;
  if (!isInline) return editor(cell);
  return (
    <Popover anchor={cell.anchor} onClose={cell.close} role="dialog" aria-label={name} className={styles.cell}>
      {editor(cell)}
    </Popover>
  );
}

function SidebarWidget(props: EditableWidgetProps) {
  const { name, mayEdit, empty, failed, value, editor, isInline = false, error = null, onOpen, onLeave } = props;
  const { shortcut, refresh, refreshFailed = failed } = props;
  const { formatMessage } = useIntl();
  const [isOpen, setOpen] = useState(false);
  const { run, failure, setFailure, conflictDialog } = useFieldSaving(name, failed);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, button]);
  const save: Editing['save'] = (work) => {
    setOpen(false);
    run(work);
  };
  const sidebar = useSidebar();
  const begin = (): void => {
    onOpen?.();
    sidebar?.setOpen(true);
    setFailure(null);
    setOpen(true);
    refresh?.().catch((problem: unknown) => {
      if (!(problem instanceof RequestError)) throw problem;
      setFailure(refreshFailed);
    });
  };
  const title = formatMessage(messages.edit, { name: name.toLowerCase() });
  useShortcuts(mayEdit && shortcut !== undefined ? [{ keys: shortcut, title, perform: begin }] : []);
  const said = failure ?? (isOpen ? null : error);
  const close = (): void => setOpen(false);
  const open = isOpen && <PopoverOpener value={button}>{editor({ anchor: button, close, save })}</PopoverOpener>;
  return (
    <Widget
      name={name}
      empty={empty}
      action={
        mayEdit && (
          <IconButton
            ref={setButton}
            size="small"
            icon={Pencil}
            iconSize={14}
            label={formatMessage(messages.edit, { name })}
            aria-expanded={isOpen}
            aria-keyshortcuts={shortcut}
            onClick={({ detail }) => {
              if (!isOpen) begin();
              // The second press of a double click is not another one.
              else if (detail < 2) (onLeave ?? close)();
            }}
          />
        )
      }
    >
      {said !== null || isOpen || conflictDialog ? (
        <>
          {said !== null && <Alert tone="danger">{said}</Alert>}
          {conflictDialog}
          {isInline && isOpen ? open : isNothing(value) ? empty : value}
          {!isInline && open}
        </>
      ) : (
        value
      )}
    </Widget>
  );
}

/** Saves a field, and keeps why that failed: in words, or as the question of a conflict. */
export function useFieldSaving(name: string, failed: string) {
  const [failure, setFailure] = useState<string | null>(null);
  const [conflict, setConflict] = useState<FieldConflict | null>(null);
  const run = (work: () => Promise<void>): void => {
    setFailure(null);
    work().catch((error: unknown) => {
      if (error instanceof StaleFieldError) return setConflict(error.conflict);
      if (!(error instanceof RequestError)) throw error;
      return setFailure(error instanceof ChangeRefusedError && error.message !== '' ? error.message : failed);
    });
  };
  const conflictDialog = conflict && (
    <Suspense fallback={null}>
      <FieldConflictDialog name={name} conflict={conflict} onClose={() => setConflict(null)} />
    </Suspense>
  );
  return { run, failure, setFailure, conflictDialog };
}

/** Values that React renders as nothing. */
const isNothing = (value: ReactNode): boolean => value === null || value === undefined || value === false;
