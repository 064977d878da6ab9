import { useIntl } from 'react-intl';
import { treeMessages } from '../../modules/hierarchy/data/messages.ts';
import { Roadmap } from '../roadmap/RoadmapPage.tsx';
import styles from './epic-roadmap.module.css';

/** The roadmap of an epic's descendants, as a tab of its page. */
export function EpicRoadmap({ fullPath, iid }: { fullPath: string; iid: string }) {
  const { formatMessage } = useIntl();
  return (
    <div className={styles.roadmap}>
      <Roadmap fullPath={fullPath} epicIid={iid} failure={formatMessage(treeMessages.roadmapFailed)} />
    </div>
  );
}
