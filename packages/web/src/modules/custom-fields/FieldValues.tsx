import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { EditableWidget } from '../work-items/sidebar/EditableWidget.tsx';
import { fieldValuesQuery, type FieldValue, type ItemAddress } from './api.ts';
import { FieldEditor } from './FieldEditor.tsx';
import { fieldMessages as messages } from './messages.ts';
import styles from './FieldValues.module.css';

/** The custom fields of an item, each a part of its sidebar; nothing if its group defines none for the type. */
export function FieldValues({ itemAddress }: { itemAddress: ItemAddress }) {
  const query = useQuery(fieldValuesQuery(itemAddress));
  // The part is often empty, so no placeholder is shown while it loads.
  if (query.isPending) return null;
  return (
    <QueryView query={query} failed={<FormattedMessage {...messages.failed} />}>
      {({ itemId, mayChange, values }) =>
        values.map((value) => (
          <OneField
            key={value.field.id}
            value={value}
            itemId={itemId}
            mayChange={mayChange}
            onSaved={async () => void (await query.refetch())}
          />
        ))
      }
    </QueryView>
  );
}

interface OneFieldProps {
  value: FieldValue;
  itemId: string;
  mayChange: boolean;
  onSaved: () => Promise<void>;
}

function OneField({ value, itemId, mayChange, onSaved }: OneFieldProps) {
  const { formatMessage, formatNumber } = useIntl();
  return (
    <EditableWidget
      name={value.field.name}
      mayEdit={mayChange}
      empty={<FormattedMessage {...messages.none} />}
      failed={formatMessage(messages.failed)}
      value={shown(value, formatNumber)}
      isInline
      editor={({ close }) => (
        <FieldEditor
          value={value}
          itemId={itemId}
          onClose={close}
          onSaved={async () => {
            await onSaved();
            close();
          }}
        />
      )}
    />
  );
}

/** Null if the field has no value. */
function shown({ chosen, number, text }: FieldValue, formatNumber: IntlShape['formatNumber']): ReactNode {
  if (chosen.length > 0) return chosen.map((option) => <Badge key={option.id}>{option.value}</Badge>);
  if (number !== null) return formatNumber(number, { maximumFractionDigits: 20 });
  return text === null ? null : <span className={styles.text}>{text}</span>;
}
