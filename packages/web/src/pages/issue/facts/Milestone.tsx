import { MilestoneWidget } from '../../../modules/milestones/MilestoneWidget.tsx';
import type { FactProps } from './fact.ts';

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
