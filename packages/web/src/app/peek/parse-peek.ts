import { isItem, type PeekAddress } from '../../modules/work-items/peek/peek-address.ts';
import { parseAddress, printAddress } from '../../platform/navigation/addresses.ts';

/** The item that the parameter `peek` names; null for any other text. */
export function parsePeek(text: string): PeekAddress | null {
  const [, fullPath = '', sign, iid = ''] = /^(.+)([&#])(\d+)$/.exec(text) ?? [];
  const page = sign === '&' ? 'epic' : 'issue';
  const address = parseAddress(printAddress({ page, fullPath, iid }));
  return isItem(address) && address.page === page ? address : null;
}
