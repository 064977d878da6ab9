import { useQueryClient } from '@tanstack/react-query';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { Bell, BellRing } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { RequestError } from '../../platform/api/errors.ts';
import { session } from '../../platform/session/session.ts';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { defineMessages } from '../../ui/text/messages.ts';
import { toast } from '../../ui/overlay/Toast.tsx';
import { setLabelSubscribed, type RestLabel } from './api.ts';

const messages = defineMessages({
  subscribe: { id: 'labels.subscribe', defaultMessage: 'Subscribe to “{title}”' },
  on: { id: 'labels.hearOn', defaultMessage: 'Subscribed to “{title}”' },
  off: { id: 'labels.hearOff', defaultMessage: 'Unsubscribed from “{title}”' },
  failed: {
    id: 'labels.hearFailed',
    defaultMessage: 'Could not save. Your notification settings are unchanged.',
  },
});

/** Whether the viewer is subscribed to a label; for signed-in users. */
export function LabelBell({ label, namespace }: { label: RestLabel; namespace: NamespaceRef }) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  if (!session().viewer) return null;
  const isOn = label.subscribed === true;
  const title = label.name;
  const change = async (): Promise<void> => {
    setBusy(true);
    try {
      await setLabelSubscribed(namespace, label.id, !isOn);
      toast({ text: formatMessage(isOn ? messages.off : messages.on, { title }) });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      toast({ text: formatMessage(messages.failed) });
    } finally {
      await client.invalidateQueries({ queryKey: ['labels', namespace.kind, namespace.fullPath] });
      setBusy(false);
    }
  };
  return (
    <IconButton
      icon={isOn ? BellRing : Bell}
      label={formatMessage(messages.subscribe, { title })}
      aria-pressed={isOn}
      disabled={isBusy}
      onClick={() => void change()}
    />
  );
}
