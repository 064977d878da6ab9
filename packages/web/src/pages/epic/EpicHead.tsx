import { useRef } from 'react';
import { ItemHead, Tasks } from '../../modules/work-items/ItemLayout.tsx';
import { shortReference } from '../../modules/work-items/reference.ts';
import { MarkBadges, StateBadge } from '../../modules/work-items/StateBadge.tsx';
import { StickyHead } from '../../modules/work-items/StickyHead.tsx';
import type { StateChange } from '../../modules/work-items/state-change.ts';
import { text } from '../../ui/text/text.tsx';
import type { EpicView } from './api.ts';
import { EpicActions } from './EpicActions.tsx';

export interface EpicHeadProps {
  epic: EpicView;
  fullPath: string;
  change: StateChange;
  onEdit(): void;
}

/** The epic's title, badges and actions. */
export function EpicHead({ epic, fullPath, change, onEdit }: EpicHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const badges = (
    <>
      <StateBadge state={epic.state === 'closed' ? 'closed' : 'opened'} type="epic" />
      <MarkBadges item={epic} />
    </>
  );
  return (
    <>
      <StickyHead heading={heading} title={epic.title} badges={badges} />
      <ItemHead
        heading={heading}
        title={epic.title}
        createdAt={epic.createdAt}
        author={epic.author}
        actions={<EpicActions epic={epic} fullPath={fullPath} change={change} onEdit={onEdit} />}
        failure={change.failure}
        badges={badges}
      >
        <span className={text.quiet}>{shortReference(epic.reference, fullPath.split('/')[0] ?? fullPath)}</span>
        <Tasks status={epic.taskCompletionStatus} />
      </ItemHead>
    </>
  );
}
