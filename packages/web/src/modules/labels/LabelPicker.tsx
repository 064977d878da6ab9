import { useFeature } from '../../platform/session/features.ts';
import { byTitle, selectionSummary, toggleLabel, type SelectableLabel } from '@milepost/core/label-selection';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { useSearched } from '../../platform/api/use-searched.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Picker } from '../../ui/overlay/Picker.tsx';
import { labelChoices, type ShownLabel } from './api.ts';
import { labelMessages as messages } from './messages.ts';
import styles from './LabelPicker.module.css';

const CreateLabel = lazy(async () => ({ default: (await import('./CreateLabel.tsx')).CreateLabel }));

/** A label in the selector: whether it is set, in part set, and was touched here. */
export interface PickedLabel extends SelectableLabel, ShownLabel {}

/** A label that all items in question carry, or (`isPartly`) some of them. */
export const pickedLabel = (label: ShownLabel, isPartly = false): PickedLabel => ({
  ...label,
  set: !isPartly,
  indeterminate: isPartly,
  touched: false,
});

export interface LabelSelectProps {
  namespace: NamespaceRef;
  /** The labels that are set, partially set, or were changed; the selector requests the others. */
  value: readonly PickedLabel[];
  onChange(value: PickedLabel[]): void;
  /** Whether two labels of one scope may stay set together. */
  allowMultipleScopedLabels?: boolean;
  mayCreate?: boolean;
  /** Open from the start: its owner was pressed to get here. */
  startsOpen?: boolean;
  /** Opens beside this element, without a button of its own. */
  anchor?: HTMLElement | null;
  /** The text of the button. Without it the button names the selected labels. */
  name?: string;
  /** Called when it closes. */
  onClose?(): void;
}

type View = 'closed' | 'contents' | 'create';

/** A button with the selected labels that opens the label selector, where labels can be created, too. */
export function LabelSelect({ startsOpen = false, anchor, name, onClose, ...props }: LabelSelectProps) {
  const { formatMessage } = useIntl();
  const isScoping = useFeature('scoped_labels');
  const [view, setView] = useState<View>(startsOpen ? 'contents' : 'closed');
  const [ownButton, setButton] = useState<HTMLButtonElement | null>(null);
  const button = anchor ?? ownButton;
  const [wantedTitle, setWantedTitle] = useState('');
  const summary = selectionSummary(props.value);
  const close = (): void => {
    setView('closed');
    onClose?.();
  };
  return (
    <>
      {!anchor && (
        <Button
          ref={setButton}
          className={styles.button}
          iconAfter={ChevronDown}
          aria-haspopup="dialog"
          aria-expanded={view !== 'closed'}
          onClick={() => (view === 'contents' ? close() : setView('contents'))}
        >
          <span className={styles.summary}>
            {name ??
              (summary === null
                ? formatMessage(messages.label)
                : summary.others === 0
                  ? summary.title
                  : formatMessage(messages.oneAndMore, { title: summary.title, count: summary.others }))}
          </span>
        </Button>
      )}
      {button && view === 'contents' && (
        <Contents
          {...props}
          anchor={button}
          onClose={close}
          onCreate={(title) => {
            setWantedTitle(title);
            setView('create');
          }}
        />
      )}
      {button && view === 'create' && (
        <Suspense fallback={null}>
          <CreateLabel
            namespace={props.namespace}
            anchor={button}
            title={wantedTitle}
            onBack={() => setView('contents')}
            onClose={close}
            onCreated={(label) => {
              const known = { ...label, set: false, indeterminate: false, touched: false };
              props.onChange(
                toggleLabel([...props.value, known], label.id, props.allowMultipleScopedLabels ?? !isScoping),
              );
              setView('contents');
            }}
          />
        </Suspense>
      )}
    </>
  );
}

interface ContentsProps extends Omit<LabelSelectProps, 'startsOpen' | 'anchor' | 'name' | 'onClose'> {
  anchor: Element;
  onClose(): void;
  onCreate(title: string): void;
}

function Contents({
  namespace,
  value,
  onChange,
  allowMultipleScopedLabels,
  mayCreate = true,
  anchor,
  onClose,
  onCreate,
}: ContentsProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const isScoping = useFeature('scoped_labels');
  const [search, setSearch] = useState('');
  const query = useSearched((text) => labelChoices(namespace, text), search);
  // Labels that were set when the list opened stay on top; the order does not change during selection.
  const [first] = useState(() => value.filter((label) => label.set || label.indeterminate).map(({ id }) => id));
  const text = search.trim();
  const labels = offered(value, query.data ?? [], first).filter(({ title }) =>
    title.toLowerCase().includes(text.toLowerCase()),
  );
  const isNew = text !== '' && !labels.some(({ title }) => title.toLowerCase() === text.toLowerCase());
  return (
    <Picker
      label={formatMessage(messages.select)}
      anchor={anchor}
      align="start"
      multiple
      options={labels.map((label) => ({
        value: label.id,
        title: label.title,
        icon: <LabelDot color={label.color} />,
      }))}
      chosen={value.filter((label) => label.set).map(({ id }) => id)}
      mixed={value.filter((label) => label.indeterminate).map(({ id }) => id)}
      search={search}
      onSearch={setSearch}
      isLoading={query.isFetching}
      searchState={query.searchState}
      failure={query.isError ? formatMessage(messages.fetchFailed) : null}
      onPick={(option) => {
        const known = [...value, ...labels.filter(({ id }) => !value.some((each) => each.id === id))];
        const next = toggleLabel(known, option.value, allowMultipleScopedLabels ?? !isScoping);
        onChange(next.filter((label) => label.set || label.indeterminate || label.touched));
      }}
      onClose={() => {
        // A failed list is refetched when it is reopened.
        if (query.isError) client.removeQueries({ queryKey: labelChoices(namespace, text).queryKey });
        onClose();
      }}
      footer={
        mayCreate && (
          <Button kind="quiet" size="small" icon={Plus} className={styles.create} onClick={() => onCreate(text)}>
            <span className={styles.summary}>
              {formatMessage(isNew ? messages.createNamed : messages.create, { title: text })}
            </span>
          </Button>
        )
      }
    />
  );
}

/** Those of `first` in order, then the others by title; each in its current state. */
function offered(
  value: readonly PickedLabel[],
  found: readonly ShownLabel[],
  first: readonly string[],
): readonly PickedLabel[] {
  const known = new Map<string, PickedLabel>(value.map((label) => [label.id, label]));
  for (const label of found) {
    if (!known.has(label.id)) known.set(label.id, { ...label, set: false, indeterminate: false, touched: false });
  }
  const rest = [...known.values()].filter(({ id }) => !first.includes(id));
  return [...first.flatMap((id) => known.get(id) ?? []), ...byTitle(rest)];
}

/** The color of a label, beside its name. */
function LabelDot({ color }: { color: string }) {
  return (
    <span
      aria-hidden
      style={{
        flex: 'none',
        width: 12,
        height: 12,
        borderRadius: 3,
        background: color,
        boxShadow: 'inset 0 0 0 1px #0003',
      }}
    />
  );
}
