import { MilestoneWidget } from '../../modules/milestones/MilestoneWidget.tsx';
import { useSaveField } from '../../modules/work-items/sidebar/save.ts';
import { epicQuery, type EpicView } from './api.ts';
import type { FactProps } from './fields.tsx';

/** Its own milestone. */
export function Milestone({ epic, fullPath, mayEdit }: FactProps) {
  const save = useSaveField<EpicView>(epic.id, epicQuery(fullPath, epic.iid).queryKey);
  return (
    <MilestoneWidget
      milestone={epic.milestone}
      home={{ kind: 'group', fullPath: epic.group.fullPath }}
      mayEdit={mayEdit}
      onSave={(milestone) =>
        save(
          { milestoneWidget: { milestoneId: milestone?.id ?? null } },
          (view) => ({ ...view, milestone }),
          { field: 'milestone', item: epic },
          { milestoneWidget: { milestoneId: epic.milestone?.id ?? null } },
        )
      }
    />
  );
}
