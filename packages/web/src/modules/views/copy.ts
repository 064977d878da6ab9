import type { IntlShape } from 'react-intl';
import { copyText } from '../../ui/overlay/copy-text.ts';
import { viewMessages as messages } from './messages.ts';

/** Copies a link and announces it; if the browser forbids that, shows the link for copying by hand. */
export function copyLink(link: string, { formatMessage }: IntlShape): Promise<void> {
  return copyText(link, {
    copied: formatMessage(messages.copied),
    notCopied: formatMessage(messages.notCopied, { link }),
  });
}
