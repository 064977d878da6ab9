import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { type PointerEvent, type ReactNode, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { Link } from '../../../platform/navigation/Link.tsx';
import { ErrorState } from '../../../ui/feedback/Alert.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { Popover } from '../../../ui/overlay/Popover.tsx';
import { Loading } from '../../../ui/progress/Spinner.tsx';
import { chartMessages as messages } from '../messages/chart.ts';
import { MoveStore } from '../drag/moves.ts';
import { Placing } from '../drag/placing.ts';
import { dragMessages } from '../drag/messages.ts';
import { readEpics, type RoadmapEpic } from '../data/epic.ts';
import { messages as roadmapMessages } from '../messages/page.ts';
import styles from './tray.module.css';
import { undatedPages } from '../data/undated.ts';
import { useTimeframeText } from '../messages/use-timeframe-text.ts';

export interface UndatedTrayProps {
  anchor: HTMLElement | null;
  args: EpicArguments;
  fullPath: string;
  /** Null where there is no timeline to drag them to. */
  moves: MoveStore | null;
  onClose: () => void;
}

/** The matching epics without dates, a page at a time. They can be moved to the timeline from here. */
export function UndatedTray({ anchor, args, fullPath, moves, onClose }: UndatedTrayProps) {
  const { formatMessage } = useIntl();
  const timeframeText = useTimeframeText();
  const client = useQueryClient();
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const [still] = useState(() => new MoveStore());
  const { drag, draft, saving } = useSyncExternalStore((moves ?? still).subscribe, (moves ?? still).get);
  const pages = useInfiniteQuery(undatedPages(args));
  // An epic that is being saved is on the timeline already.
  const epics = pages.data?.pages.flatMap((page) => readEpics(page.nodes)).filter(({ id }) => !saving.has(id));

  const onEmpty = (event: PointerEvent<HTMLElement>): void => {
    const target = event.target as Element;
    if (!target.closest('[data-undated], a, button')) moves?.drawing?.press(event.nativeEvent, event.currentTarget);
  };
  const onDown = (event: PointerEvent<HTMLElement>): void => {
    const target = event.target as Element;
    const id = target.closest<HTMLElement>('[data-undated]')?.dataset['undated'];
    const epic = epics?.find((each) => each.id === id);
    const area = moves?.area;
    if (!epic?.mayMove || !moves || !area || target.closest('button') || area.scene().isPhone) return;
    new Placing(epic, moves, client, area, () => undefined).press(event.nativeEvent);
  };
  const place = (epic: RoadmapEpic): void => {
    const area = moves?.area;
    if (!moves || !area) return;
    onClose();
    // Afterwards the focus returns to the button that opens the tray.
    const goBack = (): void => void requestAnimationFrame(() => (anchor?.isConnected ? anchor : area.element).focus());
    new Placing(epic, moves, client, area, goBack).wait();
  };

  return (
    <Popover
      anchor={anchor}
      onClose={onClose}
      placement={{ side: 'above', align: 'end', gap: 8 }}
      className={`${styles.tray} ${drag?.ghost || draft ? styles.away : ''}`}
      role="dialog"
      aria-label={formatMessage(messages.undatedTitle)}
      onPointerDown={onEmpty}
    >
      <h2 id={titleId} ref={title} tabIndex={-1}>
        {formatMessage(messages.undatedTitle)}
      </h2>
      <p>{formatMessage(messages.undatedWhy)}</p>
      {moves && epics?.some(({ mayMove }) => mayMove) && (
        <p className={styles.how}>{formatMessage(dragMessages.dragHint)}</p>
      )}
      {pages.error && (
        <ErrorState onRetry={() => void pages.refetch()}>{formatMessage(messages.undatedFailed)}</ErrorState>
      )}
      {!epics && !pages.error && <Loading label={formatMessage(roadmapMessages.loadingEpics)} />}
      {epics?.length === 0 && <p>{formatMessage(messages.undatedNone)}</p>}
      <ul aria-labelledby={titleId} onPointerDown={onDown}>
        {epics?.map((epic) => (
          <li key={epic.id} data-undated={epic.id} data-movable={(moves && epic.mayMove) || undefined}>
            <Title href={epic.href}>
              <span data-closed={epic.isClosed || undefined}>{epic.title}</span>
              {epic.group.fullPath !== fullPath && <small>{epic.group.name}</small>}
            </Title>
            {moves && epic.mayMove && (
              <IconButton
                size="small"
                icon={CalendarPlus}
                label={formatMessage(dragMessages.placeTitled, { title: epic.title })}
                data-tooltip={formatMessage(dragMessages.place)}
                onClick={() => place(epic)}
              />
            )}
            <small className={styles.when}>{timeframeText(epic.span)}</small>
          </li>
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button size="small" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {formatMessage(messages.loadMore)}
        </Button>
      )}
    </Popover>
  );
}

/** Behind a public link epics have no URL. */
function Title({ href, children }: { href: string; children: ReactNode }) {
  return href === '' ? <div>{children}</div> : <Link to={href}>{children}</Link>;
}
