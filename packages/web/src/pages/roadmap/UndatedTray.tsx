import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useIntl } from 'react-intl';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { Link } from '../../app/Link.tsx';
import { ErrorState } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { Loading } from '../../ui/Spinner.tsx';
import { chartMessages as messages } from './chart-messages.ts';
import { messages as roadmapMessages } from './messages.ts';
import styles from './tray.module.css';
import { undatedPages } from './undated.ts';

export interface UndatedTrayProps {
  anchor: Element | null;
  args: EpicArguments;
  fullPath: string;
  onClose: () => void;
}

/** Epics that the filters find and that no timeline can place, a page at a time. Dates are given on the epic itself. */
export function UndatedTray({ anchor, args, fullPath, onClose }: UndatedTrayProps) {
  const { formatMessage } = useIntl();
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const pages = useInfiniteQuery(undatedPages(args));
  const epics = pages.data?.pages.flatMap((page) => page.epics);
  return (
    <Popover
      anchor={anchor}
      onClose={onClose}
      placement={{ side: 'above', align: 'end', gap: 8 }}
      className={styles.tray}
      role="dialog"
      aria-label={formatMessage(messages.undatedTitle)}
    >
      <h2 id={titleId} ref={title} tabIndex={-1}>
        {formatMessage(messages.undatedTitle)}
      </h2>
      <p>{formatMessage(messages.undatedWhy)}</p>
      {pages.error && (
        <ErrorState onRetry={() => void pages.refetch()}>{formatMessage(messages.undatedFailed)}</ErrorState>
      )}
      {!epics && !pages.error && <Loading label={formatMessage(roadmapMessages.loadingEpics)} />}
      {epics?.length === 0 && <p>{formatMessage(messages.undatedNone)}</p>}
      <ul aria-labelledby={titleId}>
        {epics?.map((epic) => (
          <li key={epic.id}>
            <Link to={epic.webPath}>
              <span data-closed={epic.state === 'closed' || undefined}>{epic.title}</span>
              {epic.group.fullPath !== fullPath && <small>{epic.group.name}</small>}
            </Link>
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
