import { webhookEvents, type WebhookEvent } from '@milepost/core/webhooks';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../ui/button/Button.tsx';
import { Menu, MenuItem } from '../../ui/overlay/Menu.tsx';
import { testHook, type HookPlace, type HookView } from './api.ts';
import { useSend } from './use-send.ts';
import { hookMessages as words } from './messages.ts';

/** Tries a hook with an event of one's choice, whether it hears of it by itself or not. */
export function TestMenu({ place, hook, onSent }: { place: HookPlace; hook: HookView; onSent(): void }) {
  const { formatMessage } = useIntl();
  const { isSending, send } = useSend(place, hook, words.tested);
  const label = formatMessage(words.testOf, { url: hook.url });
  const test = async (event: WebhookEvent): Promise<void> => {
    if (await send(() => testHook(place, hook.id, event))) onSent();
  };
  return (
    <Menu
      label={label}
      placement={{ align: 'end' }}
      trigger={(trigger) => (
        <Button {...trigger} size="small" aria-label={label} busy={isSending}>
          <FormattedMessage {...words.test} />
        </Button>
      )}
    >
      {webhookEvents.map((event) => (
        <MenuItem key={event} onSelect={() => void test(event)}>
          <FormattedMessage {...words[event]} />
        </MenuItem>
      ))}
    </Menu>
  );
}
