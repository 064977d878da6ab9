import { present } from '../../../platform/api/graphql.ts';
import { AssigneesWidget } from '../../../modules/work-items/sidebar/AssigneesWidget.tsx';
import type { FactProps } from './fact.ts';
import { useIntl } from 'react-intl';
import { ParentWidget } from '../../../modules/work-items/sidebar/ParentWidget.tsx';
import { sidebarMessages } from '../../../modules/work-items/sidebar/messages.ts';
import { LabelsWidget } from '../../../modules/labels/LabelsWidget.tsx';
import { MilestoneWidget } from '../../../modules/milestones/MilestoneWidget.tsx';
import { IterationWidget } from '../../../modules/iterations/IterationWidget.tsx';
import { useFactRefresh } from './refresh.ts';
import { HealthWidget } from '../../../modules/work-items/sidebar/HealthWidget.tsx';
import { typeOf } from '../../../modules/work-items/type-of.ts';
import { isClosed } from '../../../modules/statuses/messages.ts';
import { StatusWidget } from '../../../modules/statuses/StatusWidget.tsx';

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

/** The parent epic. */
export function Epic({ issue, home, mayEdit, save }: FactProps) {
  const { formatMessage } = useIntl();
  return (
    <ParentWidget
      name={formatMessage(sidebarMessages.epic)}
      parent={issue.epic}
      home={home}
      mayEdit={mayEdit}
      onSave={(parentId, epic) => save({ hierarchyWidget: { parentId } }, (view) => ({ ...view, epic }))}
    />
  );
}

export function Labels({ issue, home, mayEdit, save }: FactProps) {
  return (
    <LabelsWidget
      namespace={home}
      labels={present(issue.labels?.nodes)}
      mayEdit={mayEdit}
      onSave={(labelsWidget, nodes) =>
        save({ labelsWidget }, (view) => ({
          ...view,
          labels: { nodes: nodes.map((label) => ({ description: null, ...label })) },
        }))
      }
    />
  );
}

/** The milestone. */
export function Milestone({ issue, home, mayEdit, save }: FactProps) {
  return (
    <MilestoneWidget
      milestone={issue.milestone}
      home={home}
      mayEdit={mayEdit}
      shortcut="m"
      onSave={(milestone) =>
        save({ milestoneWidget: { milestoneId: milestone?.id ?? null } }, (view) => ({ ...view, milestone }), {
          field: 'milestone',
          item: issue,
        })
      }
    />
  );
}

/** The iteration it is planned for. */
export function Iteration({ issue, fullPath, home, mayEdit, save }: FactProps) {
  const refresh = useFactRefresh({ fullPath, iid: issue.iid });
  return (
    <IterationWidget
      iteration={issue.iteration}
      home={home}
      mayEdit={mayEdit}
      refresh={refresh.iteration}
      onSave={(iteration) =>
        save({ iterationWidget: { iterationId: iteration?.id ?? null } }, (view) => ({ ...view, iteration }), {
          field: 'iteration',
          item: issue,
        })
      }
    />
  );
}

/** The health status of an open issue. */
export function Health({ issue, fullPath, mayEdit, save }: FactProps) {
  const refresh = useFactRefresh({ fullPath, iid: issue.iid });
  return (
    <HealthWidget
      type={typeOf(issue.type)}
      healthStatus={issue.healthStatus}
      isOpen={issue.state !== 'closed'}
      mayEdit={mayEdit}
      refresh={refresh.health}
      onSave={(healthStatus) =>
        save({ healthStatusWidget: { healthStatus } }, (view) => ({ ...view, healthStatus }), {
          field: 'healthStatus',
          item: issue,
        })
      }
    />
  );
}

/** The status of an issue. */
export function Status({ issue, fullPath, save }: FactProps) {
  return (
    <StatusWidget
      status={issue.status}
      type={typeOf(issue.type)}
      fullPath={fullPath}
      mayEdit={issue.userPermissions.changeStatus}
      onSave={(status) => {
        const state = isClosed(status.category) ? 'closed' : 'opened';
        return save({ statusWidget: { status: String(status.id) } }, (view) => ({ ...view, status, state }), {
          field: 'status',
          item: issue,
        });
      }}
    />
  );
}
