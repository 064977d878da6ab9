import { type MessageDescriptor, useIntl } from 'react-intl';
import { MenuItem } from '../../ui/overlay/Menu.tsx';
import type { Address } from '../../platform/navigation/addresses.ts';
import { goTo, hrefOf } from '../../platform/navigation/navigation.ts';
import type { SearchChange } from '../../platform/navigation/search.ts';

/** Links to the page that creates something. */
export function CreateItem({
  to,
  search,
  message,
}: {
  to: Address;
  search?: SearchChange;
  message: MessageDescriptor;
}) {
  const { formatMessage } = useIntl();
  return (
    <MenuItem href={hrefOf(to, search)} onSelect={() => goTo(to, search ? { search } : {})}>
      {formatMessage(message)}
    </MenuItem>
  );
}
