import { useRef } from 'react';
import { useIntl } from 'react-intl';
import { ItemHead, Tasks } from '../../modules/work-items/ItemLayout.tsx';
import { shortReference } from '../../modules/work-items/reference.ts';
import { MarkBadges, StateBadge } from '../../modules/work-items/StateBadge.tsx';
import { preloadedAfterPaint } from '../../platform/loading/preloaded.tsx';
import type { StateChange } from '../../modules/work-items/state-change.ts';
import { usePeekFrame } from '../../modules/work-items/peek/peek-frame.ts';
import { printAgo, printTime } from '../../ui/field/days.ts';
import { text } from '../../ui/text/text.tsx';
import type { EpicView } from './api.ts';
import { EpicActions } from './EpicActions.tsx';
import { epicMessages as messages } from './messages.ts';

// Shown once the title was scrolled away.
const StickyHead = preloadedAfterPaint(
  async () => (await import('../../modules/work-items/StickyHead.tsx')).StickyHead,
);

export interface EpicHeadProps {
  epic: EpicView;
  fullPath: string;
  change: StateChange;
  onEdit(): void;
}

/** The epic's title, badges and actions. */
export function EpicHead({ epic, fullPath, change, onEdit }: EpicHeadProps) {
  const intl = useIntl();
  const isPeek = usePeekFrame() !== null;
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
        createdAt={isPeek ? null : epic.createdAt}
        author={epic.author}
        actions={<EpicActions epic={epic} fullPath={fullPath} change={change} onEdit={onEdit} />}
        failure={change.failure}
        badges={badges}
      >
        {isPeek ? (
          epic.updatedAt && (
            <time className={text.quiet} dateTime={epic.updatedAt} data-tooltip={printTime(intl, epic.updatedAt)}>
              {intl.formatMessage(messages.updated, { ago: printAgo(intl, epic.updatedAt) })}
            </time>
          )
        ) : (
          <span className={text.quiet}>{shortReference(epic.reference, fullPath.split('/')[0] ?? fullPath)}</span>
        )}
        <Tasks status={epic.taskCompletionStatus} />
      </ItemHead>
    </>
  );
}
