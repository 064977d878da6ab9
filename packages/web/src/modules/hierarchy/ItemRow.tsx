import { FlagTriangleRight, OctagonMinus, Weight, EyeOff, X } from 'lucide-react';
import { type CSSProperties, memo } from 'react';
import { useIntl } from 'react-intl';
import { Link } from '../../platform/navigation/Link.tsx';
import { AvatarStack } from '../../ui/text/Avatar.tsx';
import { printDay, printSpan } from '../../ui/field/days.ts';
import { Icon } from '../../ui/button/Icon.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { text } from '../../ui/text/text.tsx';
import { LabelRow } from '../labels/LabelChip.tsx';
import { HealthMark } from '../work-items/HealthCounts.tsx';
import { referenceInGroup } from '../work-items/reference.ts';
import { HealthBadge } from '../work-items/StateBadge.tsx';
import { WorkItemIcon } from '../work-items/WorkItemIcon.tsx';
import { itemMessages } from '../work-items/messages.ts';
import { type RowForm, RowMenu } from './forms/RowMenu.tsx';
import type { TreeItem } from './data/items.ts';
import styles from './EpicTree.module.css';
import { treeMessages as messages } from './data/messages.ts';

export interface ItemRowProps {
  item: TreeItem;
  /** The group of the epic, in which references are shortened. */
  groupPath: string;
  isShowingLabels: boolean;
  /** Whether health is available. */
  allowsHealth: boolean;
  isBusy: boolean;
  /** Called with its key; undefined if the viewer may not remove it, and while scrolling. */
  onRemove: ((key: string) => void) | undefined;
  /** How many buttons it has when not scrolling: their space is reserved. */
  buttons: number;
  /** Opens a form for a child; undefined if the viewer may not add one, and while scrolling. */
  onForm: ((key: string, form: RowForm) => void) | undefined;
}

/** The content of an item's row, after its chevron. */
export const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { item, groupPath, isShowingLabels, allowsHealth, isBusy, buttons, onRemove, onForm } = props;
  const { formatMessage } = useIntl();
  const isOpen = item.state === 'opened';
  return (
    <span className={styles.body} data-busy={isBusy || undefined} data-item={item.key}>
      <span className={styles.line}>
        <span
          className={styles.kind}
          data-kind={item.type}
          style={item.color === null ? undefined : ({ '--bar': item.color } as CSSProperties)}
        >
          <WorkItemIcon type={item.type} state={item.state} />
        </span>
        <Link
          className={`${styles.title} ${text.cut} ${text.titleLink}`}
          to={item.webPath}
          tabIndex={-1}
          draggable={false}
          data-closed={!isOpen || undefined}
          data-tooltip-cut=""
        >
          {item.title}
        </Link>
        <span className={`${styles.reference} ${text.cut} ${text.onlyWide}`}>
          {referenceInGroup(item.reference, groupPath)}
        </span>
        {item.isConfidential && (
          <span className={styles.confidential} data-tooltip={formatMessage(itemMessages.confidential)}>
            <Icon of={EyeOff} size={14} label={formatMessage(itemMessages.confidential)} />
          </span>
        )}
        {item.isBlocked && isOpen && (
          <span className={styles.blocked} data-tooltip={formatMessage(itemMessages.blocked)}>
            <Icon of={OctagonMinus} size={14} label={formatMessage(itemMessages.blocked)} />
          </span>
        )}
        <span className={styles.end}>
          {allowsHealth && <Health item={item} />}
          <Amount item={item} />
          <When item={item} />
          <span className={`${styles.people} ${text.onlyWide}`}>
            {item.people.length > 0 && (
              <AvatarStack
                people={item.people}
                moreLabel={(count) => formatMessage(itemMessages.moreAssignees, { count })}
              />
            )}
          </span>
          <span className={styles.remove} style={{ '--buttons': buttons } as CSSProperties}>
            {onForm && <RowMenu item={item} onForm={onForm} />}
            {onRemove && (
              <IconButton
                className="no-drag"
                icon={X}
                size="small"
                tabIndex={-1}
                label={formatMessage(isBusy ? messages.removing : messages.remove, { title: item.title })}
                aria-disabled={isBusy}
                onClick={() => !isBusy && onRemove(item.key)}
              />
            )}
          </span>
        </span>
      </span>
      {isShowingLabels && item.labels.length > 0 && (
        <span className={styles.labels}>
          <LabelRow labels={item.labels} />
        </span>
      )}
    </span>
  );
});

/** Only open items show a health: their own, and an epic without one that of the open issues below it. */
function Health({ item: { state, health, below } }: { item: TreeItem }) {
  const className = `${styles.health} ${text.onlyWide}`;
  if (state === 'opened' && health) {
    return (
      <span className={className}>
        <HealthBadge health={health} textSize="sm" />
      </span>
    );
  }
  if (!below || below.openIssues === 0) return null;
  return (
    <span className={className}>
      <HealthMark health={below.health} />
    </span>
  );
}

/** The progress of an epic, or the weight of an issue. */
function Amount({ item: { below, weight } }: { item: TreeItem }) {
  const { formatMessage } = useIntl();
  const className = `${styles.meter} ${text.onlyWide}`;
  if (weight !== null) {
    const label = formatMessage(messages.weight, { weight });
    return (
      <span className={className} data-kind="weight" data-tooltip={label}>
        <span>
          <Icon of={Weight} size={14} label={label} /> {weight}
        </span>
      </span>
    );
  }
  if (!below?.progress) return <span className={className} />;
  const { percentage, countedIn } = below.progress;
  const sentence = countedIn === 'WEIGHT' ? messages.share : messages.shareByCount;
  const label = formatMessage(below.isClosed ? messages.shareOfClosed : sentence, { share: percentage });
  return (
    <span className={className} data-tooltip={label}>
      <span
        className={styles.bar}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percentage}
        style={{ '--share': `${percentage}%` } as CSSProperties}
      />
      {percentage}%
    </span>
  );
}

/** Dates, the milestone that determines them, or both. */
function When({ item: { start, due, milestone } }: { item: TreeItem }) {
  const intl = useIntl();
  const dates =
    start !== null && due !== null
      ? printSpan(intl, start, due)
      : due !== null
        ? printDay(intl, due)
        : start !== null
          ? `${printDay(intl, start)} –`
          : null;
  return (
    <span className={`${styles.when} ${text.onlyWide}`}>
      {milestone !== null && (
        <span className={styles.milestone}>
          <Icon of={FlagTriangleRight} size={14} />
          <span className={text.cut} data-tooltip-cut="">
            {milestone}
          </span>
        </span>
      )}
      {dates !== null && (
        <span className={`${styles.dates} ${text.cut}`} data-tooltip-cut="">
          {dates}
        </span>
      )}
    </span>
  );
}
