import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { present } from '../../platform/api/graphql.ts';
import { refreshFields } from '../../platform/api/optimistic.ts';
import { AncestorList } from '../../modules/hierarchy/AncestorList.tsx';
import { ancestorsQuery } from '../../modules/hierarchy/data/ancestors.ts';
import { LabelsWidget } from '../../modules/labels/LabelsWidget.tsx';
import { isClosed } from '../../modules/statuses/messages.ts';
import { StatusWidget } from '../../modules/statuses/StatusWidget.tsx';
import { hasHealthBelow } from '../../modules/work-items/health.ts';
import { HealthCounts } from '../../modules/work-items/HealthCounts.tsx';
import { Widget } from '../../modules/work-items/ItemLayout.tsx';
import { AssigneesWidget } from '../../modules/work-items/sidebar/AssigneesWidget.tsx';
import { ColorWidget } from '../../modules/work-items/sidebar/ColorWidget.tsx';
import { HealthWidget } from '../../modules/work-items/sidebar/HealthWidget.tsx';
import { InheritedDateWidget } from '../../modules/work-items/sidebar/InheritedDateWidget.tsx';
import { ParentWidget } from '../../modules/work-items/sidebar/ParentWidget.tsx';
import { type Save, useSaveField } from '../../modules/work-items/sidebar/save.ts';
import { sidebarMessages } from '../../modules/work-items/sidebar/messages.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { type EpicChange, epicColorQuery, epicQuery, type EpicView } from './api.ts';
import { epicMessages as messages } from './messages.ts';

export interface FactProps {
  epic: EpicView;
  fullPath: string;
  mayEdit: boolean;
  save: Save<EpicChange, EpicView>;
}

/** The epic's ancestors, from the top; the direct parent can be changed here. */
export function Ancestors({ epic, fullPath, mayEdit }: FactProps) {
  const { formatMessage } = useIntl();
  const save = useSaveField<EpicView>(epic.id, epicQuery(fullPath, epic.iid).queryKey);
  const query = useQuery(ancestorsQuery(fullPath, epic.iid));
  const ancestry = query.data;
  const isChild = ancestry !== undefined && (ancestry.hasHiddenParent || ancestry.ancestors.length > 0);
  return (
    <ParentWidget
      name={formatMessage(messages.ancestors)}
      parent={epic.parent}
      home={{ kind: 'group', fullPath }}
      except={epic.id}
      mayEdit={mayEdit}
      value={
        query.isError ? (
          <Alert tone="danger">{formatMessage(messages.ancestorsFailed)}</Alert>
        ) : (
          isChild && <AncestorList title={epic.title} ancestry={ancestry} />
        )
      }
      onSave={(parentId, parent) =>
        save({ hierarchyWidget: { parentId } }, (view) => ({
          ...view,
          parent: parent && { confidential: false, startDate: null, dueDate: null, ...parent },
        }))
      }
    />
  );
}

/** Its author may change it too. */
export function Owners({ epic, fullPath, mayEdit }: FactProps) {
  const { formatMessage } = useIntl();
  const save = useSaveField<EpicView>(epic.id, epicQuery(fullPath, epic.iid).queryKey);
  const people = present(epic.assignees?.nodes);
  return (
    <AssigneesWidget
      name={formatMessage(sidebarMessages.owners, { count: people.length })}
      people={people}
      home={{ kind: 'group', fullPath: epic.group.fullPath }}
      mayEdit={mayEdit}
      onSave={(nodes) =>
        save(
          { assigneesWidget: { assigneeIds: nodes.map(({ id }) => id) } },
          (view) => ({ ...view, assignees: { nodes } }),
          { field: 'assignees', item: epic },
          { assigneesWidget: { assigneeIds: people.map(({ id }) => id) } },
        )
      }
    />
  );
}

export function Status({ epic, fullPath }: FactProps) {
  const save = useSaveField<EpicView>(epic.id, epicQuery(fullPath, epic.iid).queryKey);
  return (
    <StatusWidget
      status={epic.status}
      type="epic"
      fullPath={fullPath}
      mayEdit={epic.userPermissions.changeStatus}
      onSave={(status) => {
        const state = isClosed(status.category) ? 'closed' : 'opened';
        return save(
          { statusWidget: { status: String(status.id) } },
          (view) => ({ ...view, status, state }),
          { field: 'status', item: epic },
          epic.status?.id ? { statusWidget: { status: epic.status.id } } : undefined,
        );
      }}
    />
  );
}

