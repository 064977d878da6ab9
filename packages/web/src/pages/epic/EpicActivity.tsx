import { RevealWhenSettled } from '../../platform/loading/RevealWhenSettled.tsx';
import { levelKey } from '../../modules/hierarchy/data/levels.ts';
import { linksQuery } from '../../modules/links/api.ts';
import { LinkedItems } from '../../modules/links/LinkedItems.tsx';
import { Activity } from '../../modules/notes/Activity.tsx';
import type { EpicView } from './api.ts';

/** Below the tree of an epic: its links and its activity. */
export function EpicActivity({ epic, fullPath }: { epic: EpicView; fullPath: string }) {
  const { id, iid, webPath } = epic;
  const { adminEpic, createNote } = epic.userPermissions;
  return (
    <RevealWhenSettled keys={[levelKey({ kind: 'epic', fullPath, iid }), linksQuery({ fullPath, iid }).queryKey]}>
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
