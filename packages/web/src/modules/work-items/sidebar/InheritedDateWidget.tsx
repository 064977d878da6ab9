import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from '../../../platform/navigation/Link.tsx';
import { DateField } from '../../../ui/field/DateField.tsx';
import { printDay, readDay } from '../../../ui/field/days.ts';
import { Icon } from '../../../ui/button/Icon.tsx';
import { Segmented } from '../../../ui/field/Segmented.tsx';
import type { Editing } from './cell-editing.ts';
import { EditableWidget } from './EditableWidget.tsx';
import { LineEditor } from './LineEditor.tsx';
import { sidebarMessages as messages } from './messages.ts';
import styles from './sidebar.module.css';

/** One side of an item's span. Days as `YYYY-MM-DD`. */
export interface InheritedDateValue {
  isFixed: boolean;
  /** The last fixed date, even while the date is inherited. */
  fixed: string | null;
  /** The inherited date, even while a fixed one applies. */
  inherited: string | null;
  /** The milestone or child epic that determines the inherited date. */
  source: { title: string; webPath: string } | null;
}

export interface InheritedDateWidgetProps {
  side: 'start' | 'due';
  value: InheritedDateValue;
  /** The current value of the other date: the two stay in order. */
  other: string | null;
  /** The same side of the parent epic, where that is known. */
  parent: { date: string | null; title: string } | null;
  mayEdit: boolean;
  onSave(change: { isFixed: boolean; fixed: string | null }): Promise<void>;
}

/** A date that is fixed by hand, or inherited from milestones and child epics; both are shown. */
export function InheritedDateWidget(props: InheritedDateWidgetProps) {
  const { side, value, mayEdit } = props;
  const intl = useIntl();
  const name = intl.formatMessage(side === 'start' ? messages.startDate : messages.dueDate);
  const day = readDay(value.isFixed ? value.fixed : value.inherited);
  return (
    <EditableWidget
      name={name}
      mayEdit={mayEdit}
      empty={<FormattedMessage {...messages.none} />}
      failed={intl.formatMessage(messages.saveFailed)}
      value={
        day !== null || value.inherited !== null ? (
          <>
            {day === null ? <FormattedMessage {...messages.none} /> : printDay(intl, day)}
            <DateNotes {...props} />
          </>
        ) : null
      }
      isInline
      editor={(editing) => <Editor {...props} name={name} editing={editing} />}
    />
  );
}

/** The source of the date, the alternative, and conflicts. */
function DateNotes({ side, value, parent }: InheritedDateWidgetProps) {
  const intl = useIntl();
  const { isFixed, inherited, source } = value;
  const from = source && <Link to={source.webPath}>{source.title}</Link>;
  const inheritedDay = readDay(inherited);
  const shown = (isFixed ? value.fixed : inherited)?.slice(0, 10) ?? null;
  const parentDay = readDay(parent?.date);
  return (
    <>
      <small>
        {isFixed ? (
          <FormattedMessage {...messages.fixed} />
        ) : (
          <FormattedMessage {...(from ? messages.inheritedFrom : messages.inherited)} values={{ source: from }} />
        )}
      </small>
      {isFixed && inheritedDay !== null && (
        <small>
          <FormattedMessage
            {...(from ? messages.wouldInheritFrom : messages.wouldInherit)}
            values={{ date: printDay(intl, inheritedDay), source: from }}
          />
        </small>
      )}
      {isFixed && isBeyond(side, inherited, shown) && (
        <Flag>
          <FormattedMessage {...(side === 'start' ? messages.childStartsBefore : messages.childEndsAfter)} />
        </Flag>
      )}
      {parent && parentDay !== null && isBeyond(side, shown, parent.date) && (
        <Flag>
          <FormattedMessage
            {...(side === 'start' ? messages.startsBeforeParent : messages.endsAfterParent)}
            values={{ parent: parent.title, date: printDay(intl, parentDay) }}
          />
        </Flag>
      )}
    </>
  );
}

function Flag({ children }: { children: ReactNode }) {
  return (
    <small className={styles.flag}>
      <Icon of={TriangleAlert} size={14} />
      <span>{children}</span>
    </small>
  );
}

/** Whether a day violates a limit: before the start, after the due date. */
function isBeyond(side: 'start' | 'due', date: string | null, limit: string | null): boolean {
  const [day, edge] = [readDay(date), readDay(limit)];
  if (day === null || edge === null) return false;
  return side === 'start' ? day < edge : day > edge;
}

function Editor({
  side,
  value,
  other,
  name,
  editing,
  onSave,
}: InheritedDateWidgetProps & { name: string; editing: Editing }) {
  const intl = useIntl();
  // What was seen when the editor opened: a change of somebody else meanwhile is not overwritten silently.
  const [saveSeen] = useState(() => onSave);
  // Editing an inherited date means replacing it: the field opens with the inherited day.
  const [isFixed, setFixed] = useState(true);
  /** The calendar opens with the editor, and not on every switch between the two choices. */
  const [startsOpen, setStartsOpen] = useState(true);
  const limit = other?.slice(0, 10);
  const [typed, setTyped] = useState(() => {
    const known = (value.fixed ?? (value.isFixed ? null : value.inherited))?.slice(0, 10) ?? '';
    // An inherited date may be beyond the other one, and the server refuses to fix it there.
    return known !== '' && limit !== undefined && isBeyond(side === 'due' ? 'start' : 'due', known, limit)
      ? limit
      : known;
  });
  const before = value.fixed?.slice(0, 10) ?? null;
  const inheritedDay = readDay(value.inherited);
  const save = (): void => {
    const fixed = typed || null;
    if (isFixed === value.isFixed && (!isFixed || fixed === before)) return editing.close();
    return editing.save(() => saveSeen({ isFixed, fixed: isFixed ? fixed : before }));
  };
  return (
    <LineEditor onSave={save} onClose={editing.close}>
      <Segmented
        label={intl.formatMessage(messages.dateFrom, { name })}
        value={isFixed ? 'fixed' : 'inherited'}
        options={[
          { value: 'fixed', label: intl.formatMessage(messages.fixed) },
          { value: 'inherited', label: intl.formatMessage(messages.inherited) },
        ]}
        onChange={(chosen) => {
          setStartsOpen(false);
          setFixed(chosen === 'fixed');
        }}
      />
      {isFixed ? (
        <DateField
          label={name}
          isLabelHidden
          clearable
          startsOpen={startsOpen}
          value={typed}
          min={side === 'due' ? limit : undefined}
          max={side === 'start' ? limit : undefined}
          onChange={setTyped}
        />
      ) : (
        <p>
          {inheritedDay === null ? (
            <FormattedMessage {...messages.nothingToInherit} />
          ) : (
            <>
              {printDay(intl, inheritedDay)}
              {value.source && ` (${value.source.title})`}
            </>
          )}
        </p>
      )}
    </LineEditor>
  );
}
