import { X } from 'lucide-react';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { useIntl } from 'react-intl';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { MenuItem } from '../../ui/overlay/Menu.tsx';
import { ProgressBar } from '../../ui/progress/ProgressBar.tsx';
import { MAX_COUNT, type ListedItem } from './item-page.ts';
import type { Selection } from './use-selection.ts';
import { BulkDialogs } from './BulkDialogs.tsx';
import { BulkLabels } from './BulkLabels.tsx';
import { EpicParts, IssueParts, MoreParts } from './BulkParts.tsx';
import { PartMenu } from './PartMenu.tsx';
import { countOf, useBulkChange, type BulkSubject, type BulkTask } from './use-bulk-change.ts';
import { bulkMessages as messages } from './bulk-messages.ts';
import styles from './bulk.module.css';

export interface BulkBarProps {
  of: 'issue' | 'epic';
  home: NamespaceRef;
  selection: Selection;
  /** The rows of this page. */
  items: readonly ListedItem[];
  /** How many the filters leave. */
  total: number | undefined;
  /** The parameters of the address of the list. */
  filters: string;
}

/** At the bottom of the page while rows are selected: their number and the bulk actions. */
export function BulkBar({ of, home, selection, items, total, filters }: BulkBarProps) {
  const { formatMessage } = useIntl();
  const bulk = useBulkChange(home, selection.clear);
  const ids = [...selection.ids];
  const subject: BulkSubject = selection.hasAll
    ? { list: of === 'issue' ? 'ISSUES' : 'EPICS', filters, count: total ?? ids.length }
    : { ids };
  const count = countOf(subject);
  const isIdle = count === 0 || bulk.progress !== null || bulk.isStarting;
  const start = (task: BulkTask): void => bulk.start(task, subject);
  const parts = { home, isDisabled: isIdle, onStart: start };
  const binary = (title: string, change: BulkTask['change'], undo: BulkTask['change']) => (
    <MenuItem onSelect={() => start({ title, change, undo })}>{title}</MenuItem>
  );
  return (
    <section className={styles.bar} data-bulk-bar aria-label={formatMessage(messages.bar)}>
      <div className={styles.head}>
        <strong role="status">
          {formatMessage(selection.hasAll ? messages.allSelected : messages.selected, { count })}
        </strong>
        <SelectMore selection={selection} items={items} total={total} />
        <IconButton size="small" icon={X} label={formatMessage(messages.clear)} onClick={selection.clear} />
      </div>
      {bulk.progress ? (
        <div className={styles.progress}>
          <ProgressBar
            share={Math.round((100 * bulk.progress.done) / bulk.progress.count)}
            label={formatMessage(messages.progress, { ...bulk.progress })}
          />
          <span role="status">{formatMessage(messages.progress, { ...bulk.progress })}</span>
          <Button size="small" onClick={bulk.stop}>
            {formatMessage(messages.stop)}
          </Button>
        </div>
      ) : (
        <div className={styles.parts}>
          <PartMenu label={formatMessage(messages.state)} isDisabled={isIdle}>
            {binary(formatMessage(messages.close), { stateEvent: 'CLOSE' }, { stateEvent: 'REOPEN' })}
            {binary(formatMessage(messages.reopen), { stateEvent: 'REOPEN' }, { stateEvent: 'CLOSE' })}
          </PartMenu>
          {!isIdle && (
            <BulkLabels
              home={home}
              items={items.filter(({ id }) => selection.ids.has(id))}
              onChange={(labelsWidget) => start({ title: formatMessage(messages.labels), change: { labelsWidget } })}
            />
          )}
          {of === 'issue' ? <IssueParts {...parts} /> : <EpicParts {...parts} />}
          <MoreParts isDisabled={isIdle} binary={binary} />
        </div>
      )}
      <BulkDialogs bulk={bulk} items={items} onRead={selection.clear} />
    </section>
  );
}

/** From a few rows to the page, and from the page to all that match. */
function SelectMore({ selection, items, total }: Pick<BulkBarProps, 'selection' | 'items' | 'total'>) {
  const { formatMessage } = useIntl();
  const page = items.map(({ id }) => id);
  const hasPage = page.every((id) => selection.ids.has(id));
  if (selection.hasAll) return null;
  if (!hasPage) {
    return (
      <Button kind="quiet" size="small" onClick={() => selection.select([...selection.ids, ...page])}>
        {formatMessage(messages.page, { count: page.length })}
      </Button>
    );
  }
  if (total === undefined || total <= page.length) return null;
  if (total > MAX_COUNT)
    return <span className={styles.hint}>{formatMessage(messages.tooMany, { count: MAX_COUNT })}</span>;
  return (
    <Button kind="quiet" size="small" onClick={selection.selectAll}>
      {formatMessage(messages.all, { count: total })}
    </Button>
  );
}