/** The epic's own health status. */
export function Health({ epic, fullPath, mayEdit }: FactProps) {
  const save = useSaveField<EpicView>(epic.id, epicQuery(fullPath, epic.iid).queryKey);
  const health = epic.healthStatus;
  return (
    <HealthWidget
      type="epic"
      healthStatus={health?.own}
      isOpen={epic.state !== 'closed'}
      mayEdit={mayEdit}
      onSave={(own) =>
        save(
          { healthStatusWidget: { healthStatus: own } },
          (view) => ({
            ...view,
            healthStatus: {
              issuesOnTrack: null,
              issuesNeedingAttention: null,
              issuesAtRisk: null,
              ...view.healthStatus,
              own,
            },
          }),
          { field: 'healthStatus', item: epic },
          { healthStatusWidget: { healthStatus: health?.own ?? null } },
        )
      }
    />
  );
}

/** The counts of the open issues below by health status, if one of them has any. */
export function HealthBelow({ epic: { healthStatus } }: FactProps) {
  if (!healthStatus || !hasHealthBelow(healthStatus)) return null;
  return (
    <Widget name={<FormattedMessage {...messages.health} />}>
      <HealthCounts health={healthStatus} />
    </Widget>
  );
}

export function StartDate({ epic, mayEdit, save }: FactProps) {
  return (
    <InheritedDateWidget
      side="start"
      value={{
        isFixed: epic.startDateIsFixed ?? false,
        fixed: epic.startDateFixed,
        inherited: epic.startDateFromInheritedSource,
        source: epic.startDateSourcingMilestone ?? epic.startDateSourcingEpic,
      }}
      other={epic.dueDate}
      parent={epic.parent && { date: epic.parent.startDate, title: epic.parent.title }}
      mayEdit={mayEdit}
      onSave={({ isFixed, fixed }) =>
        save(
          { startDateIsFixed: isFixed, startDateFixed: fixed },
          (view) => ({
            ...view,
            startDateIsFixed: isFixed,
            startDateFixed: fixed,
            startDate: isFixed ? fixed : view.startDateFromInheritedSource,
          }),
          { field: 'startDate', item: epic },
        )
      }
    />
  );
}

export function DueDate({ epic, mayEdit, save }: FactProps) {
  return (
    <InheritedDateWidget
      side="due"
      value={{
        isFixed: epic.dueDateIsFixed ?? false,
        fixed: epic.dueDateFixed,
        inherited: epic.dueDateFromInheritedSource,
        source: epic.dueDateSourcingMilestone ?? epic.dueDateSourcingEpic,
      }}
      other={epic.startDate}
      parent={epic.parent && { date: epic.parent.dueDate, title: epic.parent.title }}
      mayEdit={mayEdit}
      onSave={({ isFixed, fixed }) =>
        save(
          { dueDateIsFixed: isFixed, dueDateFixed: fixed },
          (view) => ({
            ...view,
            dueDateIsFixed: isFixed,
            dueDateFixed: fixed,
            dueDate: isFixed ? fixed : view.dueDateFromInheritedSource,
          }),
          { field: 'dueDate', item: epic },
        )
      }
    />
  );
}

export function Labels({ epic, fullPath, mayEdit, save }: FactProps) {
  return (
    <LabelsWidget
      namespace={{ kind: 'group', fullPath }}
      labels={present(epic.labels?.nodes)}
      mayEdit={mayEdit}
      onSave={(change, nodes) =>
        save(
          change,
          (view) => ({ ...view, labels: { nodes: nodes.map((label) => ({ description: null, ...label })) } }),
          undefined,
          { addLabelIds: change.removeLabelIds, removeLabelIds: change.addLabelIds },
        )
      }
    />
  );
}

/** The page's query includes the color; it is fetched again when the picker opens. */
export function Color({ epic, fullPath, mayEdit, save }: FactProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const asked = epicColorQuery(fullPath, epic.iid);
  const query = useQuery({ ...asked, enabled: false });
  const renew = (): Promise<void> =>
    refreshFields<EpicView>(client, epicQuery(fullPath, epic.iid).queryKey, async () => {
      const { data: color, isSuccess } = await query.refetch();
      return isSuccess ? { color } : null;
    });
  return (
    <ColorWidget
      color={epic.color}
      mayEdit={mayEdit}
      error={query.isError ? formatMessage(sidebarMessages.colorNotFetched) : null}
      onOpen={() => void renew()}
      onSave={(color) => save({ color }, (view) => ({ ...view, color }), { field: 'color', item: epic })}
    />
  );
}
