import { useIntl } from 'react-intl';
import type { NamespaceRef } from '../../../platform/api/endpoints.ts';
import { Person } from '../../users/Person.tsx';
import { itemLook } from '../ItemLayout.tsx';
import { peopleOf, personOption, type OptionOf, type ShownPerson } from './options.tsx';
import { PickWidget } from './PickWidget.tsx';
import { sidebarMessages as messages } from './messages.ts';

export interface AssigneesWidgetProps {
  /** The title; by default that of issues. */
  name?: string;
  people: readonly ShownPerson[];
  home: NamespaceRef;
  mayEdit: boolean;
  shortcut?: string;
  onSave(people: ShownPerson[]): Promise<void>;
}

/** The assignees, picked from the members. */
export function AssigneesWidget({ name, people, home, mayEdit, shortcut, onSave }: AssigneesWidgetProps) {
  const { formatMessage } = useIntl();
  return (
    <PickWidget
      name={name ?? formatMessage(messages.assignees)}
      mayEdit={mayEdit}
      empty={formatMessage(messages.none)}
      failed={formatMessage(messages.saveFailed)}
      fetchFailed={formatMessage(messages.usersFailed)}
      {...(shortcut && { shortcut })}
      multiple
      chosen={people.map(personOption)}
      options={peopleOf(home)}
      peopleOf={home}
      // The values come from this list.
      onSave={(options) => onSave(options.map((option) => (option as OptionOf<ShownPerson>).shown))}
      value={
        people.length > 0 && (
          <ul className={itemLook.people}>
            {people.map((person) => (
              <li key={person.id}>
                <Person person={person} />
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}
