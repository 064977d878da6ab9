import { densities } from '@milepost/core/views/queries';
import { SlidersHorizontal } from 'lucide-react';
import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../ui/button/Button.tsx';
import { Checkbox } from '../../ui/field/Field.tsx';
import { Popover } from '../../ui/overlay/Popover.tsx';
import { Segmented } from '../../ui/field/Segmented.tsx';
import { text } from '../../ui/text/text.tsx';
import { useOpener } from '../../ui/overlay/use-opener.ts';
import { pageSizes, type ListDisplay } from './display.ts';
import styles from './list.module.css';
import { listMessages as messages } from './messages.ts';

export interface DisplayMenuProps<Column extends string> {
  columns: readonly { value: Column; title: string }[];
  display: ListDisplay<Column>;
  onChange(display: ListDisplay<Column>): void;
}

/** Which columns a list has, how high its rows are, and how many of them a page has. */
export function DisplayMenu<Column extends string>({ columns, display, onChange }: DisplayMenuProps<Column>) {
  const { formatMessage } = useIntl();
  const id = useId();
  const { isOpen, close, anchor, opener } = useOpener();
  return (
    <>
      <Button
        {...opener}
        icon={SlidersHorizontal}
        aria-label={formatMessage(messages.display)}
        aria-controls={isOpen ? id : undefined}
      >
        <span className={text.onlyWide}>{formatMessage(messages.display)}</span>
      </Button>
      {isOpen && (
        <Popover
          id={id}
          role="dialog"
          aria-label={formatMessage(messages.display)}
          anchor={anchor}
          placement={{ align: 'end' }}
          onClose={close}
          className={styles.display}
        >
          <fieldset className={text.onlyWide}>
            <legend>
              <FormattedMessage {...messages.columns} />
            </legend>
            {columns.map(({ value, title }) => (
              <Checkbox
                key={value}
                label={title}
                checked={display.columns.includes(value)}
                onChange={({ target }) =>
                  onChange({
                    ...display,
                    columns: columns
                      .map((column) => column.value)
                      .filter((column) => (column === value ? target.checked : display.columns.includes(column))),
                  })
                }
              />
            ))}
          </fieldset>
          <Segmented
            label={formatMessage(messages.density)}
            options={densities.map((value) => ({ value, label: formatMessage(messages[value]) }))}
            value={display.density}
            onChange={(density) => onChange({ ...display, density })}
          />
          <Segmented
            label={formatMessage(messages.pageSize)}
            options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
            value={String(display.pageSize)}
            onChange={(size) =>
              onChange({ ...display, pageSize: pageSizes.find((each) => String(each) === size) ?? display.pageSize })
            }
          />
        </Popover>
      )}
    </>
  );
}
