import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { useSearched } from '../../platform/api/use-searched.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Picker, type PickerOption } from '../../ui/overlay/Picker.tsx';
import { useOpener } from '../../ui/overlay/use-opener.ts';
import { useNoMatch } from '../members/invite.ts';
import type { OptionsFor } from '../work-items/sidebar/fixed-options.ts';
import { bulkMessages as messages } from './bulk-messages.ts';

export interface BulkPickProps {
  name: string;
  options: OptionsFor;
  /** The title of the option that clears the value; by default there is none. */
  none?: string | undefined;
  /** The options are people of this group or project: who may invite more is offered that where nobody matches. */
  peopleOf?: NamespaceRef | undefined;
  isDisabled: boolean;
  /** Called with the chosen option; null to clear the value. */
  onPick(option: PickerOption | null): void;
}

const NONE = '';

/** A button with a list, from which one value is applied to all selected items. */
export function BulkPick({ name, options, none, peopleOf, isDisabled, onPick }: BulkPickProps) {
  const { isOpen, close, anchor, opener } = useOpener();
  return (
    <>
      <Button {...opener} size="small" iconAfter={ChevronDown} aria-disabled={isDisabled}>
        {name}
      </Button>
      {isOpen && (
        <Options
          name={name}
          options={options}
          none={none}
          peopleOf={peopleOf}
          anchor={anchor}
          onClose={close}
          onPick={(option) => {
            close();
            onPick(option);
          }}
        />
      )}
    </>
  );
}

function Options({
  name,
  options,
  none,
  peopleOf,
  anchor,
  onClose,
  onPick,
}: Omit<BulkPickProps, 'isDisabled'> & { anchor: Element | null; onClose(): void }) {
  const { formatMessage } = useIntl();
  const [search, setSearch] = useState('');
  const query = useSearched(options, search);
  const noMatch = useNoMatch(peopleOf ?? null);
  const offered = [
    ...(search === '' && none !== undefined ? [{ value: NONE, title: none }] : []),
    ...(query.data ?? []),
  ];
  return (
    <Picker
      label={name}
      anchor={anchor}
      options={offered}
      chosen={[]}
      search={search}
      onSearch={setSearch}
      isLoading={query.isFetching}
      searchState={query.searchState}
      failure={query.isError ? formatMessage(messages.fetchFailed) : null}
      noMatch={noMatch}
      onPick={(option) => onPick(option.value === NONE ? null : option)}
      onClose={onClose}
    />
  );
}
