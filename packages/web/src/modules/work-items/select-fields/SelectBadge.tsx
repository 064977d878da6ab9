import type { SelectFieldName } from '@milepost/core/fields/select-fields';
import { useIntl } from 'react-intl';
import { Badge } from '../../../ui/text/Badge.tsx';
import { chosenValue, selectLooks, type SentSelects } from './fields.ts';
import { selectIcons } from './icons.ts';

/** The value of a select field as a badge; nothing if it is unset. */
export function SelectBadge({ item, name }: { item: SentSelects; name: SelectFieldName }) {
  const { formatMessage } = useIntl();
  const value = chosenValue(item, name);
  if (value === undefined) return null;
  const { title, values } = selectLooks[name];
  return (
    <Badge tone={values[value].tone} icon={selectIcons[name]} tooltip={formatMessage(title)}>
      {formatMessage(values[value].title)}
    </Badge>
  );
}
