import { present } from '../../../platform/api/graphql.ts';
import { AssigneesWidget } from '../../../modules/work-items/sidebar/AssigneesWidget.tsx';
import type { FactProps } from './fact.ts';

/** The assignees. */
export function Assignees({ issue, home, mayEdit, save }: FactProps) {
  return (
    <AssigneesWidget
      people={present(issue.assignees?.nodes)}
      home={home}
      mayEdit={mayEdit}
      shortcut="a"
      onSave={(nodes) =>
        save(
          { assigneesWidget: { assigneeIds: nodes.map(({ id }) => id) } },
          (view) => ({ ...view, assignees: { nodes } }),
          { field: 'assignees', item: issue },
        )
      }
    />
  );
}
