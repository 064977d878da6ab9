import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import type { ListedItem } from './item-page.ts';
import { itemGid, type Refused } from './bulk-api.ts';
import { countOf, type useBulkChange } from './use-bulk-change.ts';
import { bulkMessages as messages } from './bulk-messages.ts';
import styles from './bulk.module.css';

export interface BulkDialogsProps {
  bulk: ReturnType<typeof useBulkChange>;
  items: readonly ListedItem[];
  /** Once the skipped items were shown. */
  onRead(): void;
}

/** The confirmation before a bulk change, and afterwards the skipped items with the reasons. */
export function BulkDialogs({ bulk, items, onRead }: BulkDialogsProps) {
  const { formatMessage } = useIntl();
  const { asked, refused } = bulk;
  if (asked) {
    const count = countOf(asked.of);
    return (
      <Dialog
        title={<FormattedMessage {...messages.confirmTitle} values={{ count }} />}
        onClose={bulk.cancel}
        footer={
          <>
            <Button data-autofocus onClick={bulk.cancel}>
              {formatMessage(messages.cancel)}
            </Button>
            <Button kind="primary" onClick={bulk.confirm}>
              {formatMessage(messages.confirm)}
            </Button>
          </>
        }
      >
        <p>{formatMessage(messages.confirmText, { what: asked.task.title, count })}</p>
      </Dialog>
    );
  }
  if (refused.length === 0) return null;
  const close = (): void => {
    bulk.forget();
    onRead();
  };
  return (
    <Dialog
      title={<FormattedMessage {...messages.refused} values={{ count: refused.length }} />}
      onClose={close}
      footer={
        <Button data-autofocus onClick={close}>
          {formatMessage(messages.ok)}
        </Button>
      }
    >
      <ul className={styles.refused}>
        {byReason(refused).map(({ reason, ids }) => {
          const known = items.filter(({ id }) => ids.includes(itemGid(id))).map(({ title }) => title);
          const others = ids.length - known.length;
          const titles = [...known, ...(others > 0 ? [formatMessage(messages.others, { count: others })] : [])];
          return (
            <li key={reason}>
              {formatMessage(messages.refusedFor, { reason })}
              <ul>
                {titles.map((title, index) => (
                  // Two items may have the same title; their order does not change.
                  // oxlint-disable-next-line react/no-array-index-key
                  <li key={index}>{title}</li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

function byReason(refused: readonly Refused[]): { reason: string; ids: string[] }[] {
  const groups = new Map<string, string[]>();
  for (const { id, reasons } of refused) {
    const reason = reasons.join(', ');
    groups.set(reason, [...(groups.get(reason) ?? []), id]);
  }
  return [...groups].map(([reason, ids]) => ({ reason, ids }));
}
