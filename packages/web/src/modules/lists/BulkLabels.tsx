import { labelChanges } from '@milepost/core/label-selection';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { labelGid } from '../labels/api.ts';
import { LabelSelect, pickedLabel, type PickedLabel } from '../labels/LabelPicker.tsx';
import { bulkMessages as messages } from './bulk-messages.ts';
import type { ListedItem } from './item-page.ts';

export interface BulkLabelsProps {
  home: NamespaceRef;
  /** The selected rows of this page: what they carry shows as set, or as set in part. */
  items: readonly ListedItem[];
  onChange(change: { addLabelIds: string[]; removeLabelIds: string[] }): void;
}

/** The labels of all selected items, changed when the selector closes. */
export function BulkLabels({ home, items, onChange }: BulkLabelsProps) {
  const [value, setValue] = useState<readonly PickedLabel[] | null>(null);
  const { formatMessage } = useIntl();
  const start = carriedBy(items);
  return (
    <LabelSelect
      namespace={home}
      name={formatMessage(messages.labels)}
      value={value ?? start}
      onChange={setValue}
      onClose={() => {
        setValue(null);
        if (!value) return;
        const { added, removed } = labelChanges(value);
        if (added.length + removed.length > 0) onChange({ addLabelIds: added, removeLabelIds: removed });
      }}
    />
  );
}

function carriedBy(items: readonly ListedItem[]): PickedLabel[] {
  const counts = new Map<string, { label: ListedItem['labels'][number]; count: number }>();
  for (const { labels } of items) {
    for (const label of labels) {
      const id = labelGid(label.id);
      counts.set(id, { label: { ...label, id }, count: (counts.get(id)?.count ?? 0) + 1 });
    }
  }
  return [...counts.values()].map(({ label, count }) => pickedLabel(label, count < items.length));
}
