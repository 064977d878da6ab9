import { useFeature } from '../../platform/session/features.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { present } from '../../platform/api/graphql.ts';
import { Link } from '../../platform/navigation/Link.tsx';
import { FieldValues } from '../../modules/custom-fields/FieldValues.tsx';
import { AncestorList } from '../../modules/hierarchy/AncestorList.tsx';
import { ancestorsQuery } from '../../modules/hierarchy/data/ancestors.ts';
import { LabelsWidget } from '../../modules/labels/LabelsWidget.tsx';
import { isClosed } from '../../modules/statuses/messages.ts';
import { StatusWidget } from '../../modules/statuses/StatusWidget.tsx';
import { NotificationsWidget } from '../../modules/subscriptions/NotificationsWidget.tsx';
import { ParticipantsWidget } from '../../modules/subscriptions/ParticipantsWidget.tsx';
import { TodoWidget } from '../../modules/todos/TodoWidget.tsx';
import { hasHealthBelow } from '../../modules/work-items/health.ts';
import { HealthCounts } from '../../modules/work-items/HealthCounts.tsx';
import { Widget } from '../../modules/work-items/ItemLayout.tsx';
import { SelectFields } from '../../modules/work-items/sidebar/SelectFields.tsx';
import { AssigneesWidget } from '../../modules/work-items/sidebar/AssigneesWidget.tsx';
import { ColorWidget } from '../../modules/work-items/sidebar/ColorWidget.tsx';
import { ConfidentialityWidget } from '../../modules/work-items/sidebar/ConfidentialityWidget.tsx';
import { HealthWidget } from '../../modules/work-items/sidebar/HealthWidget.tsx';
import { InheritedDateWidget } from '../../modules/work-items/sidebar/InheritedDateWidget.tsx';
import { ParentWidget } from '../../modules/work-items/sidebar/ParentWidget.tsx';
import { type Save, useSave, useSaveField } from '../../modules/work-items/sidebar/save.ts';
import { sidebarMessages } from '../../modules/work-items/sidebar/messages.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { text } from '../../ui/text/text.tsx';
import { changeEpic, type EpicChange, epicColorQuery, epicQuery, type EpicView } from './api.ts';
import { epicMessages as messages } from './messages.ts';

interface FactProps {
  epic: EpicView;
  fullPath: string;
  mayEdit: boolean;
  save: Save<EpicChange, EpicView>;
}

/** The fields of an epic, each editable in place by planners. */
export function EpicSidebar({ epic, fullPath }: { epic: EpicView; fullPath: string }) {
  const { queryKey } = epicQuery(fullPath, epic.iid);
  const save = useSave<EpicChange, EpicView>(queryKey, (change) => changeEpic(fullPath, epic.iid, change));
  const { updateEpic, adminEpic } = epic.userPermissions;
  const facts: FactProps = { epic, fullPath, mayEdit: updateEpic && adminEpic, save };
  const hasStatuses = useFeature('statuses');
  const hasHealth = useFeature('health_status');
  const itemAddress = { kind: 'epic', fullPath: epic.group.fullPath, iid: epic.iid } as const;
  return (
    <>
      <TodoWidget itemAddress={itemAddress} />
      {/* The deepest level allows no child epics, but has ancestors. */}
      {(epic.allowSubEpics || epic.hasParent) && <Ancestors {...facts} />}
      <Widget name={<FormattedMessage {...messages.group} />}>
        <Link className={text.titleLink} to={{ page: 'group', fullPath: epic.group.fullPath }}>
          {epic.group.fullName}
        </Link>
      </Widget>
      {hasStatuses && <Status {...facts} />}
      <Owners {...facts} />
      {hasHealth && <Health {...facts} />}
      <StartDate {...facts} />
      <DueDate {...facts} />
      <Labels {...facts} />
      <FieldValues itemAddress={itemAddress} />
      <SelectFields
        type="epic"
        item={epic}
        mayEdit={facts.mayEdit}
        onSave={(change, field) => save(change, (view) => ({ ...view, ...change }), { field, item: epic })}
      />
      <Color {...facts} />
      <ConfidentialityWidget
        type="epic"
        confidential={epic.confidential}
        isParentConfidential={epic.parent?.confidential ?? false}
        mayEdit={facts.mayEdit}
        onSave={(confidential) => save({ confidential }, (view) => ({ ...view, confidential }))}
      />
      <NotificationsWidget itemAddress={itemAddress} />
      <ParticipantsWidget itemAddress={itemAddress} />
    </>
  );
}

/** The epic's ancestors, from the top; the direct parent can be changed here. */
function Ancestors({ epic, fullPath, mayEdit }: FactProps) {
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
function Owners({ epic, fullPath, mayEdit }: FactProps) {
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
        )
      }
    />
  );
}

function Status({ epic, fullPath }: FactProps) {
  const save = useSaveField<EpicView>(epic.id, epicQuery(fullPath, epic.iid).queryKey);
  return (
    <StatusWidget
      status={epic.status}
      type="epic"
      fullPath={fullPath}
      mayEdit={epic.userPermissions.changeStatus}
      onSave={(status) => {
        const state = isClosed(status.category) ? 'closed' : 'opened';
        return save({ statusWidget: { status: String(status.id) } }, (view) => ({ ...view, status, state }), {
          field: 'status',
          item: epic,
        });
      }}
    />
  );
}

/** The epic's own health status, and the counts of the open issues below if one of them has a health status. */
function Health({ epic, fullPath, mayEdit }: FactProps) {
  const save = useSaveField<EpicView>(epic.id, epicQuery(fullPath, epic.iid).queryKey);
  const health = epic.healthStatus;
  return (
    <>
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
          )
        }
      />
      {health && hasHealthBelow(health) && (
        <Widget name={<FormattedMessage {...messages.health} />}>
          <HealthCounts health={health} />
        </Widget>
      )}
    </>
  );
}

function StartDate({ epic, mayEdit, save }: FactProps) {
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

function DueDate({ epic, mayEdit, save }: FactProps) {
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

function Labels({ epic, fullPath, mayEdit, save }: FactProps) {
  return (
    <LabelsWidget
      namespace={{ kind: 'group', fullPath }}
      labels={present(epic.labels?.nodes)}
      mayEdit={mayEdit}
      onSave={(change, nodes) =>
        save(change, (view) => ({
          ...view,
          labels: { nodes: nodes.map((label) => ({ description: null, ...label })) },
        }))
      }
    />
  );
}

/** The page's query includes the color; it is fetched again when the picker opens. */
function Color({ epic, fullPath, mayEdit, save }: FactProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const asked = epicColorQuery(fullPath, epic.iid);
  const query = useQuery({ ...asked, enabled: false });
  const renew = async (): Promise<void> => {
    const { data: color, isSuccess } = await query.refetch();
    if (isSuccess) client.setQueryData(epicQuery(fullPath, epic.iid).queryKey, (now) => now && { ...now, color });
  };
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
