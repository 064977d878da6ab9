import { useIntl } from 'react-intl';
import { present } from '../../../app/graphql.ts';
import { Person } from '../../../modules/users/Person.tsx';
import { itemLook } from '../../../modules/work-items/ItemLayout.tsx';
import { peopleOf, personOption, type ShownPerson } from '../../../modules/work-items/sidebar/options.tsx';
import { PickWidget } from '../../../modules/work-items/sidebar/PickWidget.tsx';
import { sidebarWords } from '../../../modules/work-items/sidebar/words.ts';
import { none, shownOf, type FactProps } from './fact.tsx';

/** Who does it. */
export function Assignees({ issue, home, mayEdit, save }: FactProps) {
  const { formatMessage } = useIntl();
  const assignees = present(issue.assignees?.nodes);
  return (
    <PickWidget
      name={formatMessage(sidebarWords.assignees)}
      mayEdit={mayEdit}
      empty={none}
      failed={formatMessage(sidebarWords.saveFailed)}
      fetchFailed={formatMessage(sidebarWords.usersFailed)}
      shortcut="a"
      multiple
      chosen={assignees.map(personOption)}
      options={peopleOf(home)}
      onSave={(options) => {
        const nodes = shownOf<ShownPerson>(options);
        return save({ assigneesWidget: { assigneeIds: nodes.map(({ id }) => id) } }, (view) => ({
          ...view,
          assignees: { nodes },
        }));
      }}
      value={
        assignees.length > 0 && (
          <ul className={itemLook.people}>
            {assignees.map((person) => (
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
