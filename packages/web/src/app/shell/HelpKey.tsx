import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '../../ui/text/messages.ts';
import { searchKey } from '../../platform/shortcuts/search-key.ts';
import { useShortcuts } from '../../platform/shortcuts/use-shortcuts.ts';

const ShortcutHelp = lazy(async () => ({ default: (await import('./ShortcutHelp.tsx')).ShortcutHelp }));

const messages = defineMessages({
  help: { id: 'shortcuts.help', defaultMessage: 'Show keyboard shortcuts' },
  search: { id: 'shortcuts.search', defaultMessage: 'Search, jump or run a command' },
});

/** `?` lists the keyboard shortcuts of the current page. */
export function HelpKey() {
  const { formatMessage } = useIntl();
  const [isOpen, setOpen] = useState(false);
  useShortcuts([
    { keys: '?', title: formatMessage(messages.help), perform: () => setOpen(true) },
    { keys: searchKey, title: formatMessage(messages.search) },
  ]);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <ShortcutHelp onClose={() => setOpen(false)} />
    </Suspense>
  );
}
