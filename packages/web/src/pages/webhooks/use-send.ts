import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type MessageDescriptor, useIntl } from 'react-intl';
import { ValidationError, RequestError, TooManyRequestsError } from '../../platform/api/errors.ts';
import { toast } from '../../ui/overlay/Toast.tsx';
import { deliveriesQuery, type DeliveryView, type HookPlace, type HookView } from './api.ts';
import { hookMessages as words } from './messages.ts';

/** Sends to a hook by hand, says what came of it (`said` with the status) and brings its log up to date. */
export function useSend(place: HookPlace, hook: HookView, said: MessageDescriptor) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [isSending, setSending] = useState(false);
  /** Gives whether something was sent, whatever was answered. */
  const send = async (work: () => Promise<DeliveryView>): Promise<boolean> => {
    setSending(true);
    try {
      const { response_status: status } = await work();
      toast({ text: formatMessage(said, { status: status ?? formatMessage(words.noAnswer) }) });
      await client.invalidateQueries({ queryKey: deliveriesQuery(place, hook.id).queryKey });
      return true;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const isSaid = error instanceof ValidationError && error.message !== '';
      const known = error instanceof TooManyRequestsError ? words.tooMany : words.failed;
      toast({ text: isSaid ? error.message : formatMessage(known) });
      return false;
    } finally {
      setSending(false);
    }
  };
  return { isSending, send };
}
