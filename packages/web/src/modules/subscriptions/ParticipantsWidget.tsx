import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { PersonAvatar } from '../../ui/text/Avatar.tsx';
import { Button } from '../../ui/button/Button.tsx';
import type { ItemAddress } from '../custom-fields/api.ts';
import { Widget } from '../work-items/ItemLayout.tsx';
import { participantsQuery, type Participant } from './api.ts';
import { participantMessages as messages } from './messages.ts';
import styles from './ParticipantsWidget.module.css';

/** The number of avatars that fit in one row. */
const SHOWN = 8;

/** The participants of an item: the first avatars, the rest on request. */
export function ParticipantsWidget({ itemAddress }: { itemAddress: ItemAddress }) {
  const query = useQuery(participantsQuery(itemAddress));
  const failed = itemAddress.kind === 'epic' ? messages.epicFailed : messages.issueFailed;
  const count = query.data?.length ?? 0;
  return (
    <Widget
      name={<FormattedMessage {...messages.participants} values={{ count }} />}
      empty={<FormattedMessage {...messages.none} />}
    >
      <QueryView query={query} failed={<FormattedMessage {...failed} />}>
        {(people) => (people.length === 0 ? <FormattedMessage {...messages.none} /> : <Faces people={people} />)}
      </QueryView>
    </Widget>
  );
}

function Faces({ people }: { people: readonly Participant[] }) {
  const { formatMessage } = useIntl();
  const [isWhole, setWhole] = useState(false);
  const rest = people.length - SHOWN;
  return (
    <>
      <ul className={styles.faces}>
        {(isWhole ? people : people.slice(0, SHOWN)).map((person) => (
          <li key={person.id}>
            <PersonAvatar person={person} alone />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button kind="quiet" size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? formatMessage(messages.fewer) : formatMessage(messages.more, { count: rest })}
        </Button>
      )}
    </>
  );
}
