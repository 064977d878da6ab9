import { namespaceNotificationLevels } from '@milepost/core/notifications';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { present } from '../../platform/api/graphql.ts';
import { session } from '../../platform/session/session.ts';
import type { LevelChange, LevelledPlace } from '../../modules/subscriptions/api.ts';
import { Select } from '../../ui/field/Field.tsx';
import { defineMessages } from '../../ui/text/messages.ts';
import { text } from '../../ui/text/text.tsx';
import { type PersonView, personQuery } from '../../modules/members/person.ts';
import { ChosenEvents } from './ChosenEvents.tsx';
import { levelMessages } from './level-messages.ts';
import styles from './Profile.module.css';

const messages = defineMessages({
  title: { id: 'profile.placeLevels', defaultMessage: 'Per-group settings' },
  why: {
    id: 'profile.placeLevelsWhy',
    defaultMessage: 'A group’s setting applies to its subgroups and projects unless they have their own.',
  },
  global: { id: 'profile.levelGlobal', defaultMessage: 'Use global setting' },
  watchHere: { id: 'profile.levelWatchHere', defaultMessage: 'All activity' },
});

/** How much one hears from each group and project where one is a member, or said something. */
export function PlaceLevels({
  said,
  onSave,
}: {
  said: readonly LevelledPlace[];
  onSave(place: LevelledPlace, change: LevelChange): void;
}) {
  const { formatMessage } = useIntl();
  const { viewer } = session();
  const { data } = useQuery(personQuery(viewer?.username ?? ''));
  const places = placesOf(said, data?.user ?? null);
  if (places.length === 0) return null;
  return (
    <div className={styles.places}>
      <h3 className={styles.name}>
        <FormattedMessage {...messages.title} />
      </h3>
      <p className={text.quiet}>
        <FormattedMessage {...messages.why} />
      </p>
      {places.map((place) => (
        <Fragment key={`${place.kind} ${place.full_path}`}>
          <Select
            label={place.full_name}
            value={place.level}
            onChange={(event) => onSave(place, { level: event.target.value })}
          >
            <option value="global">{formatMessage(messages.global)}</option>
            {namespaceNotificationLevels.toReversed().map((each) =>
              each === 'global' ? null : (
                <option key={each} value={each}>
                  {formatMessage(each === 'watch' ? messages.watchHere : levelMessages[each])}
                </option>
              ),
            )}
          </Select>
          <ChosenEvents events={place.events} place={place.full_name} onChange={(choice) => onSave(place, choice)} />
        </Fragment>
      ))}
    </div>
  );
}

/** Where somebody is a member and where they said something, each once, by name. */
function placesOf(said: readonly LevelledPlace[], person: PersonView | null): LevelledPlace[] {
  const places = new Map(said.map((place) => [place.full_path, place]));
  const add = (kind: LevelledPlace['kind'], path: string, name: string): void => {
    if (!places.has(path)) places.set(path, { kind, full_path: path, full_name: name, level: 'global' });
  };
  for (const { group } of present(person?.groupMemberships?.nodes)) {
    if (group) add('group', group.fullPath, group.fullName);
  }
  for (const { project } of present(person?.projectMemberships?.nodes)) {
    if (project) add('project', project.fullPath, project.nameWithNamespace);
  }
  return [...places.values()].toSorted((one, other) => one.full_name.localeCompare(other.full_name));
}
