import type { IntlShape } from 'react-intl';
import { copyText } from '../../../ui/overlay/copy-text.ts';
import { viewMessages as messages } from './messages.ts';

/** Copies a link and says so; where the browser forbids it, shows the link to be copied by hand. */
export function copyLink(link: string, { formatMessage }: IntlShape): Promise<void> {
  return copyText(link, {
    copied: formatMessage(messages.copied),
    notCopied: formatMessage(messages.notCopied, { link }),
  });
}
