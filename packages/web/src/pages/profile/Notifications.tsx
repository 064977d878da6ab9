import { notificationLevels } from '@milepost/core/notifications/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { RequestError } from '../../platform/api/errors.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import {
  type LevelChange,
  type NamespaceNotifications,
  notificationSettingsQuery,
  saveNotificationLevel,
  saveNamespaceLevel,
} from '../../modules/subscriptions/api.ts';
import { Select } from '../../ui/field/Field.tsx';
import { defineMessages } from '../../ui/text/messages.ts';
import { Section } from '../../ui/page/Page.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { ChosenEvents } from './ChosenEvents.tsx';
import { levelMessages } from './level-messages.ts';
import { NamespaceLevels } from './NamespaceLevels.tsx';
import styles from './Profile.module.css';

const messages = defineMessages({
  title: { id: 'profile.notifications', defaultMessage: 'Notifications' },
  why: {
    id: 'profile.notificationsWhy',
    defaultMessage: 'Sent to {address} if email is configured on this server. To-do items are not affected.',
  },
  level: { id: 'profile.notificationLevel', defaultMessage: 'Email me about' },
  saved: { id: 'profile.notificationsSaved', defaultMessage: 'Saved' },
  failed: { id: 'profile.notificationsFailed', defaultMessage: 'Could not save your changes.' },
  fetchFailed: { id: 'profile.notificationsFetchFailed', defaultMessage: 'Could not load your settings.' },
});

/** The viewer's e-mail notifications. */
export function Notifications() {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const query = useQuery(notificationSettingsQuery);
  const save = async (change: LevelChange): Promise<void> => {
    try {
      client.setQueryData(notificationSettingsQuery.queryKey, await saveNotificationLevel(change));
      toast({ text: formatMessage(messages.saved) });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      toast({ text: formatMessage(messages.failed) });
    }
  };
  const saveNamespace = async (namespace: NamespaceNotifications, change: LevelChange): Promise<void> => {
    try {
      await saveNamespaceLevel(namespace, change);
      toast({ text: formatMessage(messages.saved) });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      toast({ text: formatMessage(messages.failed) });
    } finally {
      await client.invalidateQueries({ queryKey: notificationSettingsQuery.queryKey });
    }
  };
  return (
    <Section title={<FormattedMessage {...messages.title} />}>
      <QueryView query={query} failed={<FormattedMessage {...messages.fetchFailed} />}>
        {({ level, events, notification_email: address, namespaces: said }) => (
          <>
            <p className={styles.lead}>
              <FormattedMessage {...messages.why} values={{ address }} />
            </p>
            <Select
              label={formatMessage(messages.level)}
              value={level}
              onChange={(event) => void save({ level: event.target.value })}
            >
              {notificationLevels.toReversed().map((each) => (
                <option key={each} value={each}>
                  {formatMessage(levelMessages[each])}
                </option>
              ))}
            </Select>
            <ChosenEvents events={events} onChange={(choice) => void save(choice)} />
            <NamespaceLevels said={said} onSave={(namespace, wanted) => void saveNamespace(namespace, wanted)} />
          </>
        )}
      </QueryView>
    </Section>
  );
}
