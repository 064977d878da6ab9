import { type SelectFieldName, selectFieldsOf, unsetValueOf } from '@milepost/core/fields/select-fields';
import type { WorkItemType } from '@milepost/core/work-items';
import { useIntl } from 'react-intl';
import { sidebarMessages as messages } from './messages.ts';
import { fixedOptions } from './fixed-options.ts';
import { PickWidget } from './PickWidget.tsx';
import { chosenValue, selectLooks, selectOptions, type SentSelects } from '../select-fields/fields.ts';
import { SelectBadge } from '../select-fields/SelectBadge.tsx';

export interface SelectFieldsProps {
  type: WorkItemType;
  item: SentSelects;
  mayEdit: boolean;
  onSave(change: SentSelects, field: SelectFieldName): Promise<void>;
}

/** The select fields of an item in its sidebar. */
export function SelectFields({ type, ...props }: SelectFieldsProps) {
  return selectFieldsOf(type).map((name) => <Field key={name} name={name} {...props} />);
}

function Field({ name, item, mayEdit, onSave }: Omit<SelectFieldsProps, 'type'> & { name: SelectFieldName }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { title } = selectLooks[name];
  const offered = selectOptions(name, intl);
  const chosen = chosenValue(item, name) ?? unsetValueOf(name);
  return (
    <PickWidget
      name={formatMessage(title)}
      mayEdit={mayEdit}
      empty={formatMessage(messages.none)}
      value={chosenValue(item, name) && <SelectBadge item={item} name={name} />}
      chosen={offered.filter(({ value }) => value === chosen)}
      options={fixedOptions(name, offered)}
      isOrdered
      fetchFailed={formatMessage(messages.saveFailed)}
      failed={formatMessage(messages.saveFailed)}
      onSave={([picked]) =>
        onSave({ [name]: (picked?.value ?? unsetValueOf(name)).toUpperCase() } as SentSelects, name)
      }
    />
  );
}
