import { GripVertical } from 'lucide-react';
import { type CSSProperties, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { Icon } from '../../../ui/button/Icon.tsx';
import { text } from '../../../ui/text/text.tsx';
import { WorkItemIcon } from '../../work-items/WorkItemIcon.tsx';
import { treeMessages as messages } from '../data/messages.ts';
import styles from './drag.module.css';
import { type Drop, INDENT } from './drop.ts';
import type { Dragging, TreeDrag } from './tree-drag.ts';

/** The drag overlay: the row at the pointer, the drop position, and its announcement. */
export function DragLayer({ drag }: { drag: TreeDrag }) {
  const dragging = useSyncExternalStore(drag.subscribe, drag.get);
  return dragging && <Signs dragging={dragging} />;
}

function Signs({ dragging: { row, x, y, drop, list } }: { dragging: Dragging }) {
  const hint = useHint(drop, row.parentKey);
  // Towards the side with more room.
  const isAtRight = x > window.innerWidth / 2;
  return (
    <div className={styles.layer} data-dragging={row.key}>
      {drop && !drop.isHere && <Target drop={drop} list={list} />}
      <div className={styles.ghost} style={{ left: x, top: y }}>
        <Icon of={GripVertical} size={14} />
        <WorkItemIcon type={row.item.type} state={row.item.state} />
        <span className={text.cut}>{row.item.title}</span>
      </div>
      {hint !== null && (
        <div
          role="status"
          className={styles.hint}
          data-refused={drop?.obstacle ? true : undefined}
          style={isAtRight ? { right: window.innerWidth - x, top: y } : { left: x, top: y }}
        >
          {hint}
        </div>
      )}
    </div>
  );
}

function Target({ drop, list }: { drop: Drop; list: Dragging['list'] }) {
  const { line, position, obstacle } = drop;
  if (!line) {
    const element = document
      .querySelector(`[data-item="${CSS.escape(position.parentKey)}"]`)
      ?.closest('[role=treeitem]');
    const box = element?.getBoundingClientRect();
    if (!box) return null;
    const { left, top, width, height } = box;
    return (
      <div className={styles.into} data-refused={obstacle ? true : undefined} style={{ left, top, width, height }} />
    );
  }
  const indent = 12 + (line.level - 1) * INDENT;
  const style: CSSProperties = { left: list.left + indent, top: list.top + line.y, width: list.width - indent - 12 };
  return <div className={styles.line} data-refused={obstacle ? true : undefined} style={style} />;
}

function useHint(drop: Drop | null, from: string): string | null {
  const { formatMessage } = useIntl();
  if (!drop || drop.isHere) return null;
  const parent = drop.parent.title;
  switch (drop.obstacle) {
    case 'type':
      return formatMessage(messages.obstacleType, { parent });
    case 'cycle':
      return formatMessage(messages.obstacleCycle);
    case 'depth':
      return formatMessage(messages.obstacleDepth);
    case 'confidential':
      return formatMessage(messages.obstacleConfidential, { parent });
    default:
      break;
  }
  const { spot, parentKey } = drop.position;
  if (!spot) return formatMessage(messages.dropInto, { parent });
  const { title } = spot.beside;
  const isBefore = spot.side === 'before';
  if (parentKey === from) return formatMessage(isBefore ? messages.dropBefore : messages.dropAfter, { title });
  return formatMessage(isBefore ? messages.dropIntoBefore : messages.dropIntoAfter, { parent, title });
}
