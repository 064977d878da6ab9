import { CalendarDays, EllipsisVertical, OctagonMinus, Weight } from 'lucide-react';
import { memo, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { LabelChip } from '../../modules/labels/LabelChip.tsx';
import { usePeekRow } from '../../modules/work-items/peek/use-peek-row.ts';
import { present } from '../../platform/api/graphql.ts';
import { Link } from '../../platform/navigation/Link.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { daysUntil, printDay, readDay } from '../../ui/field/days.ts';
import { Menu, MenuChoice } from '../../ui/overlay/Menu.tsx';
import { AvatarStack } from '../../ui/text/Avatar.tsx';
import { useScene } from './board-context.ts';
import styles from './card.module.css';
import type { Card, Cell } from './data/board.ts';
import { refusalOf } from './data/moves.ts';
import { messages } from './data/messages.ts';

export interface CardViewProps {
  card: Card;
  cell: Cell;
  isFocused: boolean;
  /** The card is lifted by keyboard, marks its position while it is dragged, or its move is being saved. */
  look: 'plain' | 'lifted' | 'slot' | 'saving';
}

/** An issue on a board. */
export const CardView = memo(function CardView({ card, cell, isFocused, look }: CardViewProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { hasManyProjects, mayMove } = useScene();
  const due = readDay(card.dueDate);
  const people = present(card.assignees?.nodes);
  const isClosed = card.state === 'closed';
  const element = useRef<HTMLElement>(null);
  const peek = usePeekRow(card.webPath, element);
  return (
    // The key `o` does it by keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <article
      ref={element}
      {...peek}
      className={styles.card}
      data-card={card.id}
      data-done={isClosed || undefined}
      data-look={look}
      // Cards are moved by keyboard, and contain links: no widget role allows both.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={isFocused ? 0 : -1}
      aria-label={card.title}
      aria-busy={look === 'saving' || undefined}
      aria-roledescription={mayMove ? 'draggable card' : undefined}
    >
      <Link className={styles.cardTitle} to={card.webPath} tabIndex={-1} draggable={false}>
        {card.title}
      </Link>
      <div className={styles.cardFoot}>
        <span className={styles.cardReference} data-tooltip={hasManyProjects ? card.reference : undefined}>
          {hasManyProjects && <span>{projectOf(card)}</span>}
          <span>#{card.iid}</span>
        </span>
        <span className={styles.cardLabels}>
          {present(card.labels?.nodes).map((label) => (
            <LabelChip key={label.id} label={label} />
          ))}
        </span>
        <span className={styles.cardEnd}>
          {card.blocked && (
            <span className={styles.blocked} data-tooltip={formatMessage(messages.blocked)}>
              <Icon of={OctagonMinus} size={14} label={formatMessage(messages.blocked)} />
            </span>
          )}
          {due !== null && (
            <span
              data-late={(!isClosed && daysUntil(due) < 0) || undefined}
              data-tooltip={formatMessage(messages.dueTip)}
            >
              <Icon of={CalendarDays} size={12} />
              {printDay(intl, due)}
            </span>
          )}
          {typeof card.weight === 'number' && (
            <span data-tooltip={formatMessage(messages.weightTip, { weight: card.weight })}>
              <Icon of={Weight} size={12} />
              {card.weight}
            </span>
          )}
          {people.length > 0 && (
            <AvatarStack
              people={people}
              size={20}
              moreLabel={(count) => formatMessage(messages.moreAssignees, { count })}
            />
          )}
        </span>
        {mayMove && <MoveMenu card={card} cell={cell} />}
      </div>
    </article>
  );
});

/** The last part of the project's path. */
function projectOf({ reference }: Card): string {
  return reference.slice(reference.lastIndexOf('/') + 1, reference.lastIndexOf('#'));
}

/** On small screens: the columns that the card can move to. */
function MoveMenu({ card, cell }: { card: Card; cell: Cell }) {
  const { formatMessage } = useIntl();
  const { columns, moveTo } = useScene();
  return (
    <span className={styles.moveMenu}>
      <Menu
        label={formatMessage(messages.moveTo)}
        trigger={(trigger) => (
          <IconButton
            {...trigger}
            icon={EllipsisVertical}
            size="small"
            tabIndex={-1}
            label={formatMessage(messages.moveCardTo, { title: card.title })}
            tooltip={false}
          />
        )}
      >
        {columns
          .filter(({ slot }) => refusalOf(card, slot.namespacePath) === null)
          .map(({ slot, name }) => (
            <MenuChoice
              key={slot.key}
              checked={slot.key === cell.column}
              onSelect={() => slot.key !== cell.column && moveTo(card, cell, slot.key)}
            >
              <FormattedMessage {...messages.moveHint} values={{ column: name }} />
            </MenuChoice>
          ))}
      </Menu>
    </span>
  );
}
