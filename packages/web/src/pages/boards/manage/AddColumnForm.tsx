import { type ColumnKind, columnKinds } from '@milepost/core/boards/boards';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { labelChoices } from '../../../modules/labels/api.ts';
import { useStatusOptions } from '../../../modules/statuses/options.tsx';
import type { OptionsFor } from '../../../modules/work-items/sidebar/fixed-options.ts';
import { iterationsOf, milestonesOf, peopleOf } from '../../../modules/work-items/sidebar/options.tsx';
import type { NamespaceRef } from '../../../platform/api/endpoints.ts';
import { useSearched } from '../../../platform/api/use-searched.ts';
import { useForm } from '../../../platform/forms/form.ts';
import { FormDialog } from '../../../platform/forms/FormDialog.tsx';
import { useDisabledFeatures } from '../../../platform/session/features.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Field, Select } from '../../../ui/field/Field.tsx';
import { Picker, type PickerOption } from '../../../ui/overlay/Picker.tsx';
import { useOpener } from '../../../ui/overlay/use-opener.ts';
import { boardKey } from '../data/board.ts';
import { messages } from '../data/messages.ts';
import { addColumn } from './api.ts';
import { manageMessages } from './messages.ts';

export interface AddColumnFormProps {
  home: NamespaceRef;
  boardId: string;
  onClose(): void;
}

interface ColumnValues {
  kind: ColumnKind;
  value: PickerOption | null;
}

/** Adds a column of a status, label, assignee, milestone or iteration at the end of a board. */
export function AddColumnForm({ home, boardId, onClose }: AddColumnFormProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const without = useDisabledFeatures();
  const names = {
    status: messages.status,
    label: manageMessages.label,
    assignee: messages.assignee,
    milestone: messages.milestone,
    iteration: messages.iteration,
  };
  const isOn = (kind: ColumnKind) =>
    !without.includes(kind === 'status' ? 'statuses' : kind === 'iteration' ? 'iterations' : 'boards');
  const form = useForm<ColumnValues>({
    initial: { kind: 'label', value: null },
    check: ({ value }) => (value ? null : { value: [formatMessage(manageMessages.chooseOne)] }),
    async send({ kind, value }) {
      await addColumn(boardId, { kind, id: value?.value ?? '' });
      await client.invalidateQueries({ queryKey: boardKey(home) });
    },
  });
  const { kind, value } = form.values;
  return (
    <FormDialog title={formatMessage(manageMessages.addTitle)} form={form} send={manageMessages.add} onClose={onClose}>
      <Select
        label={formatMessage(manageMessages.field)}
        data-autofocus
        value={kind}
        onChange={({ target }) => form.set({ kind: target.value as ColumnKind, value: null })}
      >
        {columnKinds.filter(isOn).map((each) => (
          <option key={each} value={each}>
            {formatMessage(names[each])}
          </option>
        ))}
      </Select>
      <ValueField
        key={kind}
        home={home}
        kind={kind}
        value={value}
        error={form.problemOf('value')}
        onPick={(picked) => form.set({ value: picked })}
      />
    </FormDialog>
  );
}

interface ValueFieldProps {
  home: NamespaceRef;
  kind: ColumnKind;
  value: PickerOption | null;
  error: string | undefined;
  onPick(option: PickerOption): void;
}

/** A button that opens the list of values of a field. */
function ValueField({ home, kind, value, error, onPick }: ValueFieldProps) {
  const { formatMessage } = useIntl();
  const { isOpen, close, anchor, opener } = useOpener();
  const [search, setSearch] = useState('');
  const query = useSearched(useOptions(home, kind), search);
  return (
    <Field label={formatMessage(manageMessages.value)} error={error}>
      {({ id, 'aria-describedby': description, 'aria-invalid': isInvalid }) => (
        <>
          <Button
            {...opener}
            id={id}
            iconAfter={ChevronDown}
            aria-describedby={description}
            {...(isInvalid && { 'aria-invalid': true })}
          >
            {value?.title ?? formatMessage(manageMessages.choose)}
          </Button>
          {isOpen && (
            <Picker
              label={formatMessage(manageMessages.value)}
              anchor={anchor}
              align="start"
              options={query.data ?? []}
              chosen={value ? [value.value] : []}
              search={search}
              onSearch={setSearch}
              isLoading={query.isFetching}
              searchState={query.searchState}
              failure={query.isError ? formatMessage(manageMessages.failedValues) : null}
              onPick={(option) => {
                close();
                onPick(option);
              }}
              onClose={close}
            />
          )}
        </>
      )}
    </Field>
  );
}

function useOptions(home: NamespaceRef, kind: ColumnKind): OptionsFor {
  const client = useQueryClient();
  const statuses = useStatusOptions(home.fullPath, 'issue');
  switch (kind) {
    case 'status':
      return statuses;
    case 'assignee':
      return peopleOf(home);
    case 'milestone':
      return milestonesOf(home);
    case 'iteration':
      return iterationsOf(home);
    default:
      return (search) => ({
        queryKey: ['options', 'labels', home, search],
        queryFn: async () =>
          (await client.fetchQuery(labelChoices(home, search))).map(({ id, title }) => ({ value: id, title })),
      });
  }
}
