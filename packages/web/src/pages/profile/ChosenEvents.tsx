import { supportedEvents } from '@milepost/core/notifications/notifications';
import { useIntl } from 'react-intl';
import type { EventChoices } from '../../modules/subscriptions/api.ts';
import { Checkbox } from '../../ui/field/Field.tsx';
import { defineMessages } from '../../ui/text/messages.ts';
import styles from './Profile.module.css';

const messages = defineMessages({
  title: { id: 'profile.events', defaultMessage: 'Custom events' },
  titleOf: { id: 'profile.eventsOf', defaultMessage: 'Custom events in {namespace}' },
  new_issue: { id: 'profile.eventNewIssue', defaultMessage: 'New issues' },
  new_epic: { id: 'profile.eventNewEpic', defaultMessage: 'New epics' },
  new_note: { id: 'profile.eventNewNote', defaultMessage: 'Comments' },
  close_issue: { id: 'profile.eventCloseIssue', defaultMessage: 'Closed issues' },
  reopen_issue: { id: 'profile.eventReopenIssue', defaultMessage: 'Reopened issues' },
  reassign_issue: { id: 'profile.eventReassignIssue', defaultMessage: 'Reassigned issues' },
});

/** The events of the level `custom`; nothing for other levels. `namespaceName`: for a single group or project. */
export function ChosenEvents({
  events,
  namespaceName,
  onChange,
}: {
  events: EventChoices | undefined;
  namespaceName?: string;
  onChange(choice: EventChoices): void;
}) {
  const { formatMessage } = useIntl();
  if (!events) return null;
  const title =
    namespaceName === undefined
      ? formatMessage(messages.title)
      : formatMessage(messages.titleOf, { namespace: namespaceName });
  return (
    <div role="group" aria-label={title} className={styles.namespaces}>
      {supportedEvents.map((event) => (
        <Checkbox
          key={event}
          label={formatMessage(messages[event])}
          checked={events[event] === true}
          onChange={({ target }) => onChange({ [event]: target.checked })}
        />
      ))}
    </div>
  );
}
