import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { NamespaceRef } from '../../../platform/api/endpoints.ts';
import { useSearched } from '../../../platform/api/use-searched.ts';
import { Picker, type PickerOption } from '../../../ui/overlay/Picker.tsx';
import { useNoMatch } from '../../members/invite.ts';
import type { Editing } from './cell-editing.ts';
import { EditableWidget, type EditableWidgetProps } from './EditableWidget.tsx';
import { optionsNamed } from './fixed-options.ts';
import { sidebarMessages as messages } from './messages.ts';
import type { OptionsFor } from './fixed-options.ts';

export interface PickWidgetProps {
  name: string;
  /** The title of the list; "Select {name}" by default. */
  pickName?: string;
  mayEdit: boolean;
  empty: ReactNode;
  value: ReactNode;
  chosen: readonly PickerOption[];
  options: OptionsFor;
  multiple?: boolean;
  /** The options have an order of their own, so what is chosen does not move to the top. */
  isOrdered?: boolean;
  /** The title of an option above the others that clears the value. */
  none?: string;
  /** The selection after adding this one: of a scoped label only the last, for example. */
  settle?: (chosen: readonly PickerOption[]) => readonly PickerOption[];
  /** The options are people of this group or project: who may invite more is offered that where nobody matches. */
  peopleOf?: NamespaceRef;
  fetchFailed: string;
  failed: string;
  /** The key that opens the list. */
  shortcut?: string;
  /** As EditableWidget has them. */
  refresh?: () => Promise<unknown>;
  refreshFailed?: string;
  onSave(chosen: readonly PickerOption[]): Promise<void>;
}

/** A field selected from a list: a single value is saved when chosen, several when the list closes. */
export function PickWidget(props: PickWidgetProps) {
  const { name, mayEdit, empty, value, failed, shortcut, refresh, refreshFailed, ...rest } = props;
  const leave = useRef<() => void>(null);
  return (
    <EditableWidget
      name={name}
      mayEdit={mayEdit}
      empty={empty}
      value={value}
      failed={failed}
      shortcut={shortcut}
      refresh={refresh}
      refreshFailed={refreshFailed}
      onLeave={() => leave.current?.()}
      editor={(editing) => <List name={name} editing={editing} leaving={leave} {...rest} />}
    />
  );
}

const NONE = '';
const asChosen = (chosen: readonly PickerOption[]): readonly PickerOption[] => chosen;

function List({
  name,
  pickName,
  editing,
  leaving,
  chosen: now,
  options,
  multiple = false,
  isOrdered = false,
  none,
  settle = asChosen,
  peopleOf,
  fetchFailed,
  onSave,
}: Omit<PickWidgetProps, keyof EditableWidgetProps> & { name: string; editing: Editing; leaving: Ref<() => void> }) {
  const { formatMessage } = useIntl();
  const [search, setSearch] = useState('');
  // What was seen when the list opened: a change of somebody else meanwhile is not overwritten silently, and moves no row.
  const [{ before, saveSeen }] = useState({ before: now, saveSeen: onSave });
  const [chosen, setChosen] = useState(now);
  const query = useSearched(options, search);
  const noMatch = useNoMatch(peopleOf ?? null);
  const found = query.data ?? [];
  // Selected options are on top, so that they can be deselected; typed text filters the list.
  const rest = found.filter((option) => !before.some(({ value }) => value === option.value));
  const chosenFirst = optionsNamed(before, search);
  const offered = [
    ...(none !== undefined && search === '' ? [{ value: NONE, title: none }] : []),
    ...(isOrdered ? found : [...chosenFirst, ...rest]),
  ];
  const values = chosen.map(({ value }) => value);
  const leave = (): void => {
    const isSame = values.length === before.length && before.every(({ value }) => values.includes(value));
    if (!multiple || isSame) editing.close();
    else editing.save(() => saveSeen(chosen));
  };
  const pick = (option: PickerOption): void => {
    if (multiple) {
      const isOn = values.includes(option.value);
      setChosen(isOn ? chosen.filter(({ value }) => value !== option.value) : settle([...chosen, option]));
      return;
    }
    const next = option.value === NONE ? [] : [option];
    if (next[0]?.value === now[0]?.value) editing.close();
    else editing.save(() => saveSeen(next));
  };
  useImperativeHandle(leaving, () => leave);
  return (
    <Picker
      label={pickName ?? formatMessage(messages.pick, { name })}
      anchor={editing.anchor}
      options={offered}
      chosen={multiple ? values : values.length === 0 && none !== undefined ? [NONE] : values}
      multiple={multiple}
      search={search}
      onSearch={setSearch}
      isLoading={query.isFetching}
      searchState={query.searchState}
      failure={query.isError ? fetchFailed : null}
      noMatch={noMatch}
      onPick={pick}
      onClose={leave}
    />
  );
}
