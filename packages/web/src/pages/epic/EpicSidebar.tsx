import type { ComponentType } from 'react';
import { FormattedMessage } from 'react-intl';
import { FieldValues } from '../../modules/custom-fields/FieldValues.tsx';
import { NotificationsWidget } from '../../modules/subscriptions/NotificationsWidget.tsx';
import { ParticipantsWidget } from '../../modules/subscriptions/ParticipantsWidget.tsx';
import { TodoWidget } from '../../modules/todos/TodoWidget.tsx';
import { Widget } from '../../modules/work-items/ItemLayout.tsx';
import { usePeekFrame } from '../../modules/work-items/peek/peek-frame.ts';
import { ConfidentialityWidget } from '../../modules/work-items/sidebar/ConfidentialityWidget.tsx';
import { useSave } from '../../modules/work-items/sidebar/save.ts';
import { SelectFields } from '../../modules/work-items/sidebar/SelectFields.tsx';
import { Link } from '../../platform/navigation/Link.tsx';
import { preloaded } from '../../platform/loading/preloaded.tsx';
import { useFeature } from '../../platform/session/features.ts';
import { text } from '../../ui/text/text.tsx';
import { changeEpic, type EpicChange, epicQuery, type EpicView } from './api.ts';
import {
  Ancestors,
  Color,
  DueDate,
  type FactProps,
  Health,
  HealthBelow,
  Labels,
  Owners,
  StartDate,
  Status,
} from './fields.tsx';
import { epicMessages as messages } from './messages.ts';
import type { PeekFieldsProps } from './PeekFields.tsx';

const Milestone = preloaded(async () => (await import('./Milestone.tsx')).Milestone);

let PeekFields: ComponentType<PeekFieldsProps> | null = null;

/** Pages have no use for it; the peek waits for it, so that its first paint is complete. */
export async function loadPeekFields(): Promise<void> {
  ({ PeekFields } = await import('./PeekFields.tsx'));
}

/** The fields of an epic, each editable in place by planners; in a peek those that plans are made of come first. */
export function EpicSidebar({ epic, fullPath }: { epic: EpicView; fullPath: string }) {
  const { queryKey } = epicQuery(fullPath, epic.iid);
  const save = useSave<EpicChange, EpicView>(queryKey, (change) => changeEpic(fullPath, epic.iid, change));
  const { updateEpic, adminEpic } = epic.userPermissions;
  const facts: FactProps = { epic, fullPath, mayEdit: updateEpic && adminEpic, save };
  const hasStatuses = useFeature('statuses');
  const hasHealth = useFeature('health_status');
  const isPeek = usePeekFrame() !== null;
  const itemAddress = { kind: 'epic', fullPath: epic.group.fullPath, iid: epic.iid } as const;
  const status = hasStatuses && <Status {...facts} />;
  const health = hasHealth && <Health {...facts} />;
  const first = (
    <>
      <TodoWidget itemAddress={itemAddress} />
      {/* The deepest level allows no child epics, but has ancestors. */}
      {(epic.allowSubEpics || epic.hasParent) && <Ancestors {...facts} />}
      <Widget name={<FormattedMessage {...messages.group} />}>
        <Link className={text.titleLink} to={{ page: 'group', fullPath: epic.group.fullPath }}>
          {epic.group.fullName}
        </Link>
      </Widget>
    </>
  );
  const last = (
    <>
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
  if (isPeek && PeekFields)
    return (
      <PeekFields {...facts} status={status} health={health}>
        {first}
        {hasHealth && <HealthBelow {...facts} />}
        {last}
      </PeekFields>
    );
  return (
    <>
      {first}
      {status}
      <Owners {...facts} />
      {health}
      {hasHealth && <HealthBelow {...facts} />}
      <StartDate {...facts} />
      <DueDate {...facts} />
      <Milestone {...facts} />
      <Labels {...facts} />
      {last}
    </>
  );
}
