import { Fragment, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ProgramBadge } from '../../modules/users/ProgramBadge.tsx';
import type { Address } from '../../platform/navigation/addresses.ts';
import { Link } from '../../platform/navigation/Link.tsx';
import { text } from '../../ui/text/text.tsx';
import type { AuditEvent } from './api.ts';
import { auditMessages as messages, kindMessages } from './messages.ts';
import styles from './audit.module.css';

const columns = [
  messages.time,
  messages.person,
  messages.event,
  messages.object,
  messages.change,
  messages.address,
] as const;

/** The events, a row each; on a phone a card each. `isOutdated`: those of former filters, while the next ones load. */
export function AuditTable({ events, isOutdated }: { events: readonly AuditEvent[]; isOutdated: boolean }) {
  const { formatMessage } = useIntl();
  return (
    <table
      className={styles.table}
      aria-label={formatMessage(messages.title)}
      aria-busy={isOutdated || undefined}
      data-outdated={isOutdated || undefined}
    >
      <thead>
        <tr>
          {columns.map((title) => (
            <th key={title.id} scope="col">
              <FormattedMessage {...title} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </tbody>
    </table>
  );
}

function EventRow({ event }: { event: AuditEvent }) {
  const intl = useIntl();
  const { author_name: name, author_username: username, details, created_at: time } = event;
  const object = objectName(event);
  const values: ReactNode[] = [
    <time key="time" dateTime={time}>
      {intl.formatDate(time, { dateStyle: 'medium', timeStyle: 'medium' })}
    </time>,
    <Fragment key="person">
      <PersonName name={name} username={username} />
      <ProgramBadge person={{ service_account: event.author_service_account }} />
      {details.impersonator_name !== undefined && (
        <span className={styles.target}>
          <FormattedMessage {...messages.impersonatedBy} values={{ name: details.impersonator_name }} />
        </span>
      )}
    </Fragment>,
    <Fragment key="event">
      <b>
        <FormattedMessage {...kindMessages[event.event_name]} />
      </b>
      {details.target_details !== '' && details.target_details !== object && (
        <span className={styles.target}>{details.target_details}</span>
      )}
    </Fragment>,
    <ObjectLink key="object" event={event}>
      {object ?? <FormattedMessage {...messages.installation} />}
    </ObjectLink>,
    <Change key="change" details={details} />,
    details.ip_address,
  ];
  return (
    <tr>
      {columns.map((title, index) => (
        <td key={title.id} data-label={intl.formatMessage(title)} data-empty={values[index] === null || undefined}>
          <div>{values[index]}</div>
        </td>
      ))}
    </tr>
  );
}

/** The path or username at that time; null for the installation. */
function objectName({ entity_type: type, entity_current_path: path, details }: AuditEvent): string | null {
  const name = details.entity_path ?? path;
  return name !== null && type === 'User' ? `@${name}` : name;
}

function ObjectLink({ event, children }: { event: AuditEvent; children: ReactNode }) {
  const { entity_type: type, entity_current_path: path } = event;
  if (path === null) return children;
  if (type === 'User') return <TextLink to={{ page: 'person', username: path }}>{children}</TextLink>;
  return <TextLink to={{ page: type === 'Project' ? 'project' : 'group', fullPath: path }}>{children}</TextLink>;
}

function PersonName({ name, username }: { name: string; username: string | null }) {
  return username === null ? name : <TextLink to={{ page: 'person', username }}>{name}</TextLink>;
}

function TextLink({ to, children }: { to: Address; children: ReactNode }) {
  return (
    <Link className={text.link} to={to}>
      {children}
    </Link>
  );
}

function Change({ details: { change, from, to, custom_message: message } }: Pick<AuditEvent, 'details'>) {
  const none = <FormattedMessage {...messages.none} />;
  if (change === undefined) return message;
  return (
    <FormattedMessage
      {...messages.fromTo}
      values={{ field: change.replaceAll('_', ' '), from: from ?? none, to: to ?? none }}
    />
  );
}

const SKELETON_ROWS = 8;

export function TableSkeleton() {
  const { formatMessage } = useIntl();
  return (
    <div className={styles.skeleton} role="status" aria-label={formatMessage(messages.loading)}>
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <i key={row} />
      ))}
    </div>
  );
}
