import type { UseQueryOptions } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { NAMESPACE_DEBOUNCE_MS } from '../../../ui/use-debounced.ts';
import { useSearched } from '../../../platform/api/use-searched.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Picker, type PickerOption } from '../../../ui/overlay/Picker.tsx';
import { useOpener } from '../../../ui/overlay/use-opener.ts';
import styles from './forms.module.css';

export interface NamespaceFieldProps {
  label: string;
  /** The name of the list, and of the button without a selection. */
  pickLabel: string;
  chosen: PickerOption | null;
  options(search: string): UseQueryOptions<readonly PickerOption[]>;
  /** Listed first while the search is empty. */
  first?: readonly PickerOption[];
  failure: string;
  /** The validation message below the button. */
  problem?: string | null;
  /** The button is focused whenever this number changes. */
  focusRequest?: number;
  onPick(option: PickerOption): void;
}

const none: readonly PickerOption[] = [];

/** A group or project, chosen from a searchable list. */
export function NamespaceField({
  label,
  pickLabel,
  chosen,
  options,
  first = none,
  failure,
  problem = null,
  focusRequest = 0,
  onPick,
}: NamespaceFieldProps) {
  const id = useId();
  const { isOpen, open, close, anchor, opener } = useOpener();
  useEffect(() => {
    if (focusRequest > 0 && anchor instanceof HTMLElement) anchor.focus();
  }, [focusRequest, anchor]);
  return (
    <div className={styles.field}>
      <span className={styles.label} id={id}>
        {label}
      </span>
      <Button
        {...opener}
        iconAfter={ChevronDown}
        aria-labelledby={`${id} ${id}-value`}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        className={styles.namespace ?? ''}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open();
        }}
      >
        <span id={`${id}-value`} className={styles.namespaceName}>
          {chosen?.title ?? pickLabel}
        </span>
      </Button>
      {problem !== null && (
        <p id={`${id}-problem`} role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {isOpen && (
        <NamespaceList
          label={pickLabel}
          anchor={anchor}
          chosen={chosen}
          options={options}
          first={first}
          failure={failure}
          onPick={(option) => {
            onPick(option);
            close();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

interface NamespaceListProps extends Required<Omit<NamespaceFieldProps, 'pickLabel' | 'problem' | 'focusRequest'>> {
  anchor: Element | null;
  onClose(): void;
}

function NamespaceList({ label, anchor, chosen, options, first, failure, onPick, onClose }: NamespaceListProps) {
  const [search, setSearch] = useState('');
  const query = useSearched(options, search, NAMESPACE_DEBOUNCE_MS);
  const found = query.data ?? [];
  const above = search === '' ? first : [];
  const offered = [...above, ...found.filter(({ value }) => !above.some((option) => option.value === value))];
  return (
    <Picker
      label={label}
      anchor={anchor}
      align="start"
      options={offered}
      chosen={chosen ? [chosen.value] : []}
      search={search}
      onSearch={setSearch}
      isLoading={query.isFetching}
      searchState={query.searchState}
      failure={query.isError ? failure : null}
      onPick={onPick}
      onClose={onClose}
    />
  );
}
