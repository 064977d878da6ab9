import { ChevronLeft, ChevronRight } from 'lucide-react';
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl';
import { Button } from '../../ui/button/Button.tsx';
import type { ItemPage } from './item-page.ts';
import styles from './list.module.css';
import { firstPage, type ListPageAddress } from './use-list-address.ts';
import { listMessages as messages } from './messages.ts';

export interface PagerProps {
  page: ItemPage<unknown>;
  at: ListPageAddress;
  pageSize: number;
  /** The total, counted up to `most`. */
  total: number | undefined;
  most: number;
  onGo(page: ListPageAddress): void;
}

/** The position in a list, and links to the previous and next pages. */
export function Pager({ page, at, pageSize, total, most, onGo }: PagerProps) {
  const { formatMessage } = useIntl();
  const { items, previous, next } = page;
  const from = (at.number - 1) * pageSize + 1;
  const range = { from, to: from + items.length - 1 };
  // Going back ends at the real first page: new items before it are included.
  const back = at.number === 2 ? firstPage : { after: '', before: previous ?? '', number: at.number - 1 };
  return (
    <nav className={styles.pager} aria-label={formatMessage(messages.pages)}>
      <p role="status">
        {at.number > 0 && items.length > 0 && total !== undefined && (
          <FormattedMessage
            {...messages.range}
            values={{
              ...range,
              total:
                total > most ? (
                  <>
                    <FormattedNumber value={most} />+
                  </>
                ) : (
                  <FormattedNumber value={Math.max(total, range.to)} />
                ),
            }}
          />
        )}
      </p>
      {(previous !== null || next !== null) && (
        <>
          <Button icon={ChevronLeft} aria-disabled={previous === null} onClick={() => onGo(back)}>
            <FormattedMessage {...messages.previous} />
          </Button>
          <Button
            iconAfter={ChevronRight}
            aria-disabled={next === null}
            onClick={() => onGo({ after: next ?? '', before: '', number: at.number + 1 })}
          >
            <FormattedMessage {...messages.next} />
          </Button>
        </>
      )}
    </nav>
  );
}
