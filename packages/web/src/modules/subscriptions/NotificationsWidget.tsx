import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { RequestError } from '../../platform/api/errors.ts';
import { saveOptimistically } from '../../platform/api/optimistic.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { session } from '../../platform/session/session.ts';
import { toast } from '../../ui/overlay/Toast.tsx';
import { Toggle } from '../../ui/field/Toggle.tsx';
import type { ItemAddress } from '../custom-fields/api.ts';
import { Widget } from '../work-items/ItemLayout.tsx';
import { setSubscribed, subscribedQuery } from './api.ts';
import { subscriptionMessages as messages } from './messages.ts';

/** Whether the viewer is subscribed to an item; for signed-in users. */
export function NotificationsWidget({ itemAddress }: { itemAddress: ItemAddress }) {
  return session().viewer ? <Notifications itemAddress={itemAddress} /> : null;
}

function Notifications({ itemAddress }: { itemAddress: ItemAddress }) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const options = subscribedQuery(itemAddress);
  const query = useQuery(options);
  const change = async (wanted: boolean): Promise<void> => {
    try {
      await saveOptimistically<boolean>(
        client,
        options.queryKey,
        () => wanted,
        () => setSubscribed(itemAddress, wanted),
      );
      toast({ text: formatMessage(wanted ? messages.on : messages.off) });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      toast({ text: formatMessage(messages.failed) });
    }
  };
  return (
    <Widget name={<FormattedMessage {...messages.notifications} />}>
      <QueryView query={query} failed={<FormattedMessage {...messages.fetchFailed} />}>
        {(isSubscribed) => (
          <Toggle checked={isSubscribed} onChange={(wanted) => void change(wanted)}>
            <FormattedMessage {...messages.subscribe} />
          </Toggle>
        )}
      </QueryView>
    </Widget>
  );
}
