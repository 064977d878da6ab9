import { RevealWhenSettled } from '../../platform/loading/RevealWhenSettled.tsx';
import { levelKey } from '../../modules/hierarchy/data/levels.ts';
import { linksQuery } from '../../modules/links/api.ts';
import { LinkedItems } from '../../modules/links/LinkedItems.tsx';
import { Activity } from '../../modules/notes/Activity.tsx';
import { dueDatesQuery } from '../../modules/snapshots/due-dates.ts';
import { DueDates } from '../../modules/snapshots/DueDates.tsx';
import { statusUpdatePages } from '../../modules/status-updates/api.ts';
import { StatusUpdates } from '../../modules/status-updates/StatusUpdates.tsx';
import type { EpicView } from './api.ts';

/** Below the tree of an epic: its status updates, links and activity. */
export function EpicActivity({ epic, fullPath }: { epic: EpicView; fullPath: string }) {
  const { id, iid, webPath } = epic;
  const { adminEpic, createNote } = epic.userPermissions;
  return (
    <RevealWhenSettled
      keys={[
        levelKey({ kind: 'epic', fullPath, iid }),
        linksQuery({ fullPath, iid }).queryKey,
        statusUpdatePages(fullPath, iid).queryKey,
        dueDatesQuery(fullPath, iid).queryKey,
      ]}
    >
      <StatusUpdates epicId={id} fullPath={fullPath} iid={iid} health={epic.healthStatus?.own ?? null} />
      <DueDates fullPath={fullPath} iid={iid} />
      <LinkedItems item={{ id, fullPath, iid, type: 'epic', webPath, isConfidential: epic.confidential }} />
      <Activity
        kind="epic"
        fullPath={fullPath}
        iid={iid}
        noteableId={id}
        webPath={webPath}
        mayComment={createNote}
        mayWriteInternally={adminEpic}
        isLocked={false}
      />
    </RevealWhenSettled>
  );
}
