import { present } from '../../app/graphql.ts';
import { epicColors } from '@milepost/core/work-items';
import { CornerDownRight, Layers2 } from 'lucide-react';
import type { CSSProperties } from 'react';
import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl';
import { Link } from '../../app/Link.tsx';
import { FieldValues } from '../../modules/custom-fields/FieldValues.tsx';
import { LabelChip } from '../../modules/labels/LabelChip.tsx';
import { itemLook, Widget } from '../../modules/work-items/ItemLayout.tsx';
import { HealthCounts } from '../../modules/work-items/HealthCounts.tsx';
import { ConfidentialBadge } from '../../modules/work-items/StateBadge.tsx';
import { printDay, readDay } from '../../ui/days.ts';
import { Icon } from '../../ui/Icon.tsx';
import { text } from '../../ui/text.tsx';
import type { EpicView } from './api.ts';
import { epicWords as words } from './words.ts';

/** The facts of an epic. */
export function EpicSidebar({ epic }: { epic: EpicView }) {
  const labels = present(epic.labels?.nodes);
  const ancestors = present(epic.ancestors?.nodes);
  return (
    <>
      <Widget name={<FormattedMessage {...words.ancestors} />} empty={<FormattedMessage {...words.noAncestors} />}>
        {ancestors.length > 0 && <Ancestors title={epic.title} ancestors={ancestors} />}
      </Widget>
      <Widget name={<FormattedMessage {...words.group} />}>
        <Link className={text.titleLink} to={{ page: 'group', fullPath: epic.group.fullPath }}>
          {epic.group.fullName}
        </Link>
      </Widget>
      <HealthWidget epic={epic} />
      <DateWidget
        name={words.startDate}
        date={epic.startDate}
        isFixed={epic.startDateIsFixed ?? false}
        source={epic.startDateSourcingMilestone ?? epic.startDateSourcingEpic}
      />
      <DateWidget
        name={words.dueDate}
        date={epic.dueDate}
        isFixed={epic.dueDateIsFixed ?? false}
        source={epic.dueDateSourcingMilestone ?? epic.dueDateSourcingEpic}
      />
      <Widget name={<FormattedMessage {...words.labels} />} empty={<FormattedMessage {...words.noLabels} />}>
        {labels.length > 0 && labels.map((label) => <LabelChip key={label.id} label={label} size="large" />)}
      </Widget>
      <FieldValues place={{ kind: 'epic', fullPath: epic.group.fullPath, iid: epic.iid }} />
      {epic.color && (
        <Widget name={<FormattedMessage {...words.color} />}>
          <span className={itemLook.swatch} style={{ '--bar': epic.color } as CSSProperties} />
          {epicColors.find(({ color }) => color === epic.color?.toLowerCase())?.name ?? epic.color}
        </Widget>
      )}
      <Widget name={<FormattedMessage {...words.confidentiality} />}>
        {epic.confidential ? <ConfidentialBadge /> : <FormattedMessage {...words.notConfidential} />}
      </Widget>
    </>
  );
}

function Ancestors({
  title,
  ancestors,
}: {
  title: string;
  ancestors: readonly { id: string; title: string; webPath: string }[];
}) {
  return (
    <ol className={itemLook.ancestors}>
      {[...ancestors, null].map((ancestor, depth) => (
        <li key={ancestor?.id ?? 'self'} style={{ '--depth': depth } as CSSProperties}>
          <Icon of={depth === 0 ? Layers2 : CornerDownRight} />
          {ancestor ? (
            <Link className={`${text.cut} ${text.titleLink}`} to={ancestor.webPath} data-tooltip-cut="">
              {ancestor.title}
            </Link>
          ) : (
            <b className={text.cut} aria-current="page">
              {title}
            </b>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Only where there are open issues with a health below. */
function HealthWidget({ epic }: { epic: EpicView }) {
  const health = epic.healthStatus;
  if (!health || (health.issuesOnTrack ?? 0) + (health.issuesNeedingAttention ?? 0) + (health.issuesAtRisk ?? 0) === 0)
    return null;
  return (
    <Widget name={<FormattedMessage {...words.health} />}>
      <HealthCounts health={health} />
    </Widget>
  );
}

interface DateWidgetProps {
  name: MessageDescriptor;
  date: string | null | undefined;
  isFixed: boolean;
  /** What an inherited date comes from. */
  source: { title: string } | null | undefined;
}

function DateWidget({ name, date, isFixed, source }: DateWidgetProps) {
  const intl = useIntl();
  const day = readDay(date);
  return (
    <Widget name={<FormattedMessage {...name} />} empty={<FormattedMessage {...words.noDate} />}>
      {day !== null && (
        <>
          {printDay(intl, day)}
          <small>
            {isFixed ? (
              <FormattedMessage {...words.fixed} />
            ) : (
              <FormattedMessage
                {...(source ? words.inheritedFrom : words.inherited)}
                values={{ source: source?.title }}
              />
            )}
          </small>
        </>
      )}
    </Widget>
  );
}
