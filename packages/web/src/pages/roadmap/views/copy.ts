import type { IntlShape } from 'react-intl';
import { toast } from '../../../ui/Toast.tsx';
import { viewWords as words } from './messages.ts';

/** Copies a link and says so; where the browser forbids it, shows the link to be copied by hand. */
export async function copyLink(link: string, { formatMessage }: IntlShape): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toast({ text: formatMessage(words.copied) });
  } catch {
    toast({ text: formatMessage(words.notCopied, { link }) });
  }
}
