import { useQueryClient } from '@tanstack/react-query';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { useState } from 'react';
import { type MessageDescriptor, useIntl } from 'react-intl';
import { ValidationError, RequestError, TooManyRequestsError } from '../../platform/api/errors.ts';
import { toast } from '../../ui/overlay/Toast.tsx';
import { deliveriesQuery, type DeliveryView, type HookView } from './api.ts';
import { hookMessages as messages } from './messages.ts';

/** Sends a webhook manually, reports the result (`said` with the status) and refreshes its log. */
export function useSend(namespace: NamespaceRef, hook: HookView, said: MessageDescriptor) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [isSending, setSending] = useState(false);
  /** Returns whether it was sent, whatever the response. */
  const send = async (work: () => Promise<DeliveryView>): Promise<boolean> => {
    setSending(true);
    try {
      const { response_status: status } = await work();
      toast({ text: formatMessage(said, { status: status ?? formatMessage(messages.noAnswer) }) });
      await client.invalidateQueries({ queryKey: deliveriesQuery(namespace, hook.id).queryKey });
      return true;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const isSaid = error instanceof ValidationError && error.message !== '';
      const known = error instanceof TooManyRequestsError ? messages.tooMany : messages.failed;
      toast({ text: isSaid ? error.message : formatMessage(known) });
      return false;
    } finally {
      setSending(false);
    }
  };
  return { isSending, send };
}
