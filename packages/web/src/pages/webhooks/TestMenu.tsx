import { webhookEvents, type WebhookEvent } from '@milepost/core/webhooks';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../ui/button/Button.tsx';
import { Menu, MenuItem } from '../../ui/overlay/Menu.tsx';
import { testHook, type HookView } from './api.ts';
import { useSend } from './use-send.ts';
import { hookMessages as messages } from './messages.ts';

/** Tests a webhook with a chosen event, whether or not it is subscribed to it. */
export function TestMenu({ namespace, hook, onSent }: { namespace: NamespaceRef; hook: HookView; onSent(): void }) {
  const { formatMessage } = useIntl();
  const { isSending, send } = useSend(namespace, hook, messages.tested);
  const label = formatMessage(messages.testOf, { url: hook.url });
  const test = async (event: WebhookEvent): Promise<void> => {
    if (await send(() => testHook(namespace, hook.id, event))) onSent();
  };
  return (
    <Menu
      label={label}
      placement={{ align: 'end' }}
      trigger={(trigger) => (
        <Button {...trigger} size="small" aria-label={label} busy={isSending}>
          <FormattedMessage {...messages.test} />
        </Button>
      )}
    >
      {webhookEvents.map((event) => (
        <MenuItem key={event} onSelect={() => void test(event)}>
          <FormattedMessage {...messages[event]} />
        </MenuItem>
      ))}
    </Menu>
  );
}
