import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
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

interface EpicProps {
  epic: EpicView;
  fullPath: string;
}

/** Below the tree of an epic: its status updates, links and activity. */
export function EpicActivity({ epic, fullPath }: EpicProps) {
  const { id, iid } = epic;
  return (
    <RevealWhenSettled keys={queriesOf(fullPath, iid)}>
      <StatusUpdates epicId={id} fullPath={fullPath} iid={iid} health={epic.healthStatus?.own ?? null} />
      <DueDates fullPath={fullPath} iid={iid} />
      <Links epic={epic} fullPath={fullPath} />
      <Comments epic={epic} fullPath={fullPath} />
    </RevealWhenSettled>
  );
}

/** Below the fields of an epic in the peek: its links, children and latest status update, then its text and comments. */
export function EpicPlan({ epic, fullPath, tree, children }: EpicProps & { tree: ReactNode; children: ReactNode }) {
  const { id, iid } = epic;
  return (
    <RevealWhenSettled keys={queriesOf(fullPath, iid)}>
      <Links epic={epic} fullPath={fullPath} />
      {tree}
      <StatusUpdates epicId={id} fullPath={fullPath} iid={iid} health={epic.healthStatus?.own ?? null} isBrief />
      {children}
      <DueDates fullPath={fullPath} iid={iid} />
      <Comments epic={epic} fullPath={fullPath} />
    </RevealWhenSettled>
  );
}

const queriesOf = (fullPath: string, iid: string): QueryKey[] => [
  levelKey({ kind: 'epic', fullPath, iid }),
  linksQuery({ fullPath, iid }).queryKey,
  statusUpdatePages(fullPath, iid).queryKey,
  dueDatesQuery(fullPath, iid).queryKey,
];

function Links({ epic: { id, iid, webPath, confidential }, fullPath }: EpicProps) {
  return <LinkedItems item={{ id, fullPath, iid, type: 'epic', webPath, isConfidential: confidential }} />;
}

function Comments({ epic: { id, iid, webPath, userPermissions }, fullPath }: EpicProps) {
  return (
    <Activity
      kind="epic"
      fullPath={fullPath}
      iid={iid}
      noteableId={id}
      webPath={webPath}
      mayComment={userPermissions.createNote}
      mayWriteInternally={userPermissions.adminEpic}
      isLocked={false}
    />
  );
}
