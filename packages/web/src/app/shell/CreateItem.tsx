import { type MessageDescriptor, useIntl } from 'react-intl';
import { MenuItem } from '../../ui/Menu.tsx';
import type { Address } from '../addresses.ts';
import { goTo, hrefOf } from '../navigation.ts';
import type { SearchChange } from '../search.ts';

/** Leads to the page on which something new is made. */
export function CreateItem({ to, search, words }: { to: Address; search?: SearchChange; words: MessageDescriptor }) {
  const { formatMessage } = useIntl();
  return (
    <MenuItem href={hrefOf(to, search)} onSelect={() => goTo(to, search ? { search } : {})}>
      {formatMessage(words)}
    </MenuItem>
  );
}
