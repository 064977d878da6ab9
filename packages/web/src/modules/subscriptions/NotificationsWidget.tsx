import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { RequestError } from '../../platform/api/errors.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { session } from '../../platform/session/session.ts';
import { toast } from '../../ui/overlay/Toast.tsx';
import { Toggle } from '../../ui/field/Toggle.tsx';
import type { ItemPlace } from '../custom-fields/api.ts';
import { Widget } from '../work-items/ItemLayout.tsx';
import { setSubscribed, subscribedQuery } from './api.ts';
import { subscriptionMessages as words } from './messages.ts';

/** Whether one hears of what happens to an item; for those who are signed in. */
export function NotificationsWidget({ place }: { place: ItemPlace }) {
  return session().viewer ? <Notifications place={place} /> : null;
}

function Notifications({ place }: { place: ItemPlace }) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const options = subscribedQuery(place);
  const query = useQuery(options);
  const change = async (wanted: boolean): Promise<void> => {
    await client.cancelQueries({ queryKey: options.queryKey });
    client.setQueryData(options.queryKey, wanted);
    try {
      await setSubscribed(place, wanted);
      toast({ text: formatMessage(wanted ? words.on : words.off) });
    } catch (error) {
      client.setQueryData(options.queryKey, !wanted);
      if (!(error instanceof RequestError)) throw error;
      toast({ text: formatMessage(words.failed) });
    }
  };
  return (
    <Widget name={<FormattedMessage {...words.notifications} />}>
      <QueryView query={query} failed={<FormattedMessage {...words.fetchFailed} />}>
        {(isSubscribed) => (
          <Toggle checked={isSubscribed} onChange={(wanted) => void change(wanted)}>
            <FormattedMessage {...words.hear} />
          </Toggle>
        )}
      </QueryView>
    </Widget>
  );
}
